// `cuedeck fleet push`: brings files to many players at once.
import { basename } from 'node:path';
import { toMessage } from '../../base/errors.ts';
import type { FleetClient } from '../../mqtt/fleet/client.ts';
import type { FleetPlayer } from '../../mqtt/fleet/registry.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Answer, Call, Command } from '../command.ts';
import { findLocalFile, type LocalFile } from '../local-file.ts';
import { createProgress } from '../progress.ts';
import { CHOICE_OPTIONS, choosePlayers } from './choice.ts';
import { withFleet } from './connection.ts';
import { withConvertedFiles } from './converted-files.ts';
import { type Outcome, toOutcomeAnswer, toOutcomeLine } from './outcome.ts';
import { pushFile } from './push.ts';

/** More would share the cable without finishing sooner. */
const PLAYERS_AT_ONCE = 4;

const findFiles = async (paths: readonly string[]): Promise<readonly LocalFile[]> => {
  const files: LocalFile[] = [];
  for (const path of paths) {
    const file = await findLocalFile(path);
    if (file.bytes === 0) throw new CliError(EXIT.refused, `${path} is empty.`);
    files.push(file);
  }
  return files;
};

/** The first of its addresses, in the player's order. */
export const toAddress = ({ urls, isOnline }: FleetPlayer): string => {
  if (!isOnline) throw new CliError(EXIT.unavailable, 'it is offline');
  const [url] = urls;
  if (url === undefined) throw new CliError(EXIT.unavailable, 'it names no address that can be reached');
  return url;
};

/** Runs a task for each item, with a limit of concurrent ones. */
const runConcurrently = async <Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = [...items];
  const goOn = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: most }, goOn));
};

const isExit = (error: unknown, exit: number): boolean => error instanceof CliError && error.exit === exit;

const toClause = (error: unknown): string => toMessage(error).replace(/\.$/, '');

/** Sends the files to the players that are meant. */
const pushFiles = async (call: Call, fleet: FleetClient, files: readonly LocalFile[]): Promise<Answer> => {
  // Once for all players, and before anything is sent.
  for (const file of files) await file.sha256();
  const { players } = choosePlayers(fleet.players(), call.options);
  const outcomes: Outcome[] = [];
  let tokenFailures = 0;
  const sent = new Map<string, number>();
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0) * players.length;
  const progress = createProgress(call.io, `${files.length} files to ${players.length} players`);
  const report = (outcome: Outcome): void => {
    outcomes.push(outcome);
    if (!call.isJson) call.io.out(toOutcomeLine(outcome));
  };
  const pushAll = async (player: FleetPlayer): Promise<void> => {
    const { id } = player;
    const place = { ...call.place, url: toAddress(player) };
    for (const [index, file] of files.entries()) {
      try {
        const pushed = await pushFile(place, file, (bytes) => {
          sent.set(`${id} ${index}`, bytes);
          progress.show([...sent.values()].reduce((sum, part) => sum + part, 0) / total);
        });
        report({ player: id, isDone: true, ...pushed, file: file.path });
      } catch (error) {
        if (isExit(error, EXIT.noPermission)) throw error;
        const text = `${basename(file.path)}: ${toClause(error)}`;
        report({ player: id, isDone: false, text, file: file.path });
        if (isExit(error, EXIT.unavailable)) {
          for (const { path } of files.slice(index + 1))
            report({ player: id, isDone: false, text: `${basename(path)}: not sent after that`, file: path });
          return;
        }
      }
    }
  };
  await runConcurrently(players, PLAYERS_AT_ONCE, (player) =>
    // An error of the player, not of a file: it is offline, or requires another token.
    pushAll(player).catch((error) => {
      if (isExit(error, EXIT.noPermission)) tokenFailures += 1;
      report({ player: player.id, isDone: false, text: toClause(error) });
    }),
  );
  progress.end();
  const answer = toOutcomeAnswer(outcomes, true);
  const isOfToken = tokenFailures > 0 && tokenFailures === outcomes.filter(({ isDone }) => !isDone).length;
  return isOfToken ? { ...answer, exit: EXIT.noPermission } : answer;
};

export const FLEET_PUSH_COMMAND: Command = {
  name: 'fleet push',
  takes: [{ name: 'FILE', isRepeated: true, completes: 'file' }],
  options: [
    ...CHOICE_OPTIONS,
    {
      name: 'convert',
      meaning: 'converts video on this computer first, to what every player plays best; needs ffmpeg',
    },
  ],
  meaning: 'uploads files to players; skips those present and resumes partial ones',
  more: 'The answer names the clip where its name is not that of the file. A file that the player already has, by name and SHA-256, is not sent; uploads are verified by SHA-256. An interrupted upload resumes where it stopped, also when the command is run again within 15 minutes.',
  run: (call) =>
    withFleet(call, async (fleet) => {
      const files = await findFiles(call.arguments);
      if (!call.options.convert) return pushFiles(call, fleet, files);
      // Who is meant is said before work that may take hours.
      choosePlayers(fleet.players(), call.options);
      return withConvertedFiles(call.arguments, call.io, (converted) => pushFiles(call, fleet, converted));
    }),
};

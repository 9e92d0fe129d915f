// `cuedeck fleet push`: brings files to many players at once.
import { basename } from 'node:path';
import { toMessage } from '../../errors.ts';
import type { FleetPlayer } from '../../mqtt/fleet-view.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { createProgress } from '../progress.ts';
import { openFile } from '../upload-request.ts';
import { CHOICE_OPTIONS, choosePlayers } from './choice.ts';
import { withFleet } from './connection.ts';
import { type Outcome, toOutcomeAnswer, toOutcomeLine } from './outcome.ts';
import { type LocalFile, pushFile, toSha256 } from './push.ts';
import { createRemotePlayer } from './remote-player.ts';

/** More share the cable without getting anything sooner. */
const PLAYERS_AT_ONCE = 4;

const readFiles = async (paths: readonly string[]): Promise<readonly LocalFile[]> => {
  const files: LocalFile[] = [];
  for (const path of paths) {
    const { handle, bytes } = await openFile(path);
    await handle.close();
    if (bytes === 0) throw new CliError(EXIT.refused, `${path} is empty.`);
    files.push({ path, bytes, sha256: await toSha256(path) });
  }
  return files;
};

/** The first of its addresses: they are in the order in which the player lists them. */
export const toAddress = ({ urls, isOnline }: FleetPlayer): string => {
  const [url] = urls;
  if (!isOnline) throw new CliError(EXIT.unavailable, 'it is offline');
  if (url === undefined) throw new CliError(EXIT.unavailable, 'it has no address');
  return url;
};

/** Each of a list with at most so many under way. */
const inTurns = async <Item>(
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

const toClause = (error: unknown): string => toMessage(error).replace(/\.$/, '');

export const FLEET_PUSH_COMMAND: Command = {
  name: 'fleet push',
  takes: [{ name: 'FILE', isRepeated: true, completes: 'file' }],
  options: CHOICE_OPTIONS,
  meaning: 'brings files to all players, or some: only what is missing, and the rest of what was cut off',
  more: 'The line says what the clip is called where that is not the name of the file. A file that a player has, by its name and SHA-256, is not sent. What arrives is checked in the same way; when the connection is cut, it goes on where it was, also after a new start of the command within 15 minutes.',
  run: (call) =>
    withFleet(call, async (fleet) => {
      const files = await readFiles(call.arguments);
      const { players } = choosePlayers(fleet.players(), call.options);
      const outcomes: Outcome[] = [];
      const sent = new Map<string, number>();
      const total = files.reduce((sum, { bytes }) => sum + bytes, 0) * players.length;
      const progress = createProgress(call.io, `${files.length} files to ${players.length} players`);
      const tell = (outcome: Outcome): void => {
        outcomes.push(outcome);
        if (!call.isJson) call.io.out(toOutcomeLine(outcome));
      };
      const pushAll = async (player: FleetPlayer): Promise<void> => {
        const { id } = player;
        const remote = createRemotePlayer(toAddress(player), call.place.token);
        for (const file of files) {
          try {
            const pushed = await pushFile(remote, file, (bytes) => {
              sent.set(`${id} ${file.path}`, bytes);
              progress.show([...sent.values()].reduce((sum, part) => sum + part, 0) / total);
            });
            tell({ player: id, isDone: true, ...pushed, file: file.path });
          } catch (error) {
            const text = `${basename(file.path)}: ${toClause(error)}`;
            tell({ player: id, isDone: false, text, file: file.path });
          }
        }
      };
      await inTurns(players, PLAYERS_AT_ONCE, (player) =>
        // Of the player and of no file: it is not there.
        pushAll(player).catch((error) => tell({ player: player.id, isDone: false, text: toClause(error) })),
      );
      progress.end();
      return toOutcomeAnswer(outcomes, true);
    }),
};

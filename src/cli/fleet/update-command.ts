// `cuedeck fleet update`: rolling update in waves that stops at the first unhealthy player.
import { randomBytes } from 'node:crypto';
import type { FleetClient } from '../../mqtt/fleet/client.ts';
import type { FleetPlayer } from '../../mqtt/fleet/registry.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call, Command } from '../command.ts';
import { attempt, outputOf } from '../subprocess.ts';
import { CHOICE_OPTIONS, choosePlayers } from './choice.ts';
import { withFleet } from './connection.ts';
import { type Outcome, toOutcomeAnswer, toOutcomeLine } from './outcome.ts';
import { toAddress } from './push-command.ts';

const WAVE = 1;
const MAX_WAVE_SIZE = 100;
const COPY_SECONDS = 600;
/** `cuedeck update` itself watches the new version and rolls back. */
const UPDATE_TIMEOUT_SECONDS = 3600;
/** Timeout until an updated player is back at the broker. */
const RETURN_TIMEOUT_SECONDS = 90;
const MAX_RETURN_TIMEOUT_SECONDS = 3600;
/** How long it must then stay healthy. */
const HEALTHY_SECONDS = 5;
const POLL_INTERVAL_SECONDS = 0.5;
const REMOTE_SECONDS = 60;
/** What is installed there must have been put there by us: others may write in this folder. */
const REMOTE_FOLDER = '/var/tmp/cuedeck-fleet-update-';
const SSH = ['-o', 'BatchMode=yes', '-o', 'ConnectTimeout=10'];

/** User names of Debian and other systems; never mistaken for an SSH option. */
const USER = /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/;

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const readVersion = async (file: string): Promise<string> => {
  const fields = await outputOf('dpkg-deb', ['--field', file, 'Package', 'Version']);
  const [, name] = /^Package: (.*)$/m.exec(fields ?? '') ?? [];
  const [, version] = /^Version: (.*)$/m.exec(fields ?? '') ?? [];
  if (name === 'cuedeck' && version !== undefined) return version;
  throw new CliError(EXIT.refused, `${file} is no package of cuedeck that can be read. Nothing was changed.`);
};

const toCount = (
  option: string,
  given: string | boolean | undefined,
  { usual, most }: { readonly usual: number; readonly most: number },
): number => {
  if (given === undefined) return usual;
  const count = Number(given);
  if (/^\d{1,4}$/.test(String(given)) && count >= 1 && count <= most) return count;
  throw new CliError(EXIT.usage, `--${option} ${given} is invalid; allowed: 1 to ${most}.`);
};

const toUser = (given: string | boolean | undefined): string => {
  if (typeof given !== 'string') return 'root';
  if (USER.test(given)) return given;
  throw new CliError(EXIT.usage, `--user ${given} is invalid; allowed: the name of a user.`);
};

/** @returns the fault; undefined when it is back as that version, with its clips, and stays healthy */
const watch = async (
  fleet: FleetClient,
  before: FleetPlayer,
  { version, seconds }: { readonly version: string; readonly seconds: number },
): Promise<string | undefined> => {
  const deadline = performance.now() + seconds * 1000;
  let wellSince: number | undefined;
  for (;;) {
    const now = fleet.players().find(({ id }) => id === before.id);
    const fault = now === undefined ? 'it is gone from the broker' : toFault(now, before, version);
    if (fault !== undefined) wellSince = undefined;
    else wellSince ??= performance.now();
    if (wellSince !== undefined && performance.now() - wellSince >= HEALTHY_SECONDS * 1000) return undefined;
    if (performance.now() > deadline) return fault ?? 'it is not well for long';
    await pause(POLL_INTERVAL_SECONDS);
  }
};

const toFault = (now: FleetPlayer, before: FleetPlayer, version: string): string | undefined => {
  const newFault = now.faults.find((fault) => !before.faults.includes(fault));
  if (newFault !== undefined) return newFault;
  if (now.version !== version) return `it is ${now.version} that runs`;
  return now.clips < before.clips ? `it has ${now.clips} of ${before.clips} clips` : undefined;
};

const updateOne = async (
  fleet: FleetClient,
  player: FleetPlayer,
  deps: { readonly file: string; readonly user: string; readonly version: string; readonly seconds: number },
): Promise<Outcome> => {
  const failed = (text: string): Outcome => ({ player: player.id, isDone: false, text: text.replace(/\.$/, '') });
  const at = `${deps.user}@${new URL(toAddress(player)).hostname}`;
  const folder = `${REMOTE_FOLDER}${randomBytes(8).toString('hex')}`;
  const remotely = (seconds: number, ...words: readonly string[]) =>
    attempt('ssh', [...SSH, '--', at, ...words], seconds);
  // It fails where anything has that name.
  const made = await remotely(REMOTE_SECONDS, 'mkdir', '-m', '700', folder);
  if (!made.isDone) return failed(`the package was not copied: ${made.lastLine}`);
  try {
    const remoteFile = `${folder}/cuedeck.deb`;
    const copied = await attempt('scp', [...SSH, '-q', '--', deps.file, `${at}:${remoteFile}`], COPY_SECONDS);
    if (!copied.isDone) return failed(`the package was not copied: ${copied.lastLine}`);
    const updated = await remotely(UPDATE_TIMEOUT_SECONDS, 'cuedeck', 'update', remoteFile);
    if (!updated.isDone) return failed(`it was not updated: ${updated.lastLine}`);
  } finally {
    await remotely(REMOTE_SECONDS, 'rm', '-rf', folder);
  }
  const fault = await watch(fleet, player, deps);
  return fault === undefined
    ? { player: player.id, isDone: true, text: `updated to ${deps.version}` }
    : failed(`not well after the update: ${fault}`);
};

/** @throws CliError before anything is touched when one of them is not well */
const toWaves = (
  players: readonly FleetPlayer[],
  version: string,
  size: number,
): readonly (readonly FleetPlayer[])[] => {
  const due = players.filter((player) => player.version !== version);
  const unwell = due.find(({ faults }) => faults.length > 0);
  if (unwell !== undefined) {
    throw new CliError(
      EXIT.refused,
      `${unwell.id} is not well: ${unwell.faults[0]} Nothing was changed; --to chooses the others.`,
    );
  }
  // One alone first, whatever the size of the waves.
  const [first, ...rest] = due;
  const later = Array.from({ length: Math.ceil(rest.length / size) }, (_, wave) =>
    rest.slice(wave * size, (wave + 1) * size),
  );
  return first === undefined ? [] : [[first], ...later];
};

const run = async (call: Call, fleet: FleetClient) => {
  const [file = ''] = call.arguments;
  const size = toCount('wave', call.options.wave, { usual: WAVE, most: MAX_WAVE_SIZE });
  const seconds = toCount('watch', call.options.watch, {
    usual: RETURN_TIMEOUT_SECONDS,
    most: MAX_RETURN_TIMEOUT_SECONDS,
  });
  const user = toUser(call.options.user);
  const version = await readVersion(file);
  const { players } = choosePlayers(fleet.players(), call.options);
  const waves = toWaves(players, version, size);
  const outcomes: Outcome[] = [];
  const report = (outcome: Outcome): void => {
    outcomes.push(outcome);
    if (!call.isJson) call.io.out(toOutcomeLine(outcome));
  };
  for (const player of players.filter((entry) => entry.version === version))
    report({ player: player.id, isDone: true, text: `has ${version} already` });
  for (const wave of waves) {
    const isStopped = outcomes.some(({ isDone }) => !isDone);
    if (isStopped) for (const { id } of wave) report({ player: id, isDone: false, text: 'left as it was' });
    else
      await Promise.all(
        wave.map(async (player) => report(await updateOne(fleet, player, { file, user, version, seconds }))),
      );
  }
  return toOutcomeAnswer(outcomes, true);
};

export const FLEET_UPDATE_COMMAND: Command = {
  name: 'fleet update',
  takes: [{ name: 'PACKAGE', completes: 'file' }],
  options: [
    ...CHOICE_OPTIONS,
    {
      name: 'wave',
      value: 'COUNT',
      meaning: `players at a time, after the first one alone (default ${WAVE})`,
    },
    {
      name: 'watch',
      value: 'SECONDS',
      meaning: `how long a player may take to be healthy at the broker again (default ${RETURN_TIMEOUT_SECONDS})`,
    },
    { name: 'user', value: 'NAME', meaning: 'SSH user that may install packages (default `root`)' },
  ],
  meaning: 'updates players in waves over SSH; stops at the first unhealthy player',
  more: 'Each player runs `cuedeck update`, which puts the old version back when the new one fails. A player is healthy when it is at the broker again with its clips and no new fault. SSH must log in without a prompt.',
  run: (call) => withFleet(call, (fleet) => run(call, fleet)),
};

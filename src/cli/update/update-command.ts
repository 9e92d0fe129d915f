// `cuedeck update`: installs a package, watches what it does, and puts the version before it back when it fails.
import { rmSync } from 'node:fs';
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { toReason } from '../../base/errors.ts';
import { PLAYER_UNIT } from '../../config/player-connection.ts';
import { type Ask, inFolders } from '../backup/folder-task-runner.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call, Command } from '../command.ts';
import { readClips } from '../player-status.ts';
import { createProgress } from '../progress.ts';
import { attempt, outputOf } from '../subprocess.ts';
import { packInstalled } from './package-copy.ts';
import { watchPlayer } from './update-watch.ts';

const PACKAGE = 'cuedeck';
const ENDINGS = ['SIGINT', 'SIGTERM'] as const;
const WATCH_SECONDS = 120;
const MAX_WATCH_SECONDS = 3600;
const INSTALL_TIMEOUT_SECONDS = 1800;
/** Not in memory, of which a small board has little; the files here are needed for a rollback. */
const WORK_FOLDER = '/var/tmp';
/** On the image, apt-get and dpkg use it to make the read-only root writable while they run. */
const OPENER = '/usr/lib/cuedeck-appliance/writable';

const reject = (text: string): CliError => new CliError(EXIT.refused, `${text} Nothing was changed.`);

/** @throws CliError when it is not a whole package of the player */
const readVersion = async (file: string): Promise<string> => {
  await access(file, constants.R_OK).catch((error) => {
    throw reject(`${file} cannot be read: ${toReason(error)}.`);
  });
  const fields = await outputOf('dpkg-deb', ['--field', file, 'Package', 'Version']);
  // Listing reads to the end of the archive and verifies its checksum.
  const isWhole =
    fields !== undefined && (await attempt('dpkg-deb', ['--contents', file], INSTALL_TIMEOUT_SECONDS)).isDone;
  if (!isWhole) throw reject(`${file} is no Debian package, or damaged. Get it again.`);
  const [, name] = /^Package: (.*)$/m.exec(fields) ?? [];
  const [, version = ''] = /^Version: (.*)$/m.exec(fields) ?? [];
  if (name !== PACKAGE) throw reject(`${file} is the package ${name}; this updates ${PACKAGE}.`);
  return version;
};

const checkNewer = async (version: string, installed: string): Promise<void> => {
  if (version === installed) throw reject(`cuedeck ${version} is what runs already.`);
  if ((await attempt('dpkg', ['--compare-versions', version, 'gt', installed], 10)).isDone) return;
  throw reject(
    `cuedeck ${version} is older than ${installed}, which runs; \`apt install --allow-downgrades\` goes back.`,
  );
};

const parseSeconds = (given: string | boolean | undefined): number => {
  if (given === undefined) return WATCH_SECONDS;
  const seconds = Number(given);
  if (/^\d{1,4}$/.test(String(given)) && seconds >= 1 && seconds <= MAX_WATCH_SECONDS) return seconds;
  throw new CliError(EXIT.usage, `--watch ${given} is invalid; allowed: seconds from 1 to ${MAX_WATCH_SECONDS}.`);
};

const checkRights = async (): Promise<void> => {
  if (process.getuid?.() !== 0) throw new CliError(EXIT.noPermission, 'Packages are installed by root. Use sudo.');
  const canInstall = await Promise.any([access('/usr/lib', constants.W_OK), access(OPENER, constants.X_OK)]).then(
    () => true,
    () => false,
  );
  if (!canInstall) throw reject('The root file system is read-only: make it writable first (`mount -o remount,rw /`).');
};

/** Progress of the command, for its signal handler. */
interface Progressing {
  /** True between two versions, when it must not end. */
  isChanging: boolean;
  /** True when the operator needs the files in the work folder. */
  isKept: boolean;
}

/** Runs in its own session: Ctrl-C or the loss of the terminal would otherwise leave half of a package. */
const changePackages = (...command: readonly string[]) =>
  attempt('setsid', ['--wait', ...command], INSTALL_TIMEOUT_SECONDS);

/** Installs and watches it; undefined when it is healthy, else the fault. */
const tryNew = async (
  call: Call,
  file: string,
  { clips, seconds, state }: { readonly clips: number; readonly seconds: number; readonly state: Progressing },
): Promise<string | undefined> => {
  const args = ['install', '--yes', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  const quietly = ['-o', 'Dpkg::Options::=--force-confdef', '-o', 'Dpkg::Options::=--force-confold'];
  const environment = ['DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  state.isChanging = true;
  const { isDone, lastLine } = await changePackages('env', ...environment, ...args, ...quietly, file);
  if (!isDone) return `it cannot be installed: ${lastLine}`;
  const progress = createProgress(call.io, 'watching');
  state.isChanging = false;
  try {
    return await watchPlayer({ api: call.api, clips, seconds, onPassed: progress.show });
  } finally {
    state.isChanging = true;
    progress.end();
  }
};

interface WayBack {
  /** The package of the previous version. */
  readonly before: string;
  /** The clip list of that version. */
  readonly kept: string;
}

/** Restores the previous version; whatever fails, a player is started. `text` follows its name and describes the result. */
const goBack = async (call: Call, ask: Ask, { before, kept }: WayBack, clips: number) => {
  await attempt('systemctl', ['stop', PLAYER_UNIT], 60);
  const listTrouble = await ask('putListBack', await readFile(kept, 'utf8').catch(() => '')).then(
    () => undefined,
    toReason,
  );
  const { isDone, lastLine } = await changePackages('dpkg', '--force-confold', '--install', before);
  if (!isDone) {
    await attempt('systemctl', ['start', PLAYER_UNIT], 60);
    const why = lastLine.replace(/\.$/, '');
    return {
      text: `cannot be put back: ${why}. \`dpkg --install ${before}\` does it; its clip list is ${kept}.`,
      needsWork: true,
    };
  }
  const trouble = await watchPlayer({ api: call.api, clips, seconds: 1, onPassed: () => undefined });
  const text = trouble === undefined ? 'is back and runs' : `does not run either: ${trouble.replace(/\.$/, '')}`;
  if (listTrouble === undefined) return { text: `${text}.`, needsWork: false };
  return {
    text: `${text}; its clip list could not be put back: ${listTrouble}. It is kept as ${kept}.`,
    needsWork: true,
  };
};

const readList = async (ask: Ask): Promise<Buffer | undefined> => {
  const parts: Buffer[] = [];
  const write = async (bytes: Buffer): Promise<void> => void parts.push(bytes);
  return ask('readList', undefined, { write }).then(
    () => Buffer.concat(parts),
    () => undefined,
  );
};

interface Asked {
  readonly file: string;
  readonly seconds: number;
  /** Work folder. */
  readonly work: string;
  readonly state: Progressing;
}

const runUpdate = async (call: Call, ask: Ask, { file, seconds, work, state }: Asked) => {
  const version = await readVersion(file);
  const installed = (await outputOf('dpkg-query', ['--show', PACKAGE]))?.split('\t')[1]?.trim() ?? '';
  if (installed === '') throw reject('The player is not installed from a package; `apt install` does it.');
  await checkNewer(version, installed);
  const clips = await readClips(call.api);
  const before = await packInstalled(PACKAGE, work);
  const kept = join(work, 'clips.json');
  const former = await readList(ask);
  if (former !== undefined) await writeFile(kept, former);
  const trouble = await tryNew(call, file, { clips: clips.length, seconds, state });
  if (trouble === undefined) return { version, installed };
  const back = await goBack(call, ask, { before, kept }, clips.length);
  state.isKept = back.needsWork;
  throw new CliError(
    EXIT.refused,
    `${`cuedeck ${version} failed: ${trouble}.`.replace(/\.\.$/, '.')} cuedeck ${installed} ${back.text}`,
  );
};

export const UPDATE_COMMAND: Command = {
  name: 'update',
  takes: [{ name: 'FILE', completes: 'file' }],
  options: [
    { name: 'watch', value: 'SECONDS', meaning: `how long to watch the new version (default ${WATCH_SECONDS})` },
  ],
  meaning: 'installs a newer package, watches it for two minutes, and restores the old version if it fails',
  more: 'Fails: it does not come up within a minute, ends, loses its mpv or clips, or answers no more. Clips, list and settings stay. The way back needs no network. A power cut or Ctrl-C while it watches leaves the new version.',
  run: async (call) => {
    const [path = ''] = call.arguments;
    const seconds = parseSeconds(call.options.watch);
    await checkRights();
    // A lost connection must not end it half-way.
    const stay = (): void => undefined;
    const state: Progressing = { isChanging: false, isKept: false };
    const work = await mkdtemp(join(WORK_FOLDER, 'cuedeck-update-'));
    const end = (signal: NodeJS.Signals): void => {
      if (state.isChanging) return;
      rmSync(work, { recursive: true, force: true });
      for (const ending of ENDINGS) process.off(ending, end);
      process.kill(process.pid, signal);
    };
    process.on('SIGHUP', stay);
    for (const ending of ENDINGS) process.on(ending, end);
    try {
      const { version, installed } = await inFolders(call, (ask) =>
        runUpdate(call, ask, { file: resolve(path), seconds, work, state }),
      );
      return {
        lines: [`cuedeck ${version} runs, and ran well for ${seconds} s. Before it was ${installed}.`],
        json: { version, before: installed },
      };
    } finally {
      if (!state.isKept) await rm(work, { recursive: true, force: true });
      process.off('SIGHUP', stay);
      for (const ending of ENDINGS) process.off(ending, end);
    }
  },
};

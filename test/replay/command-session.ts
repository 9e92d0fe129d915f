// Plays a script of command lines and settings and writes down what each prints and how it ends.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { toMessage } from '../../src/base/errors.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { PLAYER_SETTINGS } from '../../src/config/player.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { TALKGROUP_SETTINGS } from '../../src/config/talkgroup.ts';
import { createDaemonFolder, daemonEnvironment } from '../e2e/daemon.ts';
import { toMarked, toVisible } from './marks.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built program as a process. */
const runProgram = (words: readonly string[], folder: string): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
    const settings = words.slice(0, first).map((word) => word.split('='));
    const program = new URL(`../../dist/${words[first]}.js`, import.meta.url).pathname;
    const child = spawn(process.execPath, [program, ...words.slice(first + 1)], {
      env: { PATH: process.env.PATH, ...daemonEnvironment(folder), ...Object.fromEntries(settings) },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
  });

/** `cuedeck` itself, in this process: dozens of them would take many seconds. */
const runHere = async (args: readonly string[]): Promise<Ended> => {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCommandLine(args, {
    out: (line) => void out.push(`${line}\n`),
    err: (line) => void err.push(`${line}\n`),
    input: process.stdin,
    takeOutput: () => process.stdout,
    isWatched: false,
    environment: {},
    program: new URL('../../dist/cuedeck.js', import.meta.url).pathname,
  });
  return { code, out: out.join(''), err: err.join('') };
};

/** What a daemon would say of a setting before it ends with 78. */
const trySetting = (line: string): string => {
  const at = line.indexOf('=');
  const environment = { [line.slice(0, at)]: line.slice(at + 1).replaceAll('\\n', '\n') };
  try {
    readConfig(line.startsWith('CUEDECK_TALKGROUP_') ? TALKGROUP_SETTINGS : PLAYER_SETTINGS, environment);
    return 'taken\n';
  } catch (error) {
    return `${toMessage(error)}\n`;
  }
};

const toText = ({ code, out, err }: Ended): string => {
  const [said, complained] = [out, err].map((text) => toMarked(toVisible(text)));
  return `exit ${code}\n${said}${complained === '' ? '' : `--- on the error output\n${complained}`}`;
};

/**
 * @param script lines: `@run NAME=VALUE… PROGRAM ARGUMENT…` of a built program, `cuedeck ARGUMENT…`, or `NAME=VALUE` of a setting
 * @returns the record of it
 */
export const runCommands = async (script: string): Promise<string> => {
  const folder = createDaemonFolder();
  const record: string[] = [];
  try {
    for (const line of script.split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const [first, ...words] = line.split(' ');
      const text =
        first === '@run'
          ? toText(await runProgram(words, folder))
          : first === 'cuedeck'
            ? toText(await runHere(words))
            : trySetting(line);
      record.push(`>>> ${line}\n${text}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return record.join('\n');
};

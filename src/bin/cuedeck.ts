// Entry point of `cuedeck`, the maintenance command; it uses the daemons' own interfaces.

import { toReason } from '../base/errors.ts';
import { isFolderProcess, serveFolderTasks } from '../cli/backup/folder-task-process.ts';
import { EXIT } from '../cli/cli-error.ts';
import { runCommandLine } from '../cli/command-line.ts';
import { processEnvironment } from '../config/environment.ts';

const runHere = async (): Promise<void> => {
  let isTaken = false;

  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader may stop early (`cuedeck clips | head -1`); the command itself is done.
    if (isTaken) return;
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    process.stderr.write(`The output cannot be written: ${toReason(error)}.\n`, () => process.exit(EXIT.refused));
  });

  // A lost terminal accepts no output; `cuedeck update` keeps watching without one.
  process.stderr.on('error', () => undefined);

  process.exitCode = await runCommandLine(process.argv.slice(2), {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    input: process.stdin,
    takeOutput: () => {
      isTaken = true;
      return process.stdout;
    },
    isWatched: process.stderr.isTTY,
    environment: processEnvironment(),
    program: process.argv[1] ?? '',
  });
};

if (isFolderProcess(process.argv[2])) serveFolderTasks(process.stdin);
else await runHere();

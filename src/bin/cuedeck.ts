// Entry point of `cuedeck`, the maintenance command; it uses the daemons' own interfaces.

import { isFolderProcess, serveFolderWorks } from '../cli/backup/folder-task-process.ts';
import { EXIT } from '../cli/cli-error.ts';
import { runCommandLine } from '../cli/command-line.ts';
import { processEnvironment } from '../config/environment.ts';

const runHere = async (): Promise<void> => {
  let isTaken = false;

  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads us may have enough before the end (`cuedeck clips | head -1`); what the command did is done.
    if (!isTaken) process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.refused);
  });

  // A terminal that was lost takes nothing more, and `cuedeck update` watches on without one.
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

if (isFolderProcess(process.argv[2])) serveFolderWorks(process.stdin);
else await runHere();

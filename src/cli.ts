// `cuedeck`: maintenance of the daemons from a shell.
import { processEnvironment } from './config.ts';
import { EXIT, talkgroupCommand } from './talkgroup/cli.ts';

const [area, ...args] = process.argv.slice(2);
const io = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  err: (line: string) => void process.stderr.write(`${line}\n`),
  input: process.stdin,
  environment: processEnvironment(),
};

if (area === 'talkgroup') process.exitCode = await talkgroupCommand(args, io);
else {
  io.err('cuedeck talkgroup COMMAND');
  process.exitCode = EXIT.usage;
}

// `cuedeck`, for maintenance over SSH: talks to the daemons' own interfaces.
import { processEnvironment } from './config.ts';
import { VERSION } from './host/version.ts';
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
  io.out(`cuedeck ${VERSION}`);
  io.out('cuedeck talkgroup COMMAND administers the talkgroup service; --help lists the commands');
  process.exitCode = area === undefined || area === '--version' || area === '--help' ? EXIT.done : EXIT.usage;
}

// `cuedeck`, for maintenance over SSH: talks to the daemons' own interfaces.
import { PLAYER_SETTINGS, processEnvironment, readConfig } from './config.ts';
import { VERSION } from './host/version.ts';
import { HYPERDECK_HELP, hyperDeckCommand } from './hyperdeck/log-cli.ts';
import { EXIT, talkgroupCommand } from './talkgroup/cli.ts';

const [area, ...args] = process.argv.slice(2);
const io = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  err: (line: string) => void process.stderr.write(`${line}\n`),
  input: process.stdin,
  environment: processEnvironment(),
};

if (area === 'talkgroup') process.exitCode = await talkgroupCommand(args, io);
else if (area === 'hyperdeck') {
  const { stateDir } = readConfig(PLAYER_SETTINGS, io.environment);
  process.exitCode = await hyperDeckCommand(args, { ...io, stateDir });
} else {
  io.out(`cuedeck ${VERSION}`);
  io.out('cuedeck talkgroup COMMAND administers the talkgroup service; --help lists the commands');
  for (const line of HYPERDECK_HELP) io.out(line);
  process.exitCode = area === undefined || area === '--version' || area === '--help' ? EXIT.done : EXIT.usage;
}

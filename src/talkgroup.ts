// `cuedeck-talkgroup`: the talkgroup daemon. Reads its settings, runs until a signal, stops within two seconds.
import packageJson from '../package.json' with { type: 'json' };
import { ConfigError, EX_CONFIG, processEnvironment, readConfig, TALKGROUP_SETTINGS, toHelpLines } from './config.ts';
import { toMessage } from './errors.ts';
import { createLog } from './log.ts';
import { createSystemClock } from './talkgroup/clock.ts';
import { TalkgroupService } from './talkgroup/talkgroup-service.ts';

const STOP_SECONDS = 1.8;

const HELP = [
  'cuedeck-talkgroup: a DMR master with the talkgroup API',
  '',
  '  --help     this text',
  '  --version  the version',
  '',
  'Settings are environment variables:',
  ...toHelpLines(TALKGROUP_SETTINGS),
  '',
].join('\n');

const run = async (): Promise<void> => {
  const environment = processEnvironment();
  const config = readConfig(TALKGROUP_SETTINGS, environment);
  const log = createLog({ journal: environment.JOURNAL_STREAM !== undefined, debug: false });
  const service = new TalkgroupService({ config, log, version: packageJson.version, clock: createSystemClock() });
  const { http, dmr, adminSocket, metrics } = await service.start();
  log.info(`listening ${http}`);
  log.info(`listening dmr ${dmr}`);
  if (metrics !== undefined) log.info(`listening metrics ${metrics}`);
  log.info(`administration at ${adminSocket}`);

  await new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  const deadline = setTimeout(() => {
    log.error('a part did not stop in time');
    process.exit(1);
  }, STOP_SECONDS * 1000);
  await service.stop();
  clearTimeout(deadline);
};

const [word] = process.argv.slice(2);
if (word === '--help') process.stdout.write(HELP);
else if (word === '--version') process.stdout.write(`${packageJson.version}\n`);
else
  try {
    await run();
  } catch (error) {
    process.stderr.write(`${toMessage(error)}\n`);
    process.exitCode = error instanceof ConfigError ? EX_CONFIG : 1;
  }

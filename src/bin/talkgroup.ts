// The talkgroup daemon: a DMR master with the talkgroup API.
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { createLog } from '../base/log.ts';
import { processEnvironment, readServiceEnvironment } from '../config/environment.ts';
import { readConfig, readLogLevel, toHelpLines } from '../config/read-config.ts';
import { TALKGROUP_PREFIX, TALKGROUP_SETTINGS } from '../config/talkgroup.ts';
import { runDaemon, type Service } from '../daemon/run-daemon.ts';
import { createSystemClock } from '../talkgroup/clock.ts';
import { TalkgroupService } from '../talkgroup/talkgroup-service.ts';

const { version } = packageJson;
const environment = processEnvironment();
/** Beside the bundle. */
const dashboardFolder = fileURLToPath(new URL('./dashboard', import.meta.url));
const serviceEnvironment = readServiceEnvironment(environment);
const log = createLog({
  journal: serviceEnvironment.isJournal,
  level: readLogLevel(TALKGROUP_SETTINGS.logLevel, environment),
});

const startTalkgroup = async (): Promise<Service> => {
  const config = readConfig(TALKGROUP_SETTINGS, environment);
  const service = new TalkgroupService({ config, log, version, dashboardFolder, clock: createSystemClock() });
  const { http, dmr, adminSocket, metrics } = await service.start();
  log.info(`listening ${http}`);
  log.info(`listening dmr ${dmr}`);
  if (metrics !== undefined) log.info(`listening metrics ${metrics}`);
  log.info(`administration at ${adminSocket}`);
  return {
    // Running this code proves that the event loop is alive; there is nothing else to check.
    isWell: () => true,
    status: () => `Serving ${http}, hotspots at ${dmr}`,
    stop: () => service.stop(),
  };
};

await runDaemon({
  settings: { table: TALKGROUP_SETTINGS, prefix: TALKGROUP_PREFIX },
  args: process.argv.slice(2),
  help: [
    `cuedeck-talkgroup ${version}: a DMR master with the talkgroup API.`,
    'Settings are environment variables:',
    ...toHelpLines(TALKGROUP_SETTINGS),
  ],
  version,
  log,
  ...serviceEnvironment,
  environment,
  start: startTalkgroup,
});

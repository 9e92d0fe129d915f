// The player daemon: plays clips with mpv, until a signal ends it.
import { fileURLToPath } from 'node:url';
import { createLog } from '../base/log.ts';
import { processEnvironment, readServiceEnvironment } from '../config/environment.ts';
import { PLAYER_PREFIX, PLAYER_SETTINGS } from '../config/player.ts';
import { readLogLevel, toHelpLines } from '../config/read-config.ts';
import { runDaemon } from '../daemon/run-daemon.ts';
import { VERSION } from '../host/version.ts';
import { startPlayer } from '../player/player.ts';

// The bundle is in dist/.
const INSTALL_DIR = fileURLToPath(new URL('..', import.meta.url));

const environment = processEnvironment();
const serviceEnvironment = readServiceEnvironment(environment);
const log = createLog({
  journal: serviceEnvironment.isJournal,
  level: readLogLevel(PLAYER_SETTINGS.logLevel, environment),
});

await runDaemon({
  settings: { table: PLAYER_SETTINGS, prefix: PLAYER_PREFIX },
  args: process.argv.slice(2),
  help: [
    `cuedeck-player ${VERSION}: plays clips with mpv, controlled over HTTP.`,
    'Settings are environment variables:',
    ...toHelpLines(PLAYER_SETTINGS),
  ],
  version: VERSION,
  log,
  ...serviceEnvironment,
  environment,
  start: () => startPlayer({ environment, serviceEnvironment, installDir: INSTALL_DIR, log }),
});

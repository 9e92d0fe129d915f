// Applies cuedeck.txt: `cuedeck-card settings` early at boot, `cuedeck-card outputs` once the player runs.
import { join } from 'node:path';
import { toReason } from '../base/errors.ts';
import { createLog } from '../base/log.ts';
import { applyOutputs } from '../boot-config/apply-outputs.ts';
import { applyCard } from '../boot-config/apply-settings.ts';
import { processEnvironment, readServiceEnvironment } from '../config/environment.ts';
import { PLAYER_SETTINGS } from '../config/player.ts';
import { CLOSED_CONF, findPlayer } from '../config/player-connection.ts';
import { readLogLevel } from '../config/read-config.ts';

const STATE_DIR = '/data/appliance';
const EX_USAGE = 64;

const environment = processEnvironment();
const log = createLog({
  journal: readServiceEnvironment(environment).isJournal,
  level: readLogLevel(PLAYER_SETTINGS.logLevel, environment),
});
const [, , verb = '', card = '/boot/firmware/cuedeck.txt'] = process.argv;

try {
  if (verb === 'settings') {
    const places = {
      card,
      kept: STATE_DIR,
      names: '/var/lib/cuedeck-names',
      hosts: '/etc/hosts',
      playerConf: '/etc/cuedeck/player.conf',
      closed: CLOSED_CONF,
    };
    // Boot continues, whatever the file contains.
    await applyCard(places, log);
  } else if (verb === 'outputs') {
    await applyOutputs(join(STATE_DIR, 'outputs.json'), findPlayer({}), log);
  } else {
    log.error('usage: cuedeck-card settings|outputs');
    process.exitCode = EX_USAGE;
  }
} catch (error) {
  log.error(`cuedeck.txt: ${toReason(error)}`);
  process.exitCode = 1;
}

// Entry point of the host-name helper, the only service that runs as root; systemd starts it on a connection.

import { createLog } from '../base/log.ts';
import { processEnvironment, readServiceEnvironment, toPassedDescriptors } from '../config/environment.ts';
import { HOSTNAME_SETTINGS } from '../config/player.ts';
import { readConfig, readLogLevel } from '../config/read-config.ts';
import { createHostNameHelper } from '../host/hostname/host-name-helper.ts';
import { createHostNameSetter } from '../host/hostname/host-name-setter.ts';

const IDLE_SECONDS = 3;
const EX_USAGE = 64;

const environment = processEnvironment();
const log = createLog({
  journal: readServiceEnvironment(environment).isJournal,
  level: readLogLevel(HOSTNAME_SETTINGS.logLevel, environment),
});
const descriptor = toPassedDescriptors(environment).get('hostname');

if (descriptor === undefined) {
  log.error('cuedeck-hostname is started by systemd, when somebody connects to cuedeck-hostname.socket');
  process.exitCode = EX_USAGE;
} else {
  const { hostRoot } = readConfig(HOSTNAME_SETTINGS, environment);
  let idle: NodeJS.Timeout | undefined;
  const wait = (): void => {
    clearTimeout(idle);
    // A client that connects during the exit waits in systemd's queue and starts the next helper.
    idle = setTimeout(() => process.exit(0), IDLE_SECONDS * 1000);
  };
  const server = createHostNameHelper({ setter: createHostNameSetter({ hostRoot, log }), log, onIdle: wait });
  server.on('connection', () => clearTimeout(idle));
  const fail = (): void => process.exit(1);
  server.once('error', fail);
  server.listen({ fd: descriptor }, () => {
    server.off('error', fail);
    wait();
  });
}

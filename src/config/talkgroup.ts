// Every setting of the talkgroup service: name, default, meaning and type.
import type { ConfigOf } from './read-config.ts';
import { folder, folderOrPrivate, hostOrNone, logLevel, name, onOff, port, portOrOff } from './setting-types.ts';

export const TALKGROUP_SETTINGS = {
  httpHost: name('CUEDECK_TALKGROUP_HTTP_HOST', '0.0.0.0', 'address the talkgroup API listens on'),
  httpPort: port('CUEDECK_TALKGROUP_HTTP_PORT', '8081', 'port of the talkgroup API'),
  dmrHost: name('CUEDECK_TALKGROUP_DMR_HOST', '0.0.0.0', 'address that hotspots log in at; `::` = IPv6 and IPv4'),
  dmrPort: port('CUEDECK_TALKGROUP_DMR_PORT', '62031', 'UDP port that hotspots log in at'),
  stateDir: folder('CUEDECK_TALKGROUP_STATE_DIR', './var/talkgroup', 'peers, tokens and talkgroups'),
  runtimeDir: folderOrPrivate('CUEDECK_TALKGROUP_RUNTIME_DIR', '', 'folder of the administration socket `admin.sock`'),
  publicHost: hostOrNone(
    'CUEDECK_TALKGROUP_PUBLIC_HOST',
    '',
    'address printed for hotspots; empty = the first of this machine',
  ),
  dashboard: onOff('CUEDECK_TALKGROUP_DASHBOARD', 'on', 'the live page at `/`'),
  metricsPort: portOrOff(
    'CUEDECK_TALKGROUP_METRICS_PORT',
    'off',
    'port on 127.0.0.1 for Prometheus; `off` = only on the administration socket',
  ),
  logLevel: logLevel(
    'CUEDECK_TALKGROUP_LOG_LEVEL',
    'info',
    'least urgent level that is logged: `error`, `warning`, `info` or `debug`',
  ),
} as const;

export const TALKGROUP_PREFIX = /^CUEDECK_TALKGROUP_/;

export type TalkgroupConfig = ConfigOf<typeof TALKGROUP_SETTINGS>;

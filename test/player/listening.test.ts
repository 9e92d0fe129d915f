import { expect, test } from 'vitest';
import { listenOn } from '../../src/player/transport.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';

test.each([
  ['127.0.0.1', { eth0: '192.0.2.7' }, 'listening http://127.0.0.1:8080'],
  ['0.0.0.0', { eth0: '192.0.2.7', wlan0: '192.0.2.8' }, 'listening http://192.0.2.7:8080 (on every address)'],
  ['::', { eth0: '2001:db8::7' }, 'listening http://[2001:db8::7]:8080 (on every address)'],
  ['0.0.0.0', {}, 'listening http://localhost:8080 (on every address)'],
])('on %s with %o the log has an address that can be used', async (httpHost, interfaces, line) => {
  const log = createRecordingLog();
  await listenOn(
    { config: { httpHost }, machine: { interfaces: () => interfaces }, log },
    { setting: 'httpPort', port: 8080, label: 'http://' },
    async (address, port) => ({ address, port }),
  );
  expect(log.lines.map(({ text }) => text)).toEqual([line]);
});

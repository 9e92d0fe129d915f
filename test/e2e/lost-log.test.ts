// A log that nobody reads any more, as after a crash of the journal, ends no daemon.
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { callDaemon } from '../../src/talkgroup/admin/admin-client.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { startDaemon as startTalkgroup } from '../talkgroup/fakes/daemon-process.ts';
import { createClient } from './client.ts';
import { startDaemon } from './daemon.ts';

/** Both outputs lose their reader. */
const leave = async (...outputs: readonly (NodeJS.ReadableStream | null)[]): Promise<void> => {
  for (const output of outputs) {
    const closed = output && once(output, 'close');
    if (output !== null && 'destroy' in output && typeof output.destroy === 'function') output.destroy();
    await closed;
  }
};

test('the player goes on, whatever it has to say', async () => {
  const daemon = await startDaemon({ environment: { CUEDECK_LOG_LEVEL: 'debug' } });
  onTestFinished(() => daemon.dispose());
  await daemon.line(/^picture up/);
  await leave(daemon.process.stdout, daemon.process.stderr);
  const client = createClient(daemon.url);
  await fetch(`${daemon.url}/api/v1/device/restart-player`, { method: 'POST' });
  for (let times = 0; times < 3; times += 1) await client.get('/select_clip', { id: 0 });
  await expect
    .poll(async () => {
      const answer = await fetch(`${daemon.url}/api/v1/log`);
      return ((await answer.json()) as { lines: readonly { text: string }[] }).lines.map(({ text }) => text);
    })
    .toContainEqual(expect.stringMatching(/^player ended/));
  expect(await daemon.end()).toBe(0);
});

test('the talkgroup service goes on, whatever it has to say', async () => {
  const folder = await temporaryFolder();
  const { child, adminSocket, end } = await startTalkgroup({
    CUEDECK_TALKGROUP_STATE_DIR: `${folder}/state`,
    CUEDECK_TALKGROUP_RUNTIME_DIR: `${folder}/run`,
  });
  await leave(child.stdout, child.stderr);
  for (const peer of ['2345671', '2345672', '2345673'])
    await callDaemon(adminSocket, { command: 'peer add', arguments: [peer, 'M0ABC'], options: {} });
  expect((await end('SIGTERM')).code).toBe(0);
});

// The output settings of cuedeck.txt, sent to a real HTTP server.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyOutputs } from '../../src/boot-config/apply-outputs.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { createServer } from '../http/server-under-test.ts';

const TOKEN = 'stage löft, left';

const apply = async (wanted: object, token = TOKEN) => {
  const { url, deck } = await createServer({ token: TOKEN });
  const pending = join(await temporaryFolder(), 'outputs.json');
  writeFileSync(pending, JSON.stringify(wanted));
  const outcome = await applyOutputs(pending, { url, token }, createRecordingLog()).then(
    () => 'done',
    (error: unknown) => String(error),
  );
  return { outcome, isPending: existsSync(pending), output: deck.state().document.settings.output };
};

test('what is chosen is the setting of the player, and nothing is pending any more', async () => {
  expect(await apply({ rotation: '90', 'display-mode': '1920x1080@50' })).toEqual({
    outcome: 'done',
    isPending: false,
    output: { rotationDegrees: 90, displayMode: '1920x1080@50' },
  });
});

test('an empty setting goes back to what the player does by itself', async () => {
  expect(await apply({ rotation: '', 'display-mode': '' })).toEqual({
    outcome: 'done',
    isPending: false,
    output: { rotationDegrees: 0 },
  });
});

test('what the player refuses stays for the next boot', async () => {
  const { outcome, isPending } = await apply({ rotation: '90' }, 'wrong');
  expect([outcome, isPending]).toEqual([expect.stringContaining('token'), true]);
});

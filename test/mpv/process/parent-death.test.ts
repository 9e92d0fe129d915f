// mpv dies with the player where `setpriv` may run, and starts all the same where it may not.
import { afterEach, expect, test, vi } from 'vitest';
import { writeScript } from '../../fixtures/script.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

const load = () => import('../../../src/mpv/process/parent-death.ts');

test('the command line is that of setpriv before that of the program', async () => {
  const { withParentDeath } = await load();
  expect(await withParentDeath('mpv', ['--idle'])).toEqual(['setpriv', '--pdeathsig', 'KILL', '--', 'mpv', '--idle']);
});

test.each([
  ['is forbidden', 'echo "setpriv: activate capabilities: Operation not permitted" >&2; exit 1'],
  ['is not there', undefined],
])('where setpriv %s, the program is started by itself', async (_how, lines) => {
  const folder = await temporaryFolder();
  if (lines !== undefined) await writeScript(folder, 'setpriv', lines);
  vi.stubEnv('PATH', folder);
  const { withParentDeath } = await load();
  expect(await withParentDeath('mpv', ['--idle'])).toEqual(['mpv', '--idle']);
});

// Starts of programs.
import { getEventListeners, once } from 'node:events';
import { expect, test } from 'vitest';
import { startProgram } from '../../src/base/child-process.ts';

test('neither starts that fail nor programs that have ended leave a listener on the signal', async () => {
  const { signal } = new AbortController();
  for (let tries = 0; tries < 3; tries += 1)
    await expect(startProgram('/nowhere/program', [], { signal })).rejects.toMatchObject({ code: 'ENOENT' });
  // Refused by Node itself.
  await expect(startProgram('true', ['\0'], { signal })).rejects.toMatchObject({ code: 'ERR_INVALID_ARG_VALUE' });
  const child = await startProgram('true', [], { signal, stdio: 'ignore' });
  await once(child, 'exit');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a program that is aborted is killed, also when the signal came before its start', async () => {
  for (const isEarly of [true, false]) {
    const ending = new AbortController();
    if (isEarly) ending.abort();
    const child = await startProgram('sleep', ['60'], {
      signal: ending.signal,
      stdio: 'ignore',
      killSignal: 'SIGKILL',
    });
    const ended = new Promise((resolve) => child.once('close', (code, name) => resolve([code, name])));
    ending.abort();
    expect(await ended).toEqual([null, 'SIGKILL']);
  }
});

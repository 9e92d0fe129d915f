import { expect, test } from 'vitest';
import { AppError, ERROR_CODES } from '../../src/base/errors.ts';
import { toErrorBody, toStatus } from '../../src/http/http-error.ts';
import { videoClip } from '../fakes/memory-clip-store.ts';
import { createServer } from './server-under-test.ts';

const still = videoClip('still', { kind: 'still', durationSeconds: 0, outSeconds: 10 });

/** Asks, and expects a refusal that has changed nothing. */
const expectRejection = async (
  { get, deck, ask }: Awaited<ReturnType<typeof createServer>>,
  path: string,
  expected: [status: number, code: string, error: string],
): Promise<void> => {
  const before = deck.state();
  const [status, code, error] = expected;
  expect(await get(path)).toEqual([status, { error, code }]);
  expect(deck.state().document).toBe(before.document);
  expect(JSON.parse((await ask('/status')).text).CLIP_ID).toBe(0);
};

test.each(['/select_clip?id=4', '/delete?id=4', '/update_clip?id=4&name=a&startat=0&endat=1&loop=0'])(
  '%s: there is no such clip',
  async (path) => {
    await expectRejection(await createServer(), path, [404, 'clip-not-found', 'There is no clip 4; allowed: 0 to 3.']);
  },
);

test('the splash screen is not removed', async () => {
  await expectRejection(await createServer(), '/delete?id=0', [
    403,
    'splash-locked',
    'Clip 0 is the splash screen; it cannot be removed.',
  ]);
});

test('a file that is gone can not be selected', async () => {
  const server = await createServer();
  server.store.missing.add('a.mp4');
  await expectRejection(server, '/select_clip?id=1', [
    409,
    'file-missing',
    'The file of a.mp4 (a.mp4) is gone from the disk.',
  ]);
});

test("a file that can't be played is refused with the player's reason", async () => {
  const server = await createServer();
  server.unplayable.add('/clips/a.mp4');
  await expectRejection(server, '/select_clip?id=1', [
    409,
    'unplayable',
    "The player can't show a.mp4: unrecognized file format.",
  ]);
});

test('there is no timecode to go to on the splash screen or a still', async () => {
  const server = await createServer({ clips: [still] });
  await expectRejection(server, '/goto_secs?secs=1', [
    409,
    'not-seekable',
    'splashscreen is a still picture; there is no timecode to go to.',
  ]);
  await server.get('/select_clip?id=1');
  expect(await server.get('/goto_secs?secs=1')).toEqual([
    409,
    { error: 'still.mp4 is a still picture; there is no timecode to go to.', code: 'not-seekable' },
  ]);
});

test('a timecode beyond the end is refused', async () => {
  const { get, player } = await createServer();
  await get('/select_clip?id=1');
  player.steps.length = 0;
  expect(await get('/goto_secs?secs=10.001')).toEqual([
    400,
    { error: 'secs=10.001 is refused; allowed: 0 to 10.', code: 'invalid-value' },
  ]);
  expect(player.steps).toEqual([]);
});

test('a player that does not come back within 5 s is 503', async () => {
  const { get, player, clock, settle } = await createServer();
  player.lose('crashed');
  const asked = get('/play');
  // The request has reached the deck when another one, sent after it, is answered.
  await get('/status');
  await settle();
  clock.advance(5);
  expect(await asked).toEqual([
    503,
    { error: 'The player is restarting and did not come back in time.', code: 'player-unavailable' },
  ]);
});

test('a failed host name change is 500, names the step and is logged', async () => {
  const { get, log } = await createServer();
  expect(await get('/update_host?hostname=stuck')).toEqual([
    500,
    { error: 'The host name was not changed: kernel name.', code: 'host-name-failed' },
  ]);
  expect(log.lines.map(({ level, text }) => `${level} ${text.trim()}`)).toEqual([
    'error GET /update_host: The host name was not changed: kernel name.',
  ]);
});

test('a bad host name is refused', async () => {
  const { get } = await createServer();
  expect(await get('/update_host?hostname=not%20one%20label')).toEqual([
    400,
    { error: 'hostname=not one label is refused; allowed: one label.', code: 'invalid-value' },
  ]);
});

test('an unforeseen error is 500 in JSON, without a stack; the stack is in the log', async () => {
  const { ask, machine, log } = await createServer();
  machine.rename = () => Promise.reject(new TypeError('boom'));
  const { status, text } = await ask('/update_host?hostname=a&token=hush');
  expect([status, text]).toEqual([500, '{"error":"Something went wrong inside CueDeck: boom.","code":"internal"}']);
  expect(log.lines[0]?.text).toContain('TypeError: boom');
  expect(JSON.stringify(log.lines)).not.toContain('hush');
});

test('every code of the deck has its status', () => {
  const statuses = ERROR_CODES.map((code) => `${code} ${toStatus(code)}`);
  expect(statuses).toEqual([
    'missing-parameter 400',
    'repeated-parameter 400',
    'invalid-value 400',
    'clip-not-found 404',
    'splash-locked 403',
    'not-seekable 409',
    'file-missing 409',
    'unplayable 409',
    'unsupported-media 415',
    'upload-aborted 400',
    'too-large 413',
    'no-space 507',
    'storage-failed 500',
    'host-name-failed 500',
    'player-unavailable 503',
    'too-late 409',
    'taken-back 409',
    'list-not-found 404',
    'item-not-found 404',
    'nothing-standing-by 409',
    'end-of-list 409',
    'clock-unsure 409',
    'busy 503',
    'internal 500',
  ]);
});

test('who finds the deck busy is told when to try again', () => {
  expect(toErrorBody(new AppError('busy', 'More than 2000 operations are waiting.'))).toEqual({
    code: 'busy',
    message: 'More than 2000 operations are waiting.',
    headers: { 'Retry-After': '5' },
  });
});

// Each command of `cuedeck` against the running player, and what it says when it is asked for nonsense.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { media } from '../media/media.ts';
import { CUEDECK, createCuedeck, refused, runCuedeck, said, toPlayerSettings } from './cuedeck.ts';
import { createDaemonFolder, type Daemon, startDaemon } from './daemon.ts';

const TOKEN = 'stage löft, left';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

let daemon: Daemon;
let cuedeck: ReturnType<typeof createCuedeck>;

beforeAll(async () => {
  daemon = await startDaemon({ environment: { CUEDECK_TOKEN: TOKEN } });
  cuedeck = createCuedeck(daemon, { CUEDECK_TOKEN: TOKEN });
  await daemon.line(/^picture up/);
});
afterAll(() => daemon.dispose());

test('an evening of a person over SSH: clips come, play, change and go', async () => {
  copyFileSync(media('numbered-25.mp4'), join(daemon.folder, 'Grüße.mp4'));
  expect(await cuedeck('upload', 'Grüße.mp4', media('still.png'))).toEqual(
    said('Uploaded clip 1, Grüße.mp4.', 'Uploaded clip 2, still.png.'),
  );
  const edited = await cuedeck(
    'edit',
    'grüße.MP4',
    '--name',
    'Intro 日本',
    '--start',
    '2',
    '--end',
    '0:08.5',
    '--loop',
    'on',
  );
  expect(edited).toEqual(said('Changed clip 1, Intro 日本: 0:02.000 to 0:08.500, looping.'));
  expect(await cuedeck('select', '1')).toEqual(said('Cued: clip 1, Intro 日本, at 0:02.000 of 0:10.000.'));
  expect(await cuedeck('goto', '0:05')).toEqual(said('Paused: clip 1, Intro 日本, at 0:05.000 of 0:10.000.'));
  const { code, out } = await cuedeck('play');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Playing: clip 1, Intro 日本, at 0:05\.\d{3} of 0:10\.000\.\n$/),
  ]);
  expect(await cuedeck('stop')).toEqual(said('Cued: clip 1, Intro 日本, at 0:02.000 of 0:10.000.'));
  expect((await cuedeck('play', 'still.png')).out).toMatch(/^Playing: clip 2, still\.png, at 0:00\.\d{3}\.\n$/);
  expect((await cuedeck('clips')).out.split('\n').map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
    '# NAME FILE START END LENGTH LOOP PLAYS LUFS',
    '0 splashscreen 0:00.000 0:30.000 still loop',
    '1 Intro 日本 Grüße.mp4 0:02.000 0:08.500 0:10.000 loop smoothly -',
    '> 2 still.png 0:00.000 0:10.000 still',
    '',
  ]);
  expect(await cuedeck('update', '1', '--loop', 'off', '--fade-in', '0:01', '--fade-out', '0.5')).toEqual(
    said('Changed clip 1, Intro 日本: 0:02.000 to 0:08.500, fade in 1 s, fade out 0.5 s.'),
  );
  expect(await cuedeck('delete', 'Intro 日本')).toEqual(said('Deleted clip 1, Intro 日本.'));
  // For 10 s the page can bring it back.
  await expect.poll(() => readdirSync(daemon.clipsDir), { timeout: 20_000 }).toEqual(['still.png']);
  expect(await cuedeck('select', '0')).toEqual(said('The splash screen or black is up; select a clip to play.'));
});

test('status says what the control API says, and --json is its answer, with the transport and the active list', async () => {
  const { transport, list, ...status } = JSON.parse((await cuedeck('status', '--json')).out);
  expect([transport, list]).toEqual([expect.objectContaining({ standby: null, volumePercent: 100 }), null]);
  const client = await fetch(`${daemon.url}/status`, {
    headers: { Authorization: `Bearer ${Buffer.from(TOKEN).toString('latin1')}` },
  });
  const expected = (await client.json()) as Record<string, unknown>;
  expect({ ...status, PARTFREE: 0 }).toEqual({ ...expected, PARTFREE: 0 });
  const { out } = await cuedeck('status');
  expect(out.split('\n').map((line) => line.split('  ')[0])).toEqual([
    ...['Name', 'State', 'Speed', 'Clips', 'Address', 'At boot', 'Version', 'Device', ''],
  ]);
  expect(out).toContain(`\nDevice   ${expected.DEVICEID}, not licensed\n`);
});

test('a show is made, played and deleted from a shell', async () => {
  expect((await cuedeck('lists', 'create', 'Evening')).out).toMatch(/^Made the list Evening, [0-9a-f]{12}\.\n$/);
  expect(await cuedeck('lists', 'add', 'Evening', '1', '1')).toEqual(said('Added 2 clips to Evening, at 1.'));
  expect(await cuedeck('lists', 'item', 'Evening', '1', '--then', 'next', '--note', 'opens')).toEqual(
    said('Changed item 1 of Evening.'),
  );
  await cuedeck('activate', 'evening');
  expect((await cuedeck('go')).out).toMatch(/^Playing: clip 1, still\.png, /);
  expect((await cuedeck('status')).out).toMatch(
    /\nList +Evening, item 1 of 2, 0:\d\d\.\d{3} left\nStandby +clip 1, still\.png, item 2\nSpeed /,
  );
  expect((await cuedeck('lists', 'Evening')).out.replace(/ +/g, ' ')).toMatch(
    /^ # CLIP NAME .*\n> 1 1 still\.png 0:10\.000 next opens \S+\nGO 2 1 still\.png 0:10\.000 \(hold\) \S+\n$/,
  );
  expect(await cuedeck('lists', 'remove', 'Evening', '2')).toEqual(said('Removed one item from Evening; 1 left.'));
  expect(await cuedeck('lists', 'edit', 'Evening', '--name', 'Night')).toEqual(said('Changed the list Night.'));
  expect(await cuedeck('lists', 'delete', 'Night')).toEqual(said('Deleted the list Night.'));
  expect(await cuedeck('select', '0')).toEqual(said('The splash screen or black is up; select a clip to play.'));
});

test('hostname shows the name and changes it', async () => {
  expect(await cuedeck('hostname', 'Stage-Left')).toEqual(said('The host name is stage-left now.'));
  expect(await cuedeck('hostname')).toEqual(said('stage-left'));
  expect(await cuedeck('hostname', '--json')).toEqual(said('{"hostname":"stage-left"}'));
});

test('outputs shows and sets how the picture fits, and the delay of the sound', async () => {
  const outputs = JSON.parse((await cuedeck('outputs', '--json')).out);
  expect(outputs).toMatchObject({ fit: 'contain', audioDelayMilliseconds: 0 });
  const set = JSON.parse((await cuedeck('outputs', '--fit', 'cover', '--audio-delay', '-120', '--json')).out);
  expect(set).toEqual({ ...outputs, fit: 'cover', audioDelayMilliseconds: -120 });
  expect((await cuedeck('outputs')).out).toMatch(/Audio delay +-120 ms\n.*\nFit +cover/);
  expect(await cuedeck('outputs', '--fit', 'zoom')).toMatchObject({ code: 2, out: '' });
  expect(await cuedeck('outputs', '--audio-delay', '2001')).toMatchObject({ code: 2, out: '' });
  expect(JSON.parse((await cuedeck('outputs', '--fit=contain', '--audio-delay=0', '--json')).out)).toEqual(outputs);
});

test('safe-lock shows, locks and frees', async () => {
  expect(await cuedeck('safe-lock')).toEqual(said('Safe is not locked; each page has its own switch.'));
  expect(await cuedeck('safe-lock', 'on')).toEqual(said('Safe is locked on for all pages.'));
  expect(await cuedeck('safe-lock', '--json')).toEqual(said('{"safeLock":true}'));
  expect(await cuedeck('safe-lock', 'off', '--json')).toEqual(said('{"safeLock":false}'));
  expect(await cuedeck('safe-lock', 'open')).toMatchObject({ code: 2, out: '' });
});

test('version names the command and the player', async () => {
  expect(await cuedeck('version')).toEqual(said(`cuedeck ${version}`, `player ${version}`));
  expect(await cuedeck('--version')).toEqual(said(`cuedeck ${version}`));
  expect(JSON.parse((await cuedeck('version', '--json')).out)).toEqual({
    cuedeck: version,
    player: version,
    latest: version,
  });
});

test('license shows the device, and refuses a file that is no licence', async () => {
  const { out } = await cuedeck('license', '--json');
  expect(JSON.parse(out)).toEqual({ deviceId: expect.stringMatching(/^[0-9a-f]{16}$/), licensed: false });
  expect(await cuedeck('license', 'install', media('still.png'))).toEqual(
    refused(1, 'The licence is refused: it is not JSON.'),
  );
  expect((await cuedeck('license', 'install', 'nowhere')).err).toMatch(
    /^nowhere cannot be read: .*\. Name the licence file\.\n$/,
  );
});

describe('what is asked for in vain', () => {
  test.each([
    [['select', '99'], 1, 'There is no clip 99; the list has 0 to 1. `cuedeck clips` shows it.'],
    [['play', 'nope'], 1, 'There is no clip named "nope". `cuedeck clips` shows the list.'],
    [['delete', '0'], 1, 'Clip 0 is the splash screen; it cannot be removed.'],
    [['edit', '1'], 2, 'Nothing to change. Give --name, --start, --end, --loop, --fade-in or --fade-out.'],
    [['edit', '1', '--fade-in', '61'], 1, /fade/],
    [['edit', '1', '--loop', 'yes'], 2, '--loop "yes" is invalid; allowed: on or off.'],
    [['goto', '1:75'], 2, '"1:75" is not a time. Write seconds, such as 75.5, or 1:15.5.'],
    [['goto', '5'], 1, 'splashscreen is a still picture; there is no timecode to go to.'],
    [['select'], 2, 'Something is missing. Use: cuedeck select CLIP'],
    [['status', 'all'], 2, 'That is too much. Use: cuedeck status'],
    [['clips', '--lines', '3'], 2, '--lines is not for clips. Use: cuedeck clips'],
    [['frob'], 2, 'There is no command "frob". `cuedeck --help` lists them.'],
    [['status', '--frob'], 2, "Unknown option '--frob'. `cuedeck --help` lists what there is."],
    [
      ['upload', 'nowhere.mp4'],
      1,
      'nowhere.mp4 cannot be read: it is not there (ENOENT). Check the name and try again.',
    ],
    [['upload', '/tmp'], 1, '/tmp is not a file. Name a video or a picture.'],
    [['upload', 'LICENSE'], 1, /^The file is refused: it is not a video or picture/],
    [['upload', 'x'.repeat(5000)], 1, /^x{120}… cannot be read: the name is too long for the disk/],
    [['status', '--conf', 'nowhere'], 78, /^nowhere cannot be read: .* Name the settings file of the player\.$/],
    [['hostname', 'a b'], 1, /^hostname="a b" is refused; allowed: /],
  ] as const)('%j', async (args, code, line) => {
    copyFileSync('LICENSE', join(daemon.folder, 'LICENSE'));
    const outcome = await cuedeck(...args);
    expect({ ...outcome, err: outcome.err.replace(/\n$/, '') }).toEqual({
      code,
      out: '',
      err: typeof line === 'string' ? line : expect.stringMatching(line),
    });
    expect(outcome.err.match(/\n/g)).toHaveLength(1);
  });

  test('a clip that two are called by is asked for by its number', async () => {
    await cuedeck('upload', media('short-25.mp4'), media('short-25.mp4'));
    await cuedeck('edit', '3', '--name', 'short-25.mp4');
    expect(await cuedeck('select', 'short-25.mp4')).toEqual(
      refused(1, 'Clips 2 and 3 have the same name. Give the number.'),
    );
  });
});

test('the first refusal ends an upload of many; what came before stays and is told', async () => {
  copyFileSync('LICENSE', join(daemon.folder, 'bad.mp4'));
  const { code, out, err } = await cuedeck('upload', media('one-frame.mp4'), 'bad.mp4', media('still.jpg'));
  expect([code, out, err.split('\n').length]).toEqual([1, 'Uploaded clip 4, one-frame.mp4.\n', 2]);
  expect(readdirSync(daemon.clipsDir)).not.toContain('still.jpg');
});

test('two at once: both are done, one after the other', async () => {
  const outcomes = await Promise.all([cuedeck('upload', media('still.jpg')), cuedeck('upload', media('still.webp'))]);
  expect(outcomes.map(({ code, err }) => [code, err])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  for (const [index, name] of ['still.jpg', 'still.webp'].entries()) {
    expect(outcomes[index]?.out).toMatch(new RegExp(`^Uploaded clip [56], ${name}\\.\n$`));
  }
});

test('what still runs when its terminal is lost is not ended by that', async () => {
  const result = join(daemon.folder, 'code');
  // Like `cuedeck update`, which takes no notice of a lost connection, and then has something to say where nobody is.
  const left = `trap '' HUP; echo up; while [ -t 2 ] && stty <&2; do sleep 0.05; done; "${CUEDECK}" nonsense > /dev/null; echo $? > "${result}"`;
  writeFileSync(join(daemon.folder, 'left'), left);
  // The script itself leads the session: a leader that dies of SIGHUP would have the kernel end the whole group with it.
  const terminal = spawn('socat', ['-', 'EXEC:sh ./left,pty,setsid,ctty,stderr'], {
    cwd: daemon.folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  await once(terminal.stdout, 'data');
  terminal.kill('SIGKILL');
  const code = (): string => (existsSync(result) ? readFileSync(result, 'utf8') : '');
  await expect.poll(code, { timeout: 60_000 }).toBe('2\n');
});

test('whoever stops reading ends the command without an error', () => {
  const environment = { ...process.env, ...toPlayerSettings(daemon.folder, daemon.url), CUEDECK_TOKEN: TOKEN };
  const shell = `set -o pipefail; "${CUEDECK}" clips | true; echo "$?"`;
  expect(execFileSync('bash', ['-c', shell], { env: environment, encoding: 'utf8' })).toBe('0\n');
});

describe('the token', () => {
  test('is found in the settings file', async () => {
    const conf = join(daemon.folder, 'player.conf');
    writeFileSync(
      conf,
      `# settings\nCUEDECK_TOKEN="${TOKEN}"\nCUEDECK_HTTP_PORT=${new URL(daemon.url).port}\nnonsense\n`,
    );
    expect(await runCuedeck(['hostname', '--conf', conf])).toEqual(said('stage-left'));
  });

  test('missing or wrong is said, with exit code 77', async () => {
    expect(await createCuedeck(daemon)('play')).toEqual(refused(77, 'The player requires a token. Set CUEDECK_TOKEN.'));
    expect(await createCuedeck(daemon, { CUEDECK_TOKEN: 'wrong' })('play')).toEqual(
      refused(77, 'The player refuses the token in CUEDECK_TOKEN. Give the one it was started with.'),
    );
  });
});

test('a bad setting is one line and exit code 78', async () => {
  expect(await createCuedeck(daemon, { CUEDECK_HTTP_PORT: 'x' })('status')).toEqual(
    refused(78, 'CUEDECK_HTTP_PORT="x" is refused; allowed: a port from 0 (any free one) to 65535'),
  );
});

test('doctor looks at every part and speaks with mpv over its maintenance socket', async () => {
  const { code, out, err } = await cuedeck('doctor', '--json');
  const { findings } = JSON.parse(out);
  expect([code, err]).toEqual([0, '']);
  const parts = findings.map(({ part }: { part: string }) => part);
  expect([...new Set(parts)]).toEqual([
    ...[
      'Player',
      'mpv',
      'Display',
      'Decoder',
      'Audio',
      'Playing',
      'Clips',
      'State',
      'Clock',
      'Network',
      'Power',
      'Heat',
      'Faults',
    ],
  ]);
  expect(findings[1].text).toMatch(/^mpv \d+\.\d+\S* runs, decoding in /);
  const page = (await cuedeck('doctor')).out.split('\n');
  expect(page[0]).toBe(`cuedeck ${version}`);
  expect(page.at(-2)).toBe('No problem found.');
  expect(page.length).toBeLessThan(40);
});

describe('without a player', () => {
  const folder = createDaemonFolder();
  const alone = createCuedeck({ folder, url: 'http://127.0.0.1:9' });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const line =
    'Cannot reach a player at http://127.0.0.1:9: nothing listens there. Start it, or say in CUEDECK_HTTP_PORT where it listens; `cuedeck doctor` says more.';

  test.each([['status'], ['clips'], ['play'], ['upload', media('still.png')], ['hostname', 'x']])(
    '%s says so',
    async (...args) => {
      expect(await alone(...args)).toEqual(refused(69, line));
    },
  );

  test('version, doctor, backup and license still do their work', async () => {
    expect(await alone('version')).toEqual(said(`cuedeck ${version}`, `player unknown: ${line}`));
    const { code, out } = await alone('doctor');
    expect([code, out.split('\n')[2]]).toEqual([
      1,
      expect.stringMatching(
        /^PROBLEM {2}Player {4}Cannot reach a player at http:\/\/127\.0\.0\.1:9: nothing listens there$/,
      ),
    ]);
    expect(await alone('backup', 'list.tar')).toEqual(
      said('Backup in list.tar: settings, 0 clips in the list, without their files.'),
    );
    expect((await alone('license')).out).toMatch(/^Device [0-9a-f]{16}, not licensed\.\n$/);
  });
});

test('another program at the port is not taken for a player', async () => {
  const { createServer } = await import('node:http');
  const server = createServer((_request, response) => response.end('<h1>hello</h1>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  mkdirSync(join(daemon.folder, 'other'), { recursive: true });
  expect(await createCuedeck({ folder: join(daemon.folder, 'other'), url })('status')).toEqual(
    refused(69, `${url} is not a CueDeck player. Set CUEDECK_HTTP_PORT to the port of the player.`),
  );
  server.close();
});

test('help lists every command, and each explains itself', async () => {
  const { code, out } = await cuedeck('--help');
  expect([code, out.split('\n')[0]]).toEqual([
    0,
    'cuedeck COMMAND: maintenance of a CueDeck player on its own command line',
  ]);
  expect((await cuedeck('edit', '--help')).out.split('\n')[0]).toBe(
    'cuedeck edit CLIP [--name TEXT] [--start TIME] [--end TIME] [--loop WORD] [--fade-in TIME] [--fade-out TIME]',
  );
  expect((await cuedeck()).code).toBe(2);
});

// What the doctor says of boards that this machine is none of: their files in a folder.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { examineCard } from '../../src/cli/doctor/card-check.ts';
import { readOutputs } from '../../src/cli/doctor/choice-check.ts';
import {
  examineClock,
  examineDisk,
  examineFaults,
  examineHeat,
  examineName,
  examineNetwork,
  examinePower,
} from '../../src/cli/doctor/machine-check.ts';
import { examineAudio, examineDisplay, toVideoOutput } from '../../src/cli/doctor/output-check.ts';
import { examineToken } from '../../src/cli/doctor/player-check.ts';
import { createPlayerApi } from '../../src/cli/player-api.ts';
import type { PlayerConnection } from '../../src/config/player-connection.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { createServer } from '../http/server-under-test.ts';

const createRoot = async (files: Readonly<Record<string, string>>): Promise<string> => {
  const root = await temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
};

const HDMI = {
  'sys/class/drm/card1-HDMI-A-1/status': 'connected\n',
  'sys/class/drm/card1-HDMI-A-1/modes': '1920x1080\n1280x720\n',
};
const DARK = { 'sys/class/drm/card1-HDMI-A-1/status': 'disconnected\n', 'sys/class/drm/card1-HDMI-A-1/modes': '' };
const MPV = { 'current-vo': 'drm', 'display-width': 1920, 'display-height': 1080, 'display-fps': 50 };

describe('display', () => {
  test.each([
    [
      'plugged in and shown',
      HDMI,
      MPV,
      [{ part: 'Display', verdict: 'good', text: 'HDMI-A-1 (1920x1080); mpv shows it by drm 1920x1080 at 50 Hz.' }],
    ],
    [
      'plugged in, mpv shows nothing',
      HDMI,
      { 'current-vo': 'null' },
      [
        {
          part: 'Display',
          verdict: 'problem',
          text: 'HDMI-A-1 (1920x1080) is plugged in, but mpv shows nothing there.',
          advice: 'Restart the player: sudo systemctl restart cuedeck-player',
        },
      ],
    ],
    [
      'nothing plugged in',
      DARK,
      MPV,
      [
        {
          part: 'Display',
          verdict: 'problem',
          text: 'No display is plugged in or switched on.',
          advice: 'Check the HDMI cable and switch the display on first.',
        },
      ],
    ],
    [
      'a window on a screen elsewhere',
      DARK,
      { 'current-vo': 'x11' },
      [{ part: 'Display', verdict: 'good', text: 'A picture; mpv shows it by x11.' }],
    ],
    [
      'no output at all',
      {},
      { 'current-vo': 'null' },
      [{ part: 'Display', verdict: 'note', text: 'This machine has no display output; clips play without a picture.' }],
    ],
    [
      'frames were dropped',
      HDMI,
      { ...MPV, 'frame-drop-count': 7 },
      [
        expect.anything(),
        {
          part: 'Frames',
          verdict: 'note',
          text: '7 frames of this clip were dropped.',
          advice: 'Use 1080p clips in H.264, or a display mode of the same rate.',
        },
      ],
    ],
  ])('%s', async (_case, files, view, findings) => {
    expect(await examineDisplay(await createRoot(files), view)).toEqual(findings);
  });
});

test('what the player draws on is asked of the player, which may have a display that this shell does not have', async () => {
  const server = await createServer();
  const api = createPlayerApi({ url: server.url, token: '' } as PlayerConnection);
  expect(toVideoOutput(await readOutputs(api))).toEqual({ 'current-vo': 'gpu' });
  const stopped = createPlayerApi({ url: 'http://127.0.0.1:9', token: '' } as PlayerConnection);
  expect(toVideoOutput(await readOutputs(stopped))).toBeUndefined();
});

const CARDS = {
  'proc/asound/cards': ' 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n',
};

test.each([
  [CARDS, { 'current-ao': 'alsa', 'audio-device': 'auto' }, 'good', 'vc4-hdmi-0; mpv plays by alsa to auto.'],
  [CARDS, {}, 'good', 'vc4-hdmi-0. mpv opens it when a clip has sound.'],
  [CARDS, { 'current-ao': 'null' }, 'problem', 'vc4-hdmi-0 is there, but mpv plays into nothing.'],
  [{}, {}, 'note', 'This machine has no sound card; clips play without sound.'],
])('audio %#', async (files, view, verdict, text) => {
  expect(await examineAudio(await createRoot(files), view)).toMatchObject([{ part: 'Audio', verdict, text }]);
});

const THROTTLED = 'sys/devices/platform/soc/soc:firmware/get_throttled';

test.each([
  [{ [THROTTLED]: '0\n' }, 'good', 'The voltage was never too low since the start.'],
  [{ [THROTTLED]: '50005\n' }, 'problem', 'The voltage is too low now.'],
  [{ [THROTTLED]: '50000\n' }, 'problem', 'The voltage was too low since the start.'],
  [
    { 'sys/class/hwmon/hwmon1/name': 'rpi_volt\n', 'sys/class/hwmon/hwmon1/in0_lcrit_alarm': '1\n' },
    'problem',
    'The voltage is too low now.',
  ],
  [{}, 'note', 'This board does not tell its voltage.'],
])('power %#', async (files, verdict, text) => {
  expect(await examinePower(await createRoot(files))).toMatchObject({ verdict, text });
});

test.each([
  ['48500\n', 'good', 'The processor has 49 °C.'],
  ['77000\n', 'note', 'The processor has 77 °C.'],
  ['83000\n', 'problem', 'The processor has 83 °C. It is slowed down.'],
])('heat of %s', async (milliDegrees, verdict, text) => {
  expect(await examineHeat(await createRoot({ 'sys/class/thermal/thermal_zone0/temp': milliDegrees }))).toMatchObject({
    verdict,
    text,
  });
});

test('a clock that woke up in the past is a problem, one that the network sets is good', async () => {
  const synchronised = await createRoot({ 'run/systemd/timesync/synchronized': '' });
  expect(await examineClock(synchronised, 0)).toMatchObject({
    verdict: 'problem',
    text: 'It says 1970-01-01 00:00 UTC, which is wrong.',
  });
  expect(await examineClock(synchronised, Date.UTC(2026, 4, 1))).toEqual({
    part: 'Clock',
    verdict: 'good',
    text: '2026-05-01 00:00 UTC, set by the network.',
  });
});

const ADDRESS = {
  address: '192.0.2.7',
  netmask: '255.255.255.0',
  family: 'IPv4',
  mac: '00:00:00:00:00:01',
  internal: false,
  cidr: '192.0.2.7/24',
} as const;

test.each([
  [
    { 'proc/net/route': 'Iface\tDestination\neth0\t00000000\t0102A8C0\n' },
    { eth0: [ADDRESS] },
    'good',
    'eth0 192.0.2.7.',
  ],
  [{}, { eth0: [ADDRESS] }, 'good', 'eth0 192.0.2.7; no way to other networks, which a show does not need.'],
  [{ 'sys/class/net/eth0/carrier': '1\n' }, {}, 'problem', 'It is plugged in but has no address.'],
  [{ 'sys/class/net/eth0/carrier': '0\n' }, {}, 'problem', 'No network is connected.'],
])('network %#', async (files, found, verdict, text) => {
  expect(await examineNetwork(await createRoot(files), found)).toMatchObject({ verdict, text });
});

test('a name that another device has is told with the one that this one answers to', () => {
  expect(examineName({ name: 'stage', announcedName: 'stage-2' })).toEqual([
    {
      part: 'Name',
      verdict: 'note',
      text: 'Another device on the network is called stage: this one answers to stage-2.local.',
      advice: 'Give one of them another name: cuedeck hostname NAME',
    },
  ]);
  expect([examineName({ name: 'stage' }), examineName(undefined)]).toEqual([[], []]);
});

test('a token that can be guessed is a problem, a longer one or none is not', () => {
  expect(examineToken({ token: 'elf letters' })).toMatchObject([
    { part: 'Token', verdict: 'problem', text: 'It has 11 characters and can be guessed.' },
  ]);
  expect([examineToken({ token: 'twelve or so' }), examineToken({ token: '' })]).toEqual([[], []]);
});

test('a folder that is not there is a problem with its reason', async () => {
  expect(await examineDisk('Clips', '/nowhere')).toEqual({
    part: 'Clips',
    verdict: 'problem',
    text: '/nowhere: it is not there (ENOENT).',
    advice: 'Check the card, and CUEDECK_CLIPS_DIR and CUEDECK_STATE_DIR.',
  });
});

test('faults of the journal are told with their time', () => {
  expect(examineFaults([{ at: '2026-05-01T20:15:00.123Z', text: 'player frozen' }], true)).toMatchObject([
    { part: 'Faults', verdict: 'note', text: '2026-05-01 20:15:00 player frozen' },
  ]);
  expect(examineFaults([], true)).toMatchObject([{ verdict: 'good' }]);
  expect(examineFaults(undefined, true)).toMatchObject([{ verdict: 'unknown' }]);
});

describe('cuedeck.txt', () => {
  const examine = async (text: string) => examineCard(await createRoot({ 'boot/firmware/cuedeck.txt': text }));
  const advice = 'Put the card into a PC, mend cuedeck.txt and start the box again.';

  test('is no matter on a device that is not from a card', async () => {
    expect(await examineCard(await createRoot({}))).toEqual([]);
  });

  test('is a problem where boot could not read it, also when it is not there any more', async () => {
    const text = '/boot/firmware/cuedeck.txt cannot be read: it is not there (ENOENT). The settings stay unchanged.';
    const root = await createRoot({ 'run/cuedeck-card-problems': `${text}\n` });
    expect(await examineCard(root)).toEqual([{ part: 'Card', verdict: 'problem', text, advice }]);
  });

  test('is good when every line is taken', async () => {
    expect(await examine('# Name\r\nhostname=stage\r\nsound=\r\n')).toEqual([
      { part: 'Card', verdict: 'good', text: 'Every line of cuedeck.txt is taken.' },
    ]);
  });

  test('names each line that is refused, without its value', async () => {
    expect(await examine('hostname=stage\ntoken=not good\nrotaton=90\n')).toEqual([
      {
        part: 'Card',
        verdict: 'problem',
        text: 'cuedeck.txt: Line 2: token is refused; allowed: 1 to 128 letters without accents, digits and . _ ~ -.',
        advice,
      },
      {
        part: 'Card',
        verdict: 'problem',
        text: 'cuedeck.txt: Line 3 is passed over: there is no setting "rotaton".',
        advice,
      },
    ]);
  });

  test('is a problem when nothing of it can be taken', async () => {
    expect(await examine('')).toEqual([
      {
        part: 'Card',
        verdict: 'problem',
        text: 'cuedeck.txt is empty: to clear a setting, leave its line as NAME= with nothing after it.',
        advice,
      },
    ]);
    const root = await createRoot({ 'boot/firmware/cuedeck.txt/in the way': '' });
    expect(await examineCard(root)).toEqual([
      { part: 'Card', verdict: 'problem', text: expect.stringMatching(/^cuedeck\.txt cannot be read: .+\.$/), advice },
    ]);
  });
});

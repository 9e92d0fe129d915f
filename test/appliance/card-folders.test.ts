// The folders of the data partition that lie over the read-only root, where the card has no room for one, and what is read of it.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canMount, runInRoot } from './root-in-memory.ts';

const withCard = (lines: readonly string[]): Promise<string> =>
  runInRoot(
    'image/card',
    () => [
      'mkdir data state names',
      'mount -t tmpfs -o size=64k card data',
      'echo kept > state/list',
      'head -c 100000 /dev/zero > names/large',
    ],
    lines,
  );

const PUT_OVER = 'sh /script put_over state /state; sh /script put_over names /names';

const TOLD = [
  expect.stringMatching(/^cp: .*No space left/),
  'cuedeck: the card has no room for /names: it is kept in memory, until the box is switched off',
];

test.runIf(canMount)('a folder that the full card has no room for is kept in memory, and told of', async () => {
  const said = await withCard([
    `${PUT_OVER} || echo failed`,
    'cat state/list; wc -c < names/large; echo more > names/more && cat names/more; ls data',
  ]);
  expect(said.trim().split('\n')).toEqual(['kept', '100000', 'more', 'state', ...TOLD]);
});

test.runIf(canMount)('it is on the card once there is room', async () => {
  const said = await withCard([
    PUT_OVER,
    'umount /state /names; mount -o remount,size=1m /data',
    PUT_OVER,
    'cat state/list; wc -c < names/large; ls data',
  ]);
  expect(said.trim().split('\n')).toEqual(['kept', '100000', 'names', 'state', ...TOLD]);
});

test.runIf(canMount)('what is wrong with cuedeck.txt is where the player reads it', async () => {
  const said = await withCard([
    'sh /script network; ls run',
    'mkdir -p data/appliance; echo "cuedeck.txt: Line 1" > data/appliance/problems; sh /script network',
    'cat run/cuedeck-card-problems',
  ]);
  expect(said).toBe('systemd\ncuedeck.txt: Line 1\n');
});

test.runIf(canMount)('time zone and time servers are where systemd reads them', async () => {
  const said = await runInRoot(
    'image/card',
    () => [
      'mkdir data opener; mount -t tmpfs card data',
      `printf '#!/bin/sh\\necho "systemctl $*"\\n' > opener/systemctl; chmod 755 opener/systemctl`,
    ],
    [
      'mkdir -p /data/appliance; sh /script network',
      'echo Europe/Berlin > /data/appliance/timezone; echo "[Time]" > /data/appliance/timesyncd.conf',
      'sh /script network; cat /run/systemd/timesyncd.conf.d/10-cuedeck.conf',
    ],
  );
  expect(said).toBe('systemctl set-environment TZ=Europe/Berlin\n[Time]\n');
});

const LIKE_A_BOX = [
  'mkdir -p data clips etc/cuedeck tmp opener var/tmp var/lib/cuedeck var/lib/cuedeck-names var/lib/cuedeck-talkgroup',
  'mount -t tmpfs card data',
  'mkdir var/log; mount -t tmpfs log var/log',
  'echo CUEDECK_OSC_PORT=8000 > etc/cuedeck/player.conf',
];
const putAllOver = (prepared: readonly string[], lines: readonly string[]): Promise<string> =>
  runInRoot('image/card', () => [...LIKE_A_BOX, ...prepared], lines);
const WRITABLE = 'for one in /etc/cuedeck /clips /var/lib/cuedeck /var/tmp; do touch $one/x && echo $one; done';
const ALL = '/etc/cuedeck\n/clips\n/var/lib/cuedeck\n/var/tmp\n';

test.runIf(canMount)('a folder that cannot be put over keeps none of the others away', async () => {
  const said = await putAllOver(
    // No /var/lib/systemd on this root, and files in the place of two folders of the card.
    ['echo torn > data/state', 'echo torn > data/appliance'],
    [
      `sh /script put_all_over 2> /run/said && ${WRITABLE}`,
      'ls -d /data/*damaged; ls /data/appliance',
      'cat /run/said',
    ],
  );
  expect(said).toMatch(
    new RegExp(
      `^${ALL}/data/appliance\\.damaged\n/data/state\\.damaged\nnetwork\n(.*\n)*cuedeck: /var/lib/systemd stays read-only\n$`,
    ),
  );
});

test.runIf(canMount)('a machine id that cannot be kept leaves the settings in place', async () => {
  const said = await putAllOver(
    [
      'mkdir var/lib/systemd; touch etc/machine-id; mount --bind etc/machine-id etc/machine-id',
      // Whatever it is: the root does not become writable.
      `printf '#!/bin/sh\\ncase "$*" in *remount,rw*) exit 1 ;; esac\\nexec /usr/bin/mount "$@"\\n' > opener/mount`,
      'chmod 755 opener/mount',
    ],
    [`sh /script put_all_over && ${WRITABLE}`],
  );
  expect(said).toBe(`${ALL}cuedeck: the machine id could not be kept\n`);
});

const READ_EARLIER = ['mkdir var/lib/systemd data/appliance', 'touch data/appliance/digest data/appliance/values.json'];
const PUT_SETTINGS = 'sh /script put_over settings /etc/cuedeck || echo failed; ls /data/appliance';

test.runIf(canMount)('settings that begin anew get all of cuedeck.txt again, others do not', async () => {
  const said = await putAllOver(READ_EARLIER, [
    `mkdir /data/settings; echo CUEDECK_TOKEN=abc > /data/settings/player.conf; ${PUT_SETTINGS}; umount /etc/cuedeck`,
    `rm -r /data/settings; ${PUT_SETTINGS}; cat /etc/cuedeck/player.conf`,
  ]);
  expect(said).toBe('digest\nvalues.json\nCUEDECK_OSC_PORT=8000\n');
});

test.runIf(canMount)(
  'so do settings that are gone from their folder, empty or zeros; they begin with those of the image',
  async () => {
    const emptied = (how: string): string =>
      `touch /data/appliance/digest /data/appliance/values.json; ${how}; ${PUT_SETTINGS}; cat /etc/cuedeck/player.conf; umount /etc/cuedeck`;
    const said = await putAllOver(READ_EARLIER, [
      'mkdir /data/settings; echo mine > /data/settings/other',
      emptied('true'),
      emptied(': > /data/settings/player.conf'),
      emptied('head -c 300 /dev/zero > /data/settings/player.conf'),
      'ls /data/settings',
      // Once only.
      `touch /data/appliance/digest; ${PUT_SETTINGS}`,
    ]);
    expect(said).toBe(
      'CUEDECK_OSC_PORT=8000\nCUEDECK_OSC_PORT=8000\nCUEDECK_OSC_PORT=8000\nother\nplayer.conf\ndigest\n',
    );
  },
);

const WITHOUT_BINDING = [
  ...READ_EARLIER,
  `printf '#!/bin/sh\\ncase "$*" in *--bind*) exit 1 ;; esac\\nexec /usr/bin/mount "$@"\\n' > opener/mount`,
  'chmod 755 opener/mount',
  'mkdir data/settings',
];

test.runIf(canMount)('settings that cannot be put over: the token of the card is demanded all the same', async () => {
  const said = await putAllOver(
    [...WITHOUT_BINDING, 'printf "CUEDECK_OSC_PORT=1\\nCUEDECK_TOKEN=abc\\n" > data/settings/player.conf'],
    [PUT_SETTINGS, 'cat /run/cuedeck-closed.conf; stat -c %a /run/cuedeck-closed.conf'],
  );
  expect(said).toBe('failed\ndigest\nvalues.json\nCUEDECK_TOKEN=abc\n600\n');
});

test.runIf(canMount)('where the card has none, cuedeck.txt is asked for one', async () => {
  const said = await putAllOver(
    [...WITHOUT_BINDING, 'echo "#CUEDECK_TOKEN=" > data/settings/player.conf'],
    [PUT_SETTINGS, 'ls /run'],
  );
  expect(said).toBe('failed\n');
});

test('cuedeck.txt is applied also where the folders failed', () => {
  const unit = readFileSync('image/cuedeck-settings.service', 'utf8');
  expect(unit).toMatch(/^Wants=.*cuedeck-folders\.service/m);
  expect(unit).not.toMatch(/^Requires=/m);
});

// What of a box is frozen or killed comes back, and nothing is left over.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { media } from '../media/media.ts';
import type { Box } from './box.ts';
import { until } from './command.ts';
import { createInstalledBox, type InstalledBox } from './installed-box.ts';
import { canBoot } from './needs.ts';
import { createPc } from './pc.ts';

/** Ends only the wait for what never comes back. */
const BACK_SECONDS = 60;
/** Lists the mpv on air; others read what the machine can do, or measure a clip, and have no maintenance socket. */
const ON_AIR =
  'for pid in $(pidof mpv); do if grep -qa input-ipc-server /proc/$pid/cmdline; then printf "%s " $pid; fi; done | sed "s/ $//"';

describe.runIf(canBoot('frozen and killed daemons'))('on a box', () => {
  let installed: InstalledBox;
  let pc: ReturnType<typeof createPc>;
  let box: Box;

  beforeAll(async () => {
    installed = await createInstalledBox();
    box = installed.box;
    pc = createPc(installed.lan);
    await box.boot();
    await pc.whenServing();
    await pc.upload(media('numbered-25-sound.mp4'), 'first.mp4');
  }, 900_000);
  afterAll(() => installed?.dispose(), 120_000);

  /** A signal to process 0 would meet the test itself. */
  const toPid = (text: string): number => {
    const pid = Number(text);
    if (!(pid > 1)) throw new Error(`no process runs there: ${JSON.stringify(text)}`);
    return pid;
  };
  /** 0 while none runs. */
  const mainPidNow = async (unit: string): Promise<number> =>
    Number(await box.run(`systemctl show -P MainPID ${unit}`));
  const mainPid = async (unit: string): Promise<number> => toPid(String(await mainPidNow(unit)));
  const mpvPid = async (): Promise<number> => toPid(await box.run(ON_AIR));
  const failed = (): Promise<string> => box.run('systemctl list-units --failed --plain --no-legend');

  test('a frozen mpv is replaced by the daemon, which stays', async () => {
    await pc.get('/select_clip?id=1');
    const [daemon, mpv] = [await mainPid('cuedeck-player'), await mpvPid()];
    await box.run(`kill -STOP ${mpv}`);
    await until(
      async () => {
        const { text } = await box.attempt(ON_AIR);
        return /^\d+$/.test(text) && Number(text) !== mpv ? true : undefined;
      },
      BACK_SECONDS,
      'another mpv',
    );
    await until(
      async () => ((await pc.get('/play')).status === 200 ? true : undefined),
      BACK_SECONDS,
      'a clip that plays again',
    );
    expect(await mainPid('cuedeck-player')).toBe(daemon);
  });

  test('a frozen daemon is ended by its watchdog and comes back with its clips', async () => {
    for (const unit of ['cuedeck-player', 'cuedeck-talkgroup']) await box.run(`systemctl kill -s STOP ${unit}`);
    const frozen = [await mainPid('cuedeck-player'), await mainPid('cuedeck-talkgroup')];
    const frozenAt = performance.now();
    await until(
      async () => {
        const now = [await mainPidNow('cuedeck-player'), await mainPidNow('cuedeck-talkgroup')];
        return now.every((pid, index) => pid > 0 && pid !== frozen[index]) ? true : undefined;
      },
      45,
      'both daemons anew',
    );
    console.log(`frozen to started anew ${((performance.now() - frozenAt) / 1000).toFixed(1)} s`);
    expect((await pc.whenServing()).CLIPS).toHaveLength(2);
    expect(await box.run('journalctl -b -u cuedeck-player -u cuedeck-talkgroup | grep -c "Watchdog timeout"')).toBe(
      '2',
    );
  });

  test('killed ten times in a row, both are there again each time, and nothing is left over', async () => {
    for (let kill = 0; kill < 10; kill += 1) {
      const before = [await mainPid('cuedeck-player'), await mainPid('cuedeck-talkgroup')];
      await box.run(`kill -9 ${before.join(' ')}`);
      await until(
        async () => {
          const now = [await mainPidNow('cuedeck-player'), await mainPidNow('cuedeck-talkgroup')];
          const { text } = await box.attempt('systemctl is-active cuedeck-player cuedeck-talkgroup');
          const isAnew = now.every((pid, index) => pid > 0 && pid !== before[index]);
          return text === 'active\nactive' && isAnew ? true : undefined;
        },
        BACK_SECONDS,
        `back after kill ${kill + 1}`,
      );
    }
    expect((await pc.whenServing()).CLIPS).toHaveLength(2);
    expect(
      (await until(async () => (await box.attempt(ON_AIR)).text || undefined, BACK_SECONDS, 'mpv')).split(' '),
    ).toHaveLength(1);
    expect(await failed()).toBe('');
  });

  test('stopped and started again and again, also while mpv is only coming up, the log has no word of a fault', async () => {
    const since = await box.run("date '+%F %T'");
    for (let restart = 0; restart < 8; restart += 1) await box.run('systemctl restart cuedeck-player');
    await pc.whenServing();
    await pc.get('/select_clip?id=1');
    await box.run('systemctl restart cuedeck-player');
    expect(await box.run(`journalctl -q -o cat -p warning -u cuedeck-player --since '${since}'`)).toBe('');
    expect(await failed()).toBe('');
  });

  test('mpv is started before the daemon, which takes it over, and a daemon that is killed leaves none behind', async () => {
    const conf = '/etc/cuedeck/player.conf';
    // There is no screen here, and without one nothing is started early.
    await box.run(`echo 'CUEDECK_MPV_ARGS=--ao=null --vo=x11,null' >> ${conf} && systemctl restart cuedeck-player`);
    await until(
      async () => ((await box.attempt('test -s /var/lib/cuedeck/launch')).code === 0 ? true : undefined),
      BACK_SECONDS,
      'what to start next time',
    );
    for (const round of [1, 2]) {
      const mpvBefore = await mpvPid();
      await box.run('systemctl restart cuedeck-player');
      await pc.whenServing();
      const daemon = await mainPid('cuedeck-player');
      const launched = await box.run(`tr '\\0' '\\n' < /proc/${daemon}/environ | sed -n 's/^CUEDECK_LAUNCHED_MPV=//p'`);
      expect([round, launched]).toEqual([round, `${daemon}:${await box.run(ON_AIR)}`]);
      expect(launched).not.toBe(`${daemon}:${mpvBefore}`);
      // Whose mpv is not its child: systemd ends it.
      await box.run(`kill -9 ${daemon}`);
      await until(
        async () => {
          const now = await mainPidNow('cuedeck-player');
          return now > 0 && now !== daemon ? now : undefined;
        },
        BACK_SECONDS,
        'another daemon',
      );
      await pc.whenServing();
      await until(
        async () => {
          const { text } = await box.attempt(ON_AIR);
          return /^\d+$/.test(text) && !launched.endsWith(`:${text}`) ? true : undefined;
        },
        BACK_SECONDS,
        'one mpv, and another one',
      );
    }
    await box.run(`sed -i /MPV_ARGS/d ${conf} && systemctl restart cuedeck-player`);
    await pc.whenServing();
    const isAlone = async () => (/^\d+$/.test((await box.attempt(ON_AIR)).text) ? true : undefined);
    await until(isAlone, BACK_SECONDS, 'one mpv, of the new arguments');
    expect(await failed()).toBe('');
  });
});

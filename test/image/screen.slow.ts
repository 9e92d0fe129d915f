// What a PC with the image shows on its screen and takes of its memory; and how soon the splash is there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { media } from '../media/media.ts';
import { canBootImage } from './needs.ts';
import { createPc, type Pc } from './pc.ts';

const IDLE_MIB = 200;
const SPLASH_FACTOR = 1.5;
const GROUP = '/sys/fs/cgroup/system.slice/cuedeck-player.service';

describe.runIf(canBootImage('the screen of a PC', 'amd64'))('a PC with the image', () => {
  let pc: Pc;

  beforeAll(async () => {
    pc = createPc();
    pc.card.edit({ 'ssh-key': pc.key });
    expect(await pc.bootWhole()).toEqual(['running', '']);
  }, 3_600_000);
  afterAll(() => pc?.dispose(), 120_000);

  test('has the right frames of a clip on the screen', async () => {
    const { client } = pc.guest;
    expect((await client.upload(media('numbered-25-sound.mp4'), 'frames.mp4')).status).toBe(200);
    await client.get('/select_clip', { id: 1 });
    await pc.showsFrame(0);
    for (const frame of [1, 25, 26, 100, 249, 7]) {
      await client.get('/goto_secs', { secs: frame / 25 });
      await pc.showsFrame(frame);
    }
    await client.get('/goto_secs', { secs: 0 });
    await client.get('/play');
    await client.when(({ TIMECODE }) => TIMECODE > 3, 180);
    await client.get('/play');
    const { PLAY, TIMECODE } = await client.status();
    expect(PLAY).toBe(false);
    await pc.showsFrame(Math.round(TIMECODE * 25));
    await client.get('/select_clip', { id: 0 });
    await pc.showsSplash(180);
  });

  test(`idle, the player and its mpv take no more than ${IDLE_MIB} MiB`, async () => {
    await pc.guest.run('systemctl restart cuedeck-player');
    await pc.guest.whenServing();
    await pc.showsSplash(180);
    await pc.guest.run('sleep 15');
    const [current = '', anonymous = '', file = ''] = (
      await pc.guest.run(`cat ${GROUP}/memory.current; grep -E '^(anon|file) ' ${GROUP}/memory.stat | cut -d' ' -f2`)
    ).split('\n');
    const mib = (text: string): number => Math.round(Number(text) / 2 ** 20);
    console.log(
      `idle memory of the player's cgroup: ${mib(current)} MiB (anonymous ${mib(anonymous)}, files ${mib(file)})`,
    );
    expect(mib(current)).toBeLessThanOrEqual(IDLE_MIB);
  });

  test('what takes all memory is ended, and the box and its player are not', async () => {
    const { guest } = pc;
    const limit = Number(await guest.run(`cat ${GROUP}/memory.max`));
    expect(limit).toBeLessThan(1024 * 2 ** 20 * 0.76);
    const before = await guest.run('systemctl show -P MainPID cuedeck-player');
    // As a file that makes mpv take more and more: within the player's own group.
    const said = await guest.run(
      `sh -c 'echo $$ > ${GROUP}/cgroup.procs; exec node -e "const kept = []; for (;;) kept.push(Buffer.alloc(2 ** 24, 1))"'; echo exit $?`,
      600,
    );
    expect(said).toMatch(/^exit 137$/m);
    expect(await guest.run(`grep -c . /proc/loadavg; grep '^oom_kill ' ${GROUP}/memory.events`)).toMatch(
      /^1\noom_kill [1-9]/,
    );
    await guest.client.when(({ CLIPS }) => CLIPS.length === 2, 180);
    expect(await guest.run('systemctl show -P MainPID cuedeck-player; systemctl is-active cuedeck-player')).toBe(
      `${before}\nactive`,
    );
  });

  test(`from the start of the unit to the splash it takes no more than ${SPLASH_FACTOR} times what a bare mpv takes`, async () => {
    await pc.guest.run(
      `systemd-run --quiet --unit=bare --property=ExecStop=/bin/true -p RemainAfterExit=no true; cat > /run/systemd/system/bare-mpv.service <<'END'
[Service]
User=cuedeck
SupplementaryGroups=video render
Environment=HOME=/tmp
ExecStart=/usr/bin/mpv --no-config --vo=drm --swapchain-depth=1 --fullscreen --image-display-duration=inf --no-terminal /usr/lib/cuedeck/clips/splash.png
END
systemctl daemon-reload`,
    );
    const measure = async (unit: string): Promise<number> => {
      await pc.guest.run('systemctl stop cuedeck-player bare-mpv; sleep 3');
      await pc.showsOther(30);
      const shell = pc.guest.start(`echo go; systemctl start --no-block ${unit}; sleep 90`);
      await new Promise((resolve) => shell.stdout?.once('data', resolve));
      const startedAt = performance.now();
      await pc.showsSplash(80);
      const seconds = (performance.now() - startedAt) / 1000;
      shell.kill('SIGKILL');
      return seconds;
    };
    const times: { readonly bare: number; readonly ours: number }[] = [];
    for (let round = 0; round < 3; round += 1)
      times.push({ bare: await measure('bare-mpv'), ours: await measure('cuedeck-player') });
    const least = (pick: (time: { bare: number; ours: number }) => number): number => Math.min(...times.map(pick));
    const [bare, ours] = [least(({ bare: one }) => one), least(({ ours: one }) => one)];
    console.log(
      `unit to splash: bare mpv ${bare.toFixed(1)} s, player ${ours.toFixed(1)} s, factor ${(ours / bare).toFixed(2)}; ${JSON.stringify(times)}`,
    );
    expect(ours / bare).toBeLessThanOrEqual(SPLASH_FACTOR);
  });
});

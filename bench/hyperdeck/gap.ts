// How long a clip's last frame stays on a real screen before the next clip's first, in CueDeck's timeline and in mpv's own playlist.
import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../test/e2e/client.ts';
import { createDaemonFolder, startDaemon } from '../../test/e2e/daemon.ts';
import { media } from '../../test/media/media.ts';
import { startVirtualScreen, type VirtualScreen } from '../../test/picture/virtual-screen.ts';
import { openPollingClient } from './polling-client.ts';

const CLIPS = 20;
/** Each clip has the frames 0 to 24, 40 ms each. */
const LAST_FRAME = 24;
const CLIP_SECONDS = 1;

interface Gaps {
  /** From the first sight of a last frame to the first sight of the next clip's first frame, milliseconds; 40 is none at all. */
  readonly boundaries: readonly number[];
  /** 0 to 255: the darkest picture between the clips. */
  readonly darkest: number;
}

/** Looks at the screen a thousand times a second from the first frame of all until the last. */
const watch = async (screen: VirtualScreen): Promise<Gaps> => {
  const boundaries: number[] = [];
  let darkest = 255;
  let lastSeenAt: number | undefined;
  let before = -1;
  let hasBegun = false;
  const latest = performance.now() + (CLIPS * CLIP_SECONDS + 15) * 1000;
  while (boundaries.length < CLIPS - 1 && performance.now() < latest) {
    const number = screen.frameNumber();
    hasBegun ||= number >= 1;
    if (hasBegun) darkest = Math.min(darkest, screen.brightness());
    if (number >= 0 && number !== before) {
      if (number === LAST_FRAME) lastSeenAt = performance.now();
      else if (number < before && lastSeenAt !== undefined) {
        boundaries.push(performance.now() - lastSeenAt);
        lastSeenAt = undefined;
      }
      before = number;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return { boundaries, darkest };
};

const clipNames = Array.from({ length: CLIPS }, (_, index) => `clip-${String(index).padStart(2, '0')}.mp4`);

export const measureTimeline = async (): Promise<Gaps> => {
  const screen = await startVirtualScreen();
  const folder = createDaemonFolder();
  for (const name of clipNames) copyFileSync(media('short-25.mp4'), join(folder, 'clips', name));
  const daemon = await startDaemon({
    folder,
    environment: {
      DISPLAY: screen.display,
      CUEDECK_MPV_ARGS: '--ao=null --vo=x11',
      CUEDECK_HYPERDECK_PORT: '0',
    },
  });
  const port = Number((await daemon.line(/^listening hyperdeck /)).split(':').at(-1));
  await createClient(daemon.url).when(({ CLIPS: clips }) => clips.length === CLIPS + 1, 60);
  const client = await openPollingClient(port);
  await client.say('goto: clip id: 1');
  const watching = watch(screen);
  await client.say('play');
  const gaps = await watching;
  client.close();
  await daemon.dispose();
  await screen.stop();
  return gaps;
};

export const measurePlaylist = async (): Promise<Gaps> => {
  const screen = await startVirtualScreen();
  const player = spawn(
    'mpv',
    [
      ...['--no-config', '--vo=x11', '--ao=null', '--fs', '--osc=no', '--osd-level=0', '--terminal=no'],
      ...['--prefetch-playlist=yes', '--keep-open=yes', '--cursor-autohide=always'],
      ...clipNames.map(() => media('short-25.mp4')),
    ],
    { env: { ...process.env, DISPLAY: screen.display }, stdio: 'ignore' },
  );
  const gaps = await watch(screen);
  const ended = new Promise((resolve) => player.once('exit', resolve));
  player.kill('SIGKILL');
  await ended;
  await screen.stop();
  return gaps;
};

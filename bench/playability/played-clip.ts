// Plays a clip once, as it plays on air, and counts the frames that mpv lost.
import { spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';

/** A clip is cued before it is played: its window is up, and its first frame decoded. */
const CUED_SECONDS = 1;
/** The end is told a little late. */
const GRACE_SECONDS = 0.5;

interface Played {
  readonly frames: number;
  /** Dropped by decoder and output, or missing at the time at which the clip should be over. */
  readonly dropped: number;
}

/** @param command program and arguments before those of mpv */
export const playClip = (
  command: readonly [string, ...string[]],
  path: string,
  options: { readonly display: string; readonly seconds: number; readonly rate: number },
): Promise<Played> =>
  new Promise((resolve, reject) => {
    const own = ['--no-config', '--vo=x11', '--ao=null', '--fullscreen=yes', '--keep-open=always', '--pause=yes'];
    const [program, ...before] = command;
    const args = [...before, ...own, '--msg-level=all=error', '--input-ipc-client=fd://3', path];
    const environment = { ...process.env, DISPLAY: options.display };
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'], env: environment });
    const stream = child.stdio[3] as Duplex;
    const counts = { decoder: 0, output: 0 };
    let isPlaying = false;
    let startedAt = 0;
    let endedAt = 0;
    let text = '';
    const send = (...words: readonly unknown[]): void => void stream.write(`${JSON.stringify({ command: words })}\n`);
    const handle = (event: { readonly event?: string; readonly name?: string; readonly data?: unknown }): void => {
      if (event.name === 'decoder-frame-drop-count') counts.decoder = Number(event.data ?? 0);
      if (event.name === 'frame-drop-count') counts.output = Number(event.data ?? 0);
      if (event.event === 'playback-restart' && !isPlaying) {
        isPlaying = true;
        setTimeout(() => {
          startedAt = performance.now();
          send('set_property', 'pause', false);
        }, CUED_SECONDS * 1000);
      }
      // The last counts come with the end.
      if (event.name === 'eof-reached' && event.data === true) {
        endedAt = performance.now();
        setTimeout(() => child.kill(), 200);
      }
    };
    stream.on('error', () => undefined);
    stream.on('data', (chunk) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) handle(JSON.parse(line));
    });
    for (const [id, name] of ['decoder-frame-drop-count', 'frame-drop-count', 'eof-reached'].entries())
      send('observe_property', id + 1, name);
    const timer = setTimeout(() => child.kill('SIGKILL'), (options.seconds * 20 + 60) * 1000);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      const lateSeconds = endedAt === 0 ? options.seconds : (endedAt - startedAt) / 1000 - options.seconds;
      const late = lateSeconds > GRACE_SECONDS ? Math.round(lateSeconds * options.rate) : 0;
      const frames = Math.round(options.seconds * options.rate);
      resolve({ frames, dropped: counts.decoder + counts.output + late });
    });
  });

// Writes docs/page.png: the Fire view of a player with the clips of a made-up show, one of them playing.
//   node scripts/page-picture.mjs CHROMIUM
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const [executablePath] = process.argv.slice(2);
const root = new URL('..', import.meta.url).pathname;
const picture = join(root, 'docs/page.png');
const WINDOW = { width: 1366, height: 768 };
/** Each renewal adds as much to the repository. */
const MAX_BYTES = 300_000;
const TIMEOUT_SECONDS = 120;
/** Each clip is a still, encoded for so long and then repeated without encoding. */
const ENCODED_SECONDS = 4;

const title = (large, small) => [
  `drawtext=font='DejaVu Sans':text='${large}':fontcolor=white:fontsize=124:x=(w-text_w)/2:y=240`,
  `drawtext=font='DejaVu Sans':text='${small}':fontcolor=white@0.85:fontsize=64:x=(w-text_w)/2:y=410`,
];
const lowerThird = (large, small) => [
  'drawbox=x=80:y=460:w=20:h=180:color=0xffb703:t=fill',
  'drawbox=x=100:y=460:w=860:h=180:color=0x0b1016@0.8:t=fill',
  `drawtext=font='DejaVu Sans':text='${large}':fontcolor=white:fontsize=72:x=140:y=480`,
  `drawtext=font='DejaVu Sans':text='${small}':fontcolor=white@0.85:fontsize=52:x=140:y=565`,
];

/** Name, length, colours of the gradient from corner to corner, ffmpeg filters that write on it, and what happens at the end. */
const CLIPS = [
  ['Walk-in loop', 40, ['2b1a78', '5a3fc0', '1695c7'], title('Welcome', 'Doors 19.00'), 'loop'],
  ['Opening', 88, ['f08a24', 'd92f4c', '52104f'], title('Harbour Awards', 'Opening film')],
  ['Speaker 1', 16, ['8a6d52', '51606b', '1f2a33'], lowerThird('Maya Lindqvist', 'Harbour master')],
  ['Speaker 2', 16, ['6f8f86', '4a5f70', '232c3d'], lowerThird('Tom Okafor', 'Last year’s winner')],
  ['Nominees', 136, ['0b3d5c', '127d8f', '3dbf9a'], title('Nominees', 'Film of the year')],
  ['Award film', 212, ['4a2b05', 'b0781a', 'd9b04a'], title('The Pilot', 'Film of the year')],
  ['Interval', 1200, ['06434f', '0f8f7c', '79b83f'], title('Interval', 'Back at 20.45'), 'next'],
  ['Second half', 24, ['33105c', '8a1f8f', 'e0557d'], title('Part Two', 'Harbour Awards')],
  ['Sponsors', 60, ['36424f', '5d6f82', '93a5b5'], title('Thanks to', 'all who made this evening')],
  ['Band backdrop', 300, ['120b3b', '7a1fa8', 'f0468c'], title('The Tidewaiters', 'live')],
  ['Winner', 32, ['7a1020', 'cf3b2a', 'f0a13c'], title('Winner', 'Film of the year')],
  ['Closing', 60, ['0b1650', '8a1f63', 'e66a7f'], title('Good night', 'Safe home'), 'splash'],
].map(([name, seconds, colours, filters, endAction = 'hold']) => ({ name, seconds, colours, filters, endAction }));
const PLAYING = { name: 'Opening', atSeconds: 34 };

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const until = async (what, holds) => {
  const latest = performance.now() + TIMEOUT_SECONDS * 1000;
  while (!(await holds())) {
    if (performance.now() > latest) throw new Error(`waited ${TIMEOUT_SECONDS} s in vain: ${what}`);
    await pause(0.2);
  }
};

const ffmpeg = (...args) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: 'inherit' });

const makeClip = (folder, { name, seconds, colours, filters }) => {
  const gradient = colours.map((colour, index) => `c${index}=0x${colour}`).join(':');
  const source = `gradients=s=1280x720:r=25:d=0.04:n=${colours.length}:${gradient}:x0=0:y0=0:x1=1279:y1=719`;
  const frames = `loop=loop=${25 * ENCODED_SECONDS - 1}:size=1`;
  const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];
  const once = join(folder, 'once.mp4');
  ffmpeg('-f', 'lavfi', '-i', source, '-vf', [...filters, frames].join(), ...encoder, once);
  ffmpeg('-stream_loop', String(seconds / ENCODED_SECONDS - 1), '-i', once, '-c', 'copy', join(folder, `${name}.mp4`));
};

/** The functions that the tests start a player with; they find dist/ from two folders below the root. */
const importDaemon = async () => {
  const outfile = join(root, 'dist/page-picture/daemon.mjs');
  await build({
    entryPoints: [join(root, 'test/e2e/daemon.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
  });
  try {
    return await import(outfile);
  } finally {
    rmSync(join(root, 'dist/page-picture'), { recursive: true });
  }
};

const createApi = (url) => async (method, path, body) => {
  const response = await fetch(`${url}/api/v1${path}`, { method, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};

const uploadClips = async (ask, folder) => {
  for (const clip of CLIPS) {
    const file = `${clip.name}.mp4`;
    await ask('PUT', `/uploads/${encodeURIComponent(file)}`, readFileSync(join(folder, file)));
    const { id } = (await ask('GET', '/clips')).find((other) => other.file === file);
    const { name, endAction } = clip;
    await ask('PATCH', `/clips/${id}`, JSON.stringify({ name, endAction }));
  }
};

/** While a clip runs, thumbnails may have to wait: this comes before. */
const waitForThumbnails = async (url, clips) => {
  for (const { id, name } of clips) {
    await until(
      `the thumbnail of ${name}`,
      async () => (await fetch(`${url}/api/v1/clips/${id}/thumbnail`)).status === 200,
    );
  }
};

const play = async (ask, clips) => {
  const { id } = clips.find(({ name }) => name === PLAYING.name);
  await ask('POST', '/transport/fire', JSON.stringify({ clipId: id }));
  await ask('POST', '/transport/goto', JSON.stringify({ seconds: PLAYING.atSeconds }));
};

/** @returns bytes of a PNG */
const takePicture = async (url) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const page = await browser.newPage({ viewport: WINDOW, reducedMotion: 'reduce' });
    await page.goto(url);
    await page.locator('.tile[data-state="on-air"]').waitFor();
    await page.waitForFunction(
      `[...document.querySelectorAll('.tile img.poster')].filter((image) => image.naturalWidth > 0).length === ${CLIPS.length}`,
    );
    const notices = await page.locator('.notice, .trouble, .wrong').allTextContents();
    if (notices.length > 0) throw new Error(`the page says: ${notices.join('; ')}`);
    return await page.screenshot();
  } finally {
    await browser.close();
  }
};

const { createDaemonFolder, startDaemon } = await importDaemon();
const folder = createDaemonFolder();
writeFileSync(join(folder, 'root/etc/hostname'), 'stage\n');
try {
  for (const clip of CLIPS) makeClip(folder, clip);
  const daemon = await startDaemon({ folder, environment: { CUEDECK_MPV_ARGS: '--vo=null --ao=null' } });
  try {
    const ask = createApi(daemon.url);
    await uploadClips(ask, folder);
    const clips = await ask('GET', '/clips');
    await waitForThumbnails(daemon.url, clips);
    await play(ask, clips);
    const png = await takePicture(daemon.url);
    if (png.length > MAX_BYTES) throw new Error(`the picture has ${png.length} bytes, more than ${MAX_BYTES}`);
    writeFileSync(picture, png);
    console.log(`docs/page.png: ${png.length} bytes`);
  } finally {
    await daemon.end();
  }
} finally {
  rmSync(folder, { recursive: true });
}

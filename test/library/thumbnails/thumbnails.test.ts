import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import { probeMedia } from '../../../src/library/probe/probe.ts';
import { toMemoryLimit } from '../../../src/library/probe/sandboxed-program.ts';
import { Thumbnails } from '../../../src/library/thumbnails/thumbnails.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { media } from '../../media/media.ts';

const SCHED_IDLE = 5;

/** Beside a busy program, idle priority makes no picture at all, and any other takes its time. */
const PATIENT = { priorities: { background: 'normal', requested: 'normal' }, frameWaitSeconds: 120 } as const;
const AS_IN_THE_PLAYER = { frameWaitSeconds: 120 };

const createThumbnails = async (
  folder: string,
  paths: Readonly<Record<string, string>>,
  hurry: Pick<
    ConstructorParameters<typeof Thumbnails>[0],
    'priorities' | 'frameWaitSeconds' | 'retrySeconds'
  > = PATIENT,
) => {
  const thumbnails = new Thumbnails({
    folder,
    pathOf: ({ id }) => paths[id] ?? '',
    log: createRecordingLog(),
    ...hurry,
  });
  await thumbnails.start();
  onTestFinished(() => thumbnails.dispose());
  const made = (): readonly string[] => readdirSync(folder).filter((name) => !name.startsWith('.'));
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { thumbnails, made, until };
};

/** Width and height, as the JPEG's frame header says. */
const sizeOf = (jpeg: Buffer): readonly number[] => {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
};

const isJpeg = (bytes: Buffer): boolean => bytes.readUInt16BE(0) === 0xffd8;

/** Puts programs of these names before those of the system. */
const shadow = async (programs: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await temporaryFolder();
  const { PATH } = process.env;
  const write = ([name, text]: readonly [string, string]): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\nPATH='${PATH}'\n${text}\n`, { mode: 0o755 });
  Object.entries(programs).forEach(write);
  process.env.PATH = `${folder}:${PATH}`;
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
  return folder;
};

test('files that are examined go before thumbnails, and on a small board before any frame', async () => {
  const { thumbnails, made, until } = await createThumbnails(await temporaryFolder(), {
    a: media('numbered-25.mp4'),
  });
  const clip: Clip = videoClip('a');
  thumbnails.setExamining(true, { isAlone: true });
  thumbnails.follow([clip]);
  const frame = thumbnails.frame(clip, 1, '');
  thumbnails.setExamining(true, { isAlone: false });
  expect([isJpeg(await frame), made()]).toEqual([true, []]);
  thumbnails.setExamining(false, { isAlone: false });
  await until(() => thumbnails.of(clip).thumbnail !== undefined);
});

test('whoever asks for many frames takes turns with the others', async () => {
  const { thumbnails } = await createThumbnails(await temporaryFolder(), { a: media('numbered-25.mp4') });
  const clip: Clip = videoClip('a');
  const order: string[] = [];
  const ask = async (address: string, seconds: number): Promise<void> => {
    await thumbnails.frame(clip, seconds, address);
    order.push(address);
  };
  thumbnails.setExamining(true, { isAlone: true });
  const greedy = [0, 0.2, 0.4, 0.6].map((seconds) => ask('192.0.2.1', seconds));
  const others = [ask('192.0.2.2', 1), ask('192.0.2.3', 1)];
  thumbnails.setExamining(false, { isAlone: false });
  await Promise.all([...greedy, ...others]);
  expect(order.slice(0, 3)).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
});

test('pictures are made within limits of memory and work, and where the system lets no priority be set, as in the unit', async () => {
  const refused = 'exit 1';
  const look = '{ ulimit -v; ulimit -t; cat /proc/self/oom_score_adj; } > "$(dirname "$0")/limits"';
  const programs = await shadow({
    ...{ chrt: refused, ionice: refused, renice: refused },
    ffmpeg: `${look}\nexec ffmpeg "$@"`,
  });
  const { thumbnails, until } = await createThumbnails(
    await temporaryFolder(),
    { a: media('numbered-25.mp4') },
    AS_IN_THE_PLAYER,
  );
  const clip: Clip = videoClip('a');
  thumbnails.follow([clip]);
  await until(() => Object.keys(thumbnails.of(clip)).length > 0);
  expect(thumbnails.of(clip)).toEqual({ thumbnail: expect.any(String) });
  const kibibytes = Math.floor(toMemoryLimit(totalmem()) / 1024);
  expect(readFileSync(join(programs, 'limits'), 'utf8').trim().split('\n').map(Number)).toEqual([kibibytes, 60, 800]);
});

test('what nobody waits for is made at idle priority, and a frame that somebody asks for behind what is normal', async () => {
  const programs = await shadow({
    ffmpeg: `{ read -r stat < /proc/$$/stat; echo "$stat"; ionice -p $$; } >> "$(dirname "$0")/priorities"\nexit 1`,
  });
  const { thumbnails, until } = await createThumbnails(
    await temporaryFolder(),
    { a: media('numbered-25.mp4') },
    AS_IN_THE_PLAYER,
  );
  const clip: Clip = videoClip('a');
  const priority = (): readonly string[] => {
    const [stat = '', ionice = ''] = readFileSync(join(programs, 'priorities'), 'utf8').trim().split('\n').slice(-2);
    const fields = stat.split(' ');
    return [`nice ${fields[18]}`, `policy ${fields[40]}`, ionice];
  };
  await expect(thumbnails.frame(clip, 1, '')).rejects.toThrow('No picture of it can be made');
  expect(priority().slice(0, 2)).toEqual(['nice 5', 'policy 0']);
  thumbnails.follow([clip]);
  await until(() => thumbnails.of(clip).trouble !== undefined);
  expect(priority()).toEqual(['nice 0', `policy ${SCHED_IDLE}`, 'idle']);
});

test('pictures are made, kept for the next start, made anew when the in point moves, and go with the clip', async () => {
  const folder = await temporaryFolder();
  const paths = { a: media('numbered-25.mp4') };
  const { thumbnails, made, until } = await createThumbnails(folder, paths);
  const clip: Clip = videoClip('a');
  thumbnails.follow([clip]);
  await until(() => thumbnails.of(clip).thumbnail !== undefined);
  expect(made()).toEqual(['a.thumbnail-2000-2.jpg']);
  expect(isJpeg(readFileSync(thumbnails.pathOf(clip, 'thumbnail') ?? ''))).toBe(true);

  const second = await createThumbnails(folder, paths);
  second.thumbnails.follow([clip]);
  expect(second.thumbnails.of(clip)).toEqual({ thumbnail: '2000-2' });

  const trimmed: Clip = { ...clip, inSeconds: 5 };
  thumbnails.follow([trimmed]);
  await until(() => thumbnails.of(trimmed).thumbnail === '6000-2');
  await until(() => made().length === 1);
  thumbnails.follow([]);
  await until(() => made().length === 0);
});

test('nothing is made while a clip starts, and what was under way is done when it stands', async () => {
  const { thumbnails, made, until } = await createThumbnails(await temporaryFolder(), {
    a: media('numbered-25.mp4'),
  });
  const clip = videoClip('a');
  thumbnails.setPlaying(true);
  thumbnails.follow([clip]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(made()).toEqual([]);
  thumbnails.setPlaying(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  thumbnails.setPlaying(true);
  thumbnails.setPlaying(false);
  await until(() => made().length === 1);
});

test('a single frame is made when it is asked for, also the very last one', async () => {
  const { thumbnails } = await createThumbnails(await temporaryFolder(), { a: media('short-25.mp4') });
  const clip = videoClip('a', { durationSeconds: 1, outSeconds: 1 });
  for (const seconds of [0.5, 1]) expect(isJpeg(await thumbnails.frame(clip, seconds, ''))).toBe(true);
});

test('a picture has the shape that the screen shows', async () => {
  const { thumbnails } = await createThumbnails(await temporaryFolder(), { a: media('anamorphic.mp4') });
  const picture = await thumbnails.frame(videoClip('a', { durationSeconds: 1, outSeconds: 1 }), 0, '');
  expect(sizeOf(picture)).toEqual([640, 320]);
});

test('what no picture can be made of says why, and the others follow', async () => {
  const folder = await temporaryFolder();
  const broken = join(folder, 'broken.mp4');
  writeFileSync(broken, 'no video at all');
  const paths = { a: broken, b: media('short-25.mp4') };
  const { thumbnails, until } = await createThumbnails(join(folder, 'pictures'), paths);
  const clips = [videoClip('a'), videoClip('b', { outSeconds: 1, durationSeconds: 1 })] as const;
  const told: string[] = [];
  thumbnails.subscribe(({ id }) => told.push(id));
  thumbnails.follow(clips);
  await until(() => thumbnails.of(clips[1]).thumbnail !== undefined);
  expect(thumbnails.of(clips[0]).trouble).toMatch(/^No picture of it can be made: .+\.$/);
  expect(told).toEqual(['a', 'b']);
});

test('a file that gives times to some frames only has pictures up to its end', async () => {
  const { thumbnails } = await createThumbnails(await temporaryFolder(), { a: media('program-25.mpg') });
  const clip: Clip = {
    ...videoClip('a', { durationSeconds: 4 }),
    media: (await probeMedia(media('program-25.mpg'))).info,
  };
  for (const seconds of [4, 3.98]) expect(isJpeg(await thumbnails.frame(clip, seconds, ''))).toBe(true);
});

test.for(['file', 'folder'] as const)(
  'a %s that is away for a while is said, and its picture is made when it is back',
  async (what) => {
    const folder = await temporaryFolder();
    const [path, pictures] = [join(folder, 'film.mp4'), join(folder, 'pictures')];
    if (what === 'folder') copyFileSync(media('short-25.mp4'), path);
    const { thumbnails, until } = await createThumbnails(pictures, { a: path }, { ...PATIENT, retrySeconds: 0.05 });
    // In the place of the folder.
    if (what === 'folder') {
      rmSync(pictures, { recursive: true });
      writeFileSync(pictures, '');
    }
    const clip = videoClip('a', { durationSeconds: 1, outSeconds: 1 });
    thumbnails.follow([clip]);
    await until(() => thumbnails.of(clip).trouble !== undefined);
    const error = what === 'file' ? 'it is not there (ENOENT)' : 'a file is in the place of a folder (ENOTDIR)';
    const told: string[] = [];
    thumbnails.subscribe(() => told.push(thumbnails.of(clip).trouble ?? ''));
    await until(() => told.some((text) => text.includes(error)));
    if (what === 'file') copyFileSync(media('short-25.mp4'), path);
    else rmSync(pictures);
    await until(() => thumbnails.of(clip).thumbnail !== undefined);
    expect(thumbnails.of(clip).trouble).toBeUndefined();
    expect(isJpeg(readFileSync(thumbnails.pathOf(clip, 'thumbnail') ?? ''))).toBe(true);
  },
);

test('a picture whose file is gone is made again', async () => {
  const folder = await temporaryFolder();
  const { thumbnails, until } = await createThumbnails(folder, { a: media('short-25.mp4') });
  const clip = videoClip('a', { durationSeconds: 1, outSeconds: 1 });
  thumbnails.follow([clip]);
  await until(() => thumbnails.of(clip).thumbnail !== undefined);
  rmSync(folder, { recursive: true });
  thumbnails.makeAgain(clip, 'thumbnail');
  expect(thumbnails.pathOf(clip, 'thumbnail')).toBeUndefined();
  await until(() => thumbnails.of(clip).thumbnail !== undefined);
  expect(isJpeg(readFileSync(thumbnails.pathOf(clip, 'thumbnail') ?? ''))).toBe(true);
});

test('what ffmpeg prints that is no picture is not kept for one', async () => {
  await shadow({ ffmpeg: 'echo garbage' });
  const folder = await temporaryFolder();
  const { thumbnails, made, until } = await createThumbnails(folder, { a: media('short-25.mp4') });
  const clip = videoClip('a', { durationSeconds: 1, outSeconds: 1 });
  thumbnails.follow([clip]);
  await until(() => thumbnails.of(clip).trouble !== undefined);
  expect([thumbnails.of(clip).trouble, made()]).toEqual(['ffmpeg printed something that is no picture.', []]);
});

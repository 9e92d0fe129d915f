// Loudness with a real ffmpeg, a real queue and real files.
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import type { Clip } from '../../../src/deck/clips/clip.ts';
import { createEnvelopeFiles } from '../../../src/library/loudness/envelope-files.ts';
import { Loudness } from '../../../src/library/loudness/loudness.ts';
import { createLoudnessFile } from '../../../src/library/loudness/loudness-record.ts';
import { IdleQueue } from '../../../src/library/thumbnails/idle-queue.ts';
import { videoClip } from '../../fakes/memory-clip-store.ts';
import { createRecordingLog } from '../../fakes/recording-log.ts';

export const WAIT = { timeout: 30_000, interval: 10 };

const { media } = videoClip('any');
export const withSound = (id: string): Clip =>
  videoClip(id, { file: `${id}.mkv`, ...(media && { media: { ...media, audioCodec: 'pcm_f32le' } }) });

export const createLoudness = async (
  folder: string,
  more: {
    readonly version?: string;
    readonly retrySeconds?: number;
    readonly recheckSeconds?: number;
    readonly onPath?: (clip: Clip) => void;
  } = {},
) => {
  const log = createRecordingLog();
  const idleQueue = new IdleQueue();
  const { version = '1', onPath, ...rest } = more;
  const file = createLoudnessFile({ stateDir: folder, log });
  const pathOf = (clip: Clip): string => {
    onPath?.(clip);
    return join(folder, clip.file);
  };
  const envelopes = createEnvelopeFiles({ folder: join(folder, 'envelopes'), log });
  // What has the least priority gets nothing beside busy programs.
  const loudness = new Loudness({
    ...{ idleQueue, file, envelopes, pathOf, version, log, priority: 'normal', ...rest },
  });
  const told: string[] = [];
  loudness.subscribe(({ id }) => told.push(id));
  const runs: string[] = [];
  const add = idleQueue.add.bind(idleQueue);
  idleQueue.add = (job) =>
    add({
      ...job,
      run: (signal) => {
        runs.push(job.key);
        return job.run(signal);
      },
    });
  let isDone = false;
  const dispose = async (): Promise<void> => {
    if (isDone) return;
    isDone = true;
    await idleQueue.dispose();
    await loudness.dispose();
  };
  onTestFinished(dispose);
  const warnings = () => log.recent().flatMap(({ level, text }) => (level === 'warning' ? [text] : []));
  const ended = (clip: Clip) => vi.waitFor(() => expect(loudness.of(clip)?.state).not.toBe('waiting'), WAIT);
  return { loudness, idleQueue, told, runs, warnings, ended, dispose };
};

// Renders clip thumbnails in the background without disturbing playback.
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toAppError, toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import { makeFolder } from '../../storage/folder.ts';
import type { Priority } from '../probe/sandboxed-program.ts';
import { orStorageError } from '../storage-error.ts';
import { renderFilmstrip, renderPreview, renderThumbnail, STRIP_FRAMES } from './clip-pictures.ts';
import { IdleQueue } from './idle-queue.ts';
import { createPictureFailures, type PictureFailures } from './picture-failures.ts';
import { type ThumbnailKind, toId, toName, toVersion } from './thumbnail-spec.ts';

interface ThumbnailsState {
  readonly thumbnail?: string;
  readonly filmstrip?: string;
  readonly filmstripFrames?: number;
  readonly trouble?: string;
}

const FRAME_WAIT_SECONDS = 8;
/** Between attempts at a picture whose failure was not the file's fault: the disk, a folder that is away, a program. */
const RETRY_SECONDS = 60;

/**
 * Pictures that nobody waits for take only what is left over. Somebody waits for a requested frame, and at idle priority
 * one busy program keeps it away for ever; while nothing plays it can disturb nothing, and a clip that starts ends it.
 */
const PRIORITIES = { background: 'idle', requested: 'low' } as const;

export class Thumbnails {
  readonly #folder: string;
  readonly #pathOf: (clip: Clip) => string;
  readonly #log: Log;
  readonly #priorities: { readonly background: Priority; readonly requested: Priority };
  readonly #frameWaitSeconds: number;
  readonly #listeners = new Set<(clip: Clip) => void>();
  readonly #failures: PictureFailures;
  readonly #made = new Set<string>();
  readonly #idleQueue: IdleQueue;
  #clips: readonly Clip[] = [];
  #isPlaying = false;
  #frames = 0;
  /** The requesting network of each requested frame. */
  readonly #waiting = new Map<string, string>();

  /**
   * @param deps.folder for the pictures; created if missing
   * @param deps.idleQueue shared with other work in the background; disposed of with the thumbnails
   * @param deps.priorities of ffmpeg while nothing plays; beside a clip it is idle
   * @param deps.frameWaitSeconds how long somebody waits for a requested frame; 8 by default
   * @param deps.retrySeconds after a failure that was not the file's fault; 60 by default
   */
  constructor(deps: {
    readonly folder: string;
    readonly pathOf: (clip: Clip) => string;
    readonly idleQueue?: IdleQueue;
    readonly log: Log;
    readonly priorities?: { readonly background: Priority; readonly requested: Priority };
    readonly frameWaitSeconds?: number;
    readonly retrySeconds?: number;
  }) {
    this.#idleQueue = deps.idleQueue ?? new IdleQueue();
    this.#folder = deps.folder;
    this.#pathOf = deps.pathOf;
    this.#log = deps.log;
    this.#priorities = deps.priorities ?? PRIORITIES;
    this.#frameWaitSeconds = deps.frameWaitSeconds ?? FRAME_WAIT_SECONDS;
    this.#failures = createPictureFailures(deps.retrySeconds ?? RETRY_SECONDS);
  }

  /** Adopts the pictures of earlier runs. */
  async start(): Promise<void> {
    try {
      await makeFolder(this.#folder);
      for (const name of await readdir(this.#folder)) this.#made.add(name);
    } catch (error) {
      this.#log.warning(`Cannot store thumbnails: ${toReason(error)}.`);
    }
  }

  dispose(): Promise<void> {
    this.#failures.dispose();
    return this.#idleQueue.dispose();
  }

  /** Adopts a clip list: removes pictures of removed clips and renders missing ones. */
  follow(clips: readonly Clip[]): void {
    if (clips === this.#clips) return;
    this.#clips = clips;
    const ids = new Set(clips.map(({ id }) => id));
    this.#idleQueue.drop((key) => !ids.has(toId(key)));
    const wanted = new Set(clips.flatMap((clip) => [toName(clip, 'thumbnail'), toName(clip, 'filmstrip')]));
    for (const name of this.#made) if (!wanted.has(name)) this.#discard(name);
    this.#failures.keep(ids);
    for (const clip of clips)
      if (!this.#isMade(clip, 'thumbnail') && this.#failures.of(clip.id) === undefined) this.#want(clip, 'thumbnail');
  }

  /** Sets whether a clip plays. */
  setPlaying(playing: boolean): void {
    this.#isPlaying = playing;
    this.#idleQueue.setPlaying(playing);
  }

  /**
   * Sets whether files are being probed; they go first.
   * @param options.isAlone nothing may run besides them; otherwise a requested frame may
   */
  setExamining(isExamining: boolean, { isAlone }: { readonly isAlone: boolean }): void {
    this.#idleQueue.setHeld(isExamining ? (isAlone ? 0 : 1) : undefined);
  }

  of(clip: Clip): ThumbnailsState {
    const trouble = this.#failures.of(clip.id);
    return {
      ...(this.#isMade(clip, 'thumbnail') && { thumbnail: toVersion(clip, 'thumbnail') }),
      ...(this.#isMade(clip, 'filmstrip') && {
        filmstrip: toVersion(clip, 'filmstrip'),
        filmstripFrames: STRIP_FRAMES,
      }),
      ...(trouble !== undefined && { trouble: trouble.message }),
    };
  }

  /** @throws AppError `unsupported-media`, `file-missing`, `no-space`, `storage-failed`, `internal`: why there is none */
  pathOf(clip: Clip, kind: ThumbnailKind): string | undefined {
    if (this.#isMade(clip, kind)) return join(this.#folder, toName(clip, kind));
    const trouble = this.#failures.of(clip.id);
    if (trouble !== undefined) throw trouble;
    if (kind === 'filmstrip' && clip.kind !== 'video') {
      throw new AppError('unsupported-media', `${clip.name} is a still picture and has no filmstrip.`);
    }
    this.#want(clip, kind);
    return undefined;
  }

  /** Makes a picture again whose file is gone. */
  makeAgain(clip: Clip, kind: ThumbnailKind): void {
    if (this.#made.delete(toName(clip, kind))) this.#want(clip, kind);
  }

  /**
   * @param network of the client: networks with many requests take turns with the others
   * @throws AppError `busy`, `unsupported-media`
   */
  frame(clip: Clip, seconds: number, network: string): Promise<Buffer> {
    const at = Math.max(0, Math.min(seconds, clip.durationSeconds));
    this.#frames += 1;
    const key = `${clip.id}.frame-${this.#frames}`;
    const turn = [...this.#waiting.values()].filter((other) => other === network).length;
    this.#waiting.set(key, network);
    return new Promise<Buffer>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#idleQueue.drop((other) => other === key);
        reject(
          new AppError('busy', 'A frame would disturb what plays or files that are examined; it can be had later.'),
        );
      }, this.#frameWaitSeconds * 1000);
      const finish = (done: () => void): void => {
        clearTimeout(timer);
        done();
      };
      this.#idleQueue.add({
        key,
        rank: 0,
        turn,
        run: async (signal) => {
          const run = { signal, priority: this.#priority('requested') };
          const picture = await renderPreview(this.#sourceOf(clip), at, run);
          finish(() => resolve(picture));
        },
        fail: (error) => finish(() => reject(error)),
      });
    }).finally(() => this.#waiting.delete(key));
  }

  subscribe(listener: (clip: Clip) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #isMade(clip: Clip, kind: ThumbnailKind): boolean {
    return this.#made.has(toName(clip, kind));
  }

  #want(clip: Clip, kind: ThumbnailKind): void {
    // Finished frames of a strip are kept when the run is interrupted.
    const frames: Buffer[] = [];
    this.#idleQueue.add({
      key: toName(clip, kind),
      rank: kind === 'filmstrip' ? 1 : 2,
      run: async (signal) => {
        const ffmpeg = { signal, priority: this.#priority('background') };
        const source = this.#sourceOf(clip);
        const picture =
          kind === 'thumbnail' ? await renderThumbnail(source, ffmpeg) : await renderFilmstrip(source, frames, ffmpeg);
        await this.#keep(toName(clip, kind), picture);
        this.#notify(clip);
      },
      fail: (error) => {
        this.#failures.record(clip.id, toAppError(error), () => this.#tryAgain(clip.id, kind));
        this.#notify(clip);
      },
    });
  }

  #tryAgain(clipId: string, kind: ThumbnailKind): void {
    const current = this.#clips.find(({ id }) => id === clipId);
    if (current === undefined) return;
    this.#notify(current);
    this.#want(current, kind);
  }

  #sourceOf(clip: Clip) {
    return { clip, path: this.#pathOf(clip) };
  }

  #priority(kind: 'background' | 'requested'): Priority {
    return this.#isPlaying ? 'idle' : this.#priorities[kind];
  }

  async #keep(name: string, picture: Buffer): Promise<void> {
    const temporary = join(this.#folder, `.${name}.tmp`);
    await orStorageError('keep a picture of the clip', async () => {
      await makeFolder(this.#folder);
      try {
        await writeFile(temporary, picture);
        await rename(temporary, join(this.#folder, name));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
    });
    this.#made.add(name);
    if (!this.#clips.some((clip) => name.startsWith(`${clip.id}.`))) this.#discard(name);
  }

  #discard(name: string): void {
    this.#made.delete(name);
    rm(join(this.#folder, name), { force: true }).catch(() => undefined);
  }

  #notify(clip: Clip): void {
    const current = this.#clips.find(({ id }) => id === clip.id);
    if (current !== undefined) for (const listener of this.#listeners) listener(current);
  }
}

// Pictures of the clips for the page: made one at a time in the background, never where they could disturb what plays.
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Clip } from '../deck/clip.ts';
import { DeckError, toDeckError, toReason } from '../errors.ts';
import type { Log } from '../log.ts';
import { joinPictures, makePicture } from './picture-run.ts';

type Kind = 'thumbnail' | 'filmstrip';

export interface ClipPicturesState {
  readonly thumbnail?: string;
  readonly filmstrip?: string;
  readonly filmstripFrames?: number;
  readonly trouble?: string;
}

const THUMBNAIL = { width: 384, height: 216 } as const;
const STRIP_FRAME = { width: 160, height: 90 } as const;
const STRIP_FRAMES = 16;
const PREVIEW = { width: 640, height: 360 } as const;
/** A clip runs for so long before the load of the box says whether there is time beside it. */
const SETTLED_SECONDS = 20;
const LOOK_AGAIN_SECONDS = 2;
const FRAME_WAIT_SECONDS = 8;

/** Why a run was ended: it will be done again. */
const INTERRUPTED = Symbol('interrupted');

interface Job {
  readonly key: string;
  /** 0 first. */
  readonly rank: number;
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly fail: (error: unknown) => void;
}

export class Thumbnails {
  readonly #folder: string;
  readonly #pathOf: (clip: Clip) => string;
  readonly #log: Log;
  readonly #listeners = new Set<(clip: Clip) => void>();
  readonly #troubles = new Map<string, string>();
  readonly #made = new Set<string>();
  readonly #stopped = new AbortController();
  #clips: readonly Clip[] = [];
  #jobs: Job[] = [];
  #current: AbortController | undefined;
  #playingSince: number | undefined;
  #working: Promise<void> | undefined;
  #wake: () => void = () => undefined;

  /** @param parts.folder for the pictures; made when it is not there */
  constructor(parts: { folder: string; pathOf: (clip: Clip) => string; log: Log }) {
    this.#folder = parts.folder;
    this.#pathOf = parts.pathOf;
    this.#log = parts.log;
  }

  /** Takes over what an earlier run has made. */
  async start(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true });
      for (const name of await readdir(this.#folder)) this.#made.add(name);
    } catch (error) {
      this.#log.warning(`The pictures of the clips can't be kept: ${toReason(error)}.`);
    }
  }

  async dispose(): Promise<void> {
    this.#stopped.abort(INTERRUPTED);
    this.#current?.abort(INTERRUPTED);
    this.#jobs = [];
    this.#wake();
    await this.#working;
  }

  /** The clip list is this now: pictures of clips that are gone are removed, missing ones are made. */
  follow(clips: readonly Clip[]): void {
    if (clips === this.#clips) return;
    this.#clips = clips;
    const ids = new Set(clips.map(({ id }) => id));
    this.#jobs = this.#jobs.filter(({ key }) => ids.has(toId(key)));
    const wanted = new Set(clips.flatMap((clip) => [toName(clip, 'thumbnail'), toName(clip, 'filmstrip')]));
    for (const name of this.#made) if (!wanted.has(name)) this.#discard(name);
    for (const id of this.#troubles.keys()) if (!ids.has(id)) this.#troubles.delete(id);
    for (const clip of clips)
      if (!this.#isMade(clip, 'thumbnail') && !this.#troubles.has(clip.id)) this.#want(clip, 'thumbnail');
  }

  /** Something plays now, or nothing does: a run under way gives way to a clip that starts. */
  setPlaying(playing: boolean): void {
    if (playing === (this.#playingSince !== undefined)) return;
    this.#playingSince = playing ? performance.now() / 1000 : undefined;
    if (playing) this.#current?.abort(INTERRUPTED);
    else this.#wake();
  }

  of(clip: Clip): ClipPicturesState {
    const trouble = this.#troubles.get(clip.id);
    return {
      ...(this.#isMade(clip, 'thumbnail') && { thumbnail: toVersion(clip, 'thumbnail') }),
      ...(this.#isMade(clip, 'filmstrip') && {
        filmstrip: toVersion(clip, 'filmstrip'),
        filmstripFrames: STRIP_FRAMES,
      }),
      ...(trouble !== undefined && { trouble }),
    };
  }

  /** @throws DeckError `unsupported-media` */
  pathOf(clip: Clip, kind: Kind): string | undefined {
    if (this.#isMade(clip, kind)) return join(this.#folder, toName(clip, kind));
    const trouble = this.#troubles.get(clip.id);
    if (trouble !== undefined) throw new DeckError('unsupported-media', trouble);
    if (kind === 'filmstrip' && clip.kind !== 'video') {
      throw new DeckError('unsupported-media', `${clip.name} is a still picture and has no filmstrip.`);
    }
    this.#want(clip, kind);
    return undefined;
  }

  /** @throws DeckError `busy`, `unsupported-media` */
  frame(clip: Clip, seconds: number): Promise<Buffer> {
    const at = Math.max(0, Math.min(seconds, clip.durationSeconds));
    const key = `${clip.id}.frame-${at}-${this.#jobs.length}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#jobs = this.#jobs.filter((job) => job.key !== key);
        reject(new DeckError('busy', 'A frame would disturb what plays; it can be had when the player stands.'));
      }, FRAME_WAIT_SECONDS * 1000);
      const finish = (done: () => void): void => {
        clearTimeout(timer);
        done();
      };
      if (this.#jobs[0]?.rank !== 0) this.#current?.abort(INTERRUPTED);
      this.#add({
        key,
        rank: 0,
        run: async (signal) => {
          const picture = await this.#frameAt(clip, at, PREVIEW, signal);
          finish(() => resolve(picture));
        },
        fail: (error) => finish(() => reject(error)),
      });
    });
  }

  subscribe(listener: (clip: Clip) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #isMade(clip: Clip, kind: Kind): boolean {
    return this.#made.has(toName(clip, kind));
  }

  #want(clip: Clip, kind: Kind): void {
    // What is done of a strip stays when the run gives way to something else.
    const frames: Buffer[] = [];
    this.#add({
      key: toName(clip, kind),
      rank: kind === 'filmstrip' ? 1 : 2,
      run: async (signal) => {
        const picture =
          kind === 'thumbnail' ? await this.#thumbnail(clip, signal) : await this.#filmstrip(clip, frames, signal);
        await this.#keep(toName(clip, kind), picture);
        this.#tell(clip);
      },
      fail: (error) => {
        this.#troubles.set(clip.id, toDeckError(error).message);
        this.#tell(clip);
      },
    });
  }

  #thumbnail(clip: Clip, signal: AbortSignal): Promise<Buffer> {
    return this.#frameAt(clip, toPosterSeconds(clip), THUMBNAIL, signal);
  }

  async #filmstrip(clip: Clip, pictures: Buffer[], signal: AbortSignal): Promise<Buffer> {
    for (let index = pictures.length; index < STRIP_FRAMES; index += 1) {
      const seconds = ((index + 0.5) * clip.durationSeconds) / STRIP_FRAMES;
      pictures.push(await this.#frameAt(clip, seconds, STRIP_FRAME, signal));
    }
    return joinPictures(pictures, STRIP_FRAME, signal);
  }

  /** Files whose frames come when they come may have none so late: the one before it is as good. */
  async #frameAt(clip: Clip, seconds: number, size: Size, signal: AbortSignal): Promise<Buffer> {
    const at = toFrameStart(clip, seconds);
    const path = this.#pathOf(clip);
    return (
      (await makePicture(path, { seconds: at, ...size }, signal)) ??
      (await makePicture(path, { seconds: Math.max(0, at - 0.5), ...size }, signal)) ??
      (await makePicture(path, { seconds: 0, ...size }, signal)) ??
      Promise.reject(new DeckError('unsupported-media', 'No picture of it can be made: it has no frame.'))
    );
  }

  async #keep(name: string, picture: Buffer): Promise<void> {
    const temporary = join(this.#folder, `.${name}.tmp`);
    await writeFile(temporary, picture);
    await rename(temporary, join(this.#folder, name));
    this.#made.add(name);
    if (!this.#clips.some((clip) => name.startsWith(`${clip.id}.`))) this.#discard(name);
  }

  #discard(name: string): void {
    this.#made.delete(name);
    rm(join(this.#folder, name), { force: true }).catch(() => undefined);
  }

  #tell(clip: Clip): void {
    const current = this.#clips.find(({ id }) => id === clip.id);
    if (current !== undefined) for (const listener of this.#listeners) listener(current);
  }

  #add(job: Job): void {
    if (this.#stopped.signal.aborted || this.#jobs.some(({ key }) => key === job.key)) return;
    const behind = this.#jobs.findIndex(({ rank }) => rank > job.rank);
    this.#jobs.splice(behind < 0 ? this.#jobs.length : behind, 0, job);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    while (this.#jobs.length > 0 && !this.#stopped.signal.aborted) {
      if (!this.#hasTime()) {
        await this.#rest();
        continue;
      }
      const job = this.#jobs[0];
      if (job === undefined) return;
      const controller = new AbortController();
      this.#current = controller;
      try {
        await job.run(controller.signal);
      } catch (error) {
        if (error === INTERRUPTED) continue;
        job.fail(error);
      } finally {
        this.#current = undefined;
      }
      this.#jobs = this.#jobs.filter((other) => other !== job);
    }
  }

  /** Beside a clip that runs only when it has run for a while and half of the box has nothing to do. */
  #hasTime(): boolean {
    if (this.#playingSince === undefined) return true;
    const isSettled = performance.now() / 1000 - this.#playingSince > SETTLED_SECONDS;
    return isSettled && (loadavg()[0] ?? Number.POSITIVE_INFINITY) < availableParallelism() / 2;
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_AGAIN_SECONDS * 1000);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const USUAL_FRAME_SECONDS = 0.04;
/** Times in the list are rounded to milliseconds: looking a little earlier finds the frame that is meant. */
const EARLY_SECONDS = 0.001;

/** Where to look for the frame that is on screen at a position; at the end, for the last one. */
const toFrameStart = ({ kind, media, durationSeconds }: Clip, seconds: number): number => {
  if (kind !== 'video') return 0;
  const rate = media?.frameRate;
  const frameSeconds = rate === undefined ? USUAL_FRAME_SECONDS : rate.denominator / rate.numerator;
  const last = Math.round(durationSeconds / frameSeconds) - 1;
  const frame = Math.min(last, Math.floor((seconds + EARLY_SECONDS) / frameSeconds));
  return Math.max(0, frame * frameSeconds - EARLY_SECONDS);
};

/** A little way into what plays: the first frame of many clips is black. */
const toPosterSeconds = ({ kind, inSeconds, outSeconds }: Clip): number =>
  kind === 'video' ? Math.round((inSeconds + Math.min(2, (outSeconds - inSeconds) / 5)) * 1000) / 1000 : 0;

const toVersion = (clip: Clip, kind: Kind): string =>
  kind === 'thumbnail' ? String(toPosterSeconds(clip) * 1000) : '1';

const toName = (clip: Clip, kind: Kind): string => `${clip.id}.${kind}-${toVersion(clip, kind)}.jpg`;

const toId = (name: string): string => name.slice(0, name.indexOf('.'));

// A player without a picture: its time passes when a test says so.
import { existsSync, readFileSync } from 'node:fs';
import { AppError } from '../../src/base/errors.ts';
import type { MasterLevels } from '../../src/deck/master/levels.ts';
import type { OverlayLines } from '../../src/deck/overlay/overlay-lines.ts';
import type { Cue, ExitReason, Media, Player, PlayerView, Step } from '../../src/deck/ports.ts';
import { IDLE_VIEW, toMediaName } from '../../src/deck/ports.ts';
import { isArchive, isPlaylist } from '../../src/storage/file-references.ts';

/** What the fake plays: frames per second and length by path; a path that is not listed is refused. */
interface FakeMedia {
  readonly framesPerSecond: number;
  readonly durationSeconds: number;
}

const STILL: FakeMedia = { framesPerSecond: 25, durationSeconds: Number.POSITIVE_INFINITY };

const whyNoPart = (path: string): string => {
  const head = existsSync(path) ? readFileSync(path) : Buffer.of();
  if (isPlaylist(head)) return 'it is a playlist';
  return isArchive(head) ? 'it is an archive' : 'unrecognized file format';
};

export class FakePlayer implements Player {
  readonly steps: Step[] = [];
  /** The master levels that it was given, in order. */
  readonly levels: MasterLevels[] = [];
  /** What it was given to lay over the picture, in order. */
  readonly overlays: OverlayLines[] = [];
  readonly #media: (path: string) => FakeMedia | undefined;
  readonly #listeners = new Set<(view: PlayerView) => void>();
  readonly #refusals: AppError[] = [];
  #view: PlayerView = IDLE_VIEW;

  constructor(parts: { media: (path: string) => FakeMedia | undefined }) {
    this.#media = parts.media;
  }

  view(): PlayerView {
    return this.#view;
  }

  subscribe(listener: (view: PlayerView) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Comes up, or comes back, empty. */
  revive(): void {
    this.#publish({ ...IDLE_VIEW, running: true });
  }

  lose(loss: ExitReason): void {
    this.#publish({ ...IDLE_VIEW, exitReason: loss });
  }

  /** The next step is answered with this error. */
  refuseNext(error: AppError): void {
    this.#refusals.push(error);
  }

  /** Somebody else changes something: a pause over the maintenance socket. */
  interfere(change: Partial<PlayerView>): void {
    this.#publish({ ...this.#view, ...change });
  }

  setLevels(levels: MasterLevels): void {
    this.levels.push(levels);
  }

  setOverlay(lines: OverlayLines): void {
    this.overlays.push(lines);
  }

  async perform(step: Step): Promise<void> {
    await Promise.resolve();
    if (!this.#view.running) throw new AppError('player-unavailable', 'The player is not running.');
    this.steps.push(step);
    const refusal = this.#refusals.shift();
    if (refusal !== undefined) throw refusal;
    this.#publish({ ...this.#view, ...this.#toChange(step) });
  }

  /** Lets time pass. */
  advance(seconds: number): void {
    const { cue, paused, ended, speed, positionSeconds } = this.#view;
    if (cue === undefined || cue.picture.kind === 'screen' || paused || ended) return;
    const { inSeconds, outSeconds, loop } = cue.section;
    const next = positionSeconds + seconds * speed;
    if (next >= outSeconds && !loop) {
      this.interfere({ positionSeconds: this.#toFrame(cue, outSeconds), ended: true, paused: true });
    } else {
      const wrapped = inSeconds + ((next - inSeconds) % (outSeconds - inSeconds));
      this.interfere({ positionSeconds: next < outSeconds ? next : wrapped });
    }
  }

  #toChange(step: Step): Partial<PlayerView> {
    switch (step.do) {
      case 'load':
        if (this.#find(step.cue) === undefined) throw this.#toRejection(step.cue.picture);
        return {
          cue: step.cue,
          positionSeconds: step.cue.picture.kind === 'screen' ? 0 : this.#toFrame(step.cue, step.atSeconds),
          paused: !step.playing,
          ended: false,
          speed: step.speed,
        };
      case 'trim':
        return this.#view.cue === undefined ? {} : { cue: { ...this.#view.cue, section: step.section } };
      case 'sound':
        return this.#view.cue === undefined ? {} : { cue: { ...this.#view.cue, sound: step.sound } };
      case 'fades':
        return this.#view.cue === undefined ? {} : { cue: { ...this.#view.cue, fades: step.fades } };
      case 'output':
        return { output: step.output };
      case 'seek':
        return this.#view.cue === undefined
          ? {}
          : { positionSeconds: this.#toFrame(this.#view.cue, step.toSeconds), ended: false };
      case 'play':
        return { paused: false, ended: false };
      case 'pause':
        return { paused: true };
      case 'speed':
        return { speed: step.factor };
      case 'overlay':
        return { overlay: step.lines };
    }
  }

  #find({ picture }: Cue): FakeMedia | undefined {
    if (picture.kind === 'video') return this.#media(picture.path);
    if (picture.kind !== 'reel') return STILL;
    const parts = picture.parts.map(({ path }) => this.#media(path));
    return parts.includes(undefined) ? undefined : parts[0];
  }

  /** A reel is refused by the first of its parts that is no clip. */
  #toRejection(picture: Media): AppError {
    const bad = picture.kind === 'reel' ? picture.parts.find(({ path }) => this.#media(path) === undefined) : undefined;
    const [name, why] =
      bad === undefined
        ? [toMediaName(picture), 'unrecognized file format']
        : [bad.path.split('/').at(-1), whyNoPart(bad.path)];
    return new AppError('unplayable', `The player can't show ${name}: ${why}.`);
  }

  /** The first frame at or after a time, the last one inside the section at the latest. */
  #toFrame(cue: Cue, seconds: number): number {
    const rate = this.#find(cue)?.framesPerSecond ?? 25;
    const last = Math.ceil((cue.section.outSeconds - 0.0006) * rate) - 1;
    return Math.max(0, Math.min(Math.ceil((seconds - 0.005) * rate), last)) / rate;
  }

  #publish(view: PlayerView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener(view);
  }
}

/** For files on disk: one that is missing or is no media file is refused, like by a real player. */
export const toFakeMedia =
  (rates: Readonly<Record<string, number>>) =>
  (path: string): FakeMedia | undefined => {
    const isMedia = existsSync(path) && readFileSync(path).subarray(4, 8).toString('latin1') === 'ftyp';
    const name = path.split('/').at(-1) ?? '';
    return isMedia ? { framesPerSecond: rates[name] ?? 25, durationSeconds: 10 } : undefined;
  };

// One running mpv: performs one step at a time, and tracks its state from events.
import type { Duplex } from 'node:stream';
import { type Clock, createSystemClock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { MasterLevels } from '../../deck/master/levels.ts';
import type { OverlayLines } from '../../deck/overlay/overlay-lines.ts';
import type { Step } from '../../deck/ports.ts';
import type { Failure, StepDown } from '../decoding/step-down.ts';
import type { DrawnScreen } from '../drawn-size.ts';
import { createHeadUse, type HeadUse } from '../head-use.ts';
import type { Heads } from '../heads.ts';
import { createEmptyLoopWatch } from './empty-loop.ts';
import { EventRecord } from './event-record.ts';
import { createFadeChanger } from './fade-changer.ts';
import { createFadeCover } from './fade-cover.ts';
import { type Command, IpcConnection, type Reply } from './ipc-connection.ts';
import type { JsonObject } from './json-lines.ts';
import { createLevelFollower, type LevelFollower } from './level-follower.ts';
import { createLoader } from './loader.ts';
import {
  isResize,
  NOTHING_YET,
  OBSERVED_PROPERTIES,
  type Observed,
  READ_PROPERTIES,
  toChange,
  toReadState,
} from './observed.ts';
import { type AudioDevice, readAudioDevices, readScreen, type Screenshot, writeScreenshot } from './output-reads.ts';
import { createSeeker } from './seeker.ts';
import { createStepPerformer, type PerformStep } from './step-performer.ts';
import { createUntoldWatch } from './untold-watch.ts';
import { isDecoderError } from './way-check.ts';
import { createWayKeeper, type WayKeeper } from './way-keeper.ts';

export class IpcSession {
  readonly #connection: IpcConnection;
  readonly #onChange: () => void;
  readonly #stepDown: StepDown;
  readonly #ways: WayKeeper;
  /** One at a time: the deck's steps, and a step down to another way of decoding. */
  readonly #steps = new SerialQueue();
  readonly #records = new Set<EventRecord>();
  readonly #seeker = createSeeker({
    observed: () => this.#observed,
    seek: (target, onTaken) => this.#request(['seek', ...target], undefined, onTaken),
    refresh: () => this.#refresh({}),
    isSeeking: async () => (await this.#property('seeking')) === true,
    // mpv counts it over the pictures since then, and has none to tell where there were none.
    hasPicture: async () => (await this.#property('estimated-vf-fps')) !== undefined,
    setFileOptions: (properties) => this.#setAll(properties, 'file-local-options/'),
    record: () => this.#record(),
    arrival: (record, find, toSeconds) => this.#ways.arrival(record, find, toSeconds),
  });
  readonly #untold = createUntoldWatch({
    observed: () => this.#observed,
    isSettled: () => this.#records.size === 0,
    refresh: () => this.#refresh({}),
  });
  readonly #levels: LevelFollower;
  readonly #cover = createFadeCover({ observed: () => this.#observed, request: (sent) => this.#request(sent) });
  readonly #performStep: PerformStep;
  readonly #emptyLoop = createEmptyLoopWatch(() => performance.now() / 1000);
  #observed: Observed;
  readonly #heads: HeadUse;

  constructor(deps: {
    stream: Duplex;
    stepDown: StepDown;
    /** The master levels and what lies over the picture, as they are now. */
    levels: () => MasterLevels;
    overlay?: () => OverlayLines;
    heads?: Heads | undefined;
    clock?: Clock;
    /** State that is already known. */
    shows?: Partial<Observed>;
    onChange: () => void;
    onBad: (reason: string) => void;
  }) {
    [this.#onChange, this.#stepDown] = [deps.onChange, deps.stepDown];
    this.#observed = { ...NOTHING_YET, ...deps.shows };
    this.#connection = new IpcConnection({
      stream: deps.stream,
      onEvents: (events) => this.#handleEvents(events),
      onBad: deps.onBad,
    });
    const observed = (): Observed => this.#observed;
    const property = (name: string): Promise<unknown> => this.#property(name);
    const request = (command: Command): Promise<unknown> => this.#request(command);
    const setFileOptions = (all: Readonly<Record<string, unknown>>) => this.#setAll(all, 'file-local-options/');
    this.#ways = createWayKeeper({
      clock: deps.clock ?? createSystemClock(),
      stepDown: deps.stepDown,
      waysFor: (picture) => deps.stepDown.waysFor(picture, this.#observed),
      ...{ observed, property, setFileOptions },
      seekInPlace: () => this.#seeker.seekInPlace(),
      startSeek: (toSeconds) => this.#request(['seek', toSeconds, 'absolute+exact']),
      inTurn: (work) => this.#steps.run(work),
      isSettled: () => this.#records.size === 0,
    });
    this.#heads = createHeadUse({ heads: deps.heads, property, plan: this.#ways.plan });
    this.#levels = createLevelFollower({ ...deps, observed, property, request, setFileOptions });
    const loader = createLoader({
      ...{ observed, request },
      refresh: (change) => this.#refresh(change),
      hasPicture: async () => (await this.#property('video-params/w')) !== undefined,
      record: () => this.#record(),
      ...{ seeker: this.#seeker, ways: this.#ways, cover: this.#cover, heads: this.#heads },
      baseVolume: () => this.#levels.baseVolume(),
    });
    this.#performStep = createStepPerformer({
      ...{ observed, request, setFileOptions, loader },
      ...{ seeker: this.#seeker, levels: this.#levels, cover: this.#cover },
      change: (change) => this.#change(change),
      refresh: () => this.#refresh({}),
      setProperties: (properties) => this.#setAll(properties, ''),
      fades: createFadeChanger({ property, request, setFileOptions }),
    });
  }

  observed(): Observed {
    return this.#observed;
  }

  /**
   * Reads mpv's version and observes its properties.
   * @returns its version, as `mpv-version` reads
   */
  async open(seconds: number): Promise<string> {
    const version = await this.#request(['get_property', 'mpv-version'], seconds);
    this.#heads.open(String(version), await this.#property('hwdec'));
    this.#stepDown.under({ mpv: String(version), ffmpeg: String(await this.#property('ffmpeg-version')) });
    await this.#levels.open();
    // For its errors only: a broken decoder may write a hundred thousand warnings a second.
    await this.#connection.send(['request_log_messages', 'error']);
    await Promise.all(OBSERVED_PROPERTIES.map((name, index) => this.#request(['observe_property', index + 1, name])));
    return String(version);
  }

  /** @throws AppError `player-unavailable` when it does not answer within the second */
  async ping(): Promise<void> {
    await this.#connection.send(['get_property', 'pid']);
  }

  isOpen(): boolean {
    return this.#connection.isOpen();
  }

  audioDevices(): Promise<readonly AudioDevice[]> {
    return readAudioDevices((name) => this.#property(name));
  }

  /** What mpv draws on. */
  screen(): Promise<DrawnScreen> {
    return readScreen((name) => this.#property(name), this.observed.bind(this));
  }

  screenshot(path: string): Promise<Screenshot> {
    return writeScreenshot((command, seconds) => this.#connection.send(command, seconds, true), path);
  }

  close(): void {
    this.#connection.close();
    this.#untold.close();
    this.#ways.close();
    for (const record of this.#records) record.fail(new AppError('player-unavailable', 'The player went away.'));
  }

  /** The master levels have moved, or what lies over the picture is another. */
  followLevels(): void {
    this.#levels.follow();
  }

  /** mpv ended while it decoded: so its decoder is suspected, and the head. */
  blame(failure: Failure): void {
    this.#ways.blame(failure);
    this.#heads.giveUp();
  }

  /** @throws AppError `unplayable`, `player-unavailable` */
  perform(step: Step): Promise<void> {
    return this.#steps.run(() => this.#performStep(step));
  }

  /** Reads properties whose events may not have arrived yet. */
  async #refresh(change: Partial<Observed>): Promise<void> {
    const replies = await Promise.all(READ_PROPERTIES.map((name) => this.#connection.send(['get_property', name])));
    this.#change({ ...change, ...toReadState(replies.map((reply) => (reply.ok ? reply.data : undefined))) });
  }

  #setAll(properties: Readonly<Record<string, unknown>>, prefix: string): Promise<unknown> {
    return Promise.all(
      Object.entries(properties).map(([name, value]) => this.#request(['set_property', `${prefix}${name}`, value])),
    );
  }

  /** Undefined where mpv has no value. */
  async #property(name: string): Promise<unknown> {
    const reply = await this.#connection.send(['get_property', name]);
    return reply.ok ? reply.data : undefined;
  }

  /** @throws AppError `unplayable` when mpv refuses the command */
  async #request(command: Command, seconds?: number, onReply?: () => void): Promise<unknown> {
    const reply: Reply = await this.#connection.send(command, seconds, onReply !== undefined, onReply);
    if (reply.ok) return reply.data;
    throw new AppError('unplayable', `The player refused ${JSON.stringify(command)}: ${reply.reason}.`);
  }

  #record(): EventRecord {
    const record = new EventRecord({ detach: (done) => this.#records.delete(done) });
    this.#records.add(record);
    return record;
  }

  #handleEvents(events: readonly JsonObject[]): void {
    for (const event of events) for (const record of this.#records) record.add(event);
    if (events.some(({ event }) => event === 'playback-restart')) this.#stopEmptyLoop();
    for (const event of events) if (isDecoderError(event)) this.#ways.erred();
    this.#heads.hear(events);
    if (events.some(isResize)) this.#levels.follow();
    const change: Partial<Observed> = {};
    for (const event of events) Object.assign(change, toChange(event, { ...this.#observed, ...change }));
    if (Object.keys(change).length === 0) return;
    this.#untold.told(change);
    this.#follow(change);
  }

  /** Ends the loop of a section past the end of the file, so that mpv stops at the end. */
  #stopEmptyLoop(): void {
    const { cue, speed, paused } = this.#observed;
    if (cue === undefined || paused || this.#records.size > 0 || !this.#emptyLoop.restarted(cue.section, speed)) return;
    this.#setAll({ 'ab-loop-a': 'no', 'ab-loop-b': 'no' }, 'file-local-options/').catch(() => undefined);
  }

  #change(change: Partial<Observed>): void {
    this.#untold.held();
    this.#follow(change);
  }

  #follow(change: Partial<Observed>): void {
    const { ended } = this.#observed;
    this.#observed = { ...this.#observed, ...change };
    this.#cover.followEnd(ended);
    this.#ways.changed();
    this.#onChange();
  }
}

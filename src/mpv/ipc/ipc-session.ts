// One running mpv: executes steps and tracks its state from events.
import type { Duplex } from 'node:stream';
import { AppError } from '../../base/errors.ts';
import { type Cue, type Step, toMediaName } from '../../deck/ports.ts';
import type { DecodingPlan } from '../decoding/decoding-way.ts';
import type { DrawnScreen } from '../drawn-size.ts';
import { checkParts } from '../edl-parts.ts';
import { toFileOptions, toOutputProperties, toSectionProperties, toSoundProperties, toUrl } from '../file-options.ts';
import { toOsdCommand } from '../osd-overlay.ts';
import { createEmptyLoopWatch } from './empty-loop.ts';
import { EventRecord } from './event-record.ts';
import { type Command, IpcConnection, type Reply } from './ipc-connection.ts';
import { isJsonObject, type JsonObject } from './json-lines.ts';
import { type LoadResult, toLoadResult } from './load-result.ts';
import { NOTHING_YET, OBSERVED_PROPERTIES, type Observed, READ_PROPERTIES, toChange, toReadState } from './observed.ts';
import { createSeeker } from './seeker.ts';
import { createUntoldWatch } from './untold-watch.ts';

export interface AudioDevice {
  readonly name: string;
  readonly description: string;
}

const FIRST_FRAME_TIMEOUT_SECONDS = 5;

export class IpcSession {
  readonly #connection: IpcConnection;
  readonly #onChange: () => void;
  readonly #decodingPlan: DecodingPlan;
  readonly #records = new Set<EventRecord>();
  readonly #seeker = createSeeker({
    observed: () => this.#observed,
    request: (command) => this.#request(command),
    refresh: () => this.#refresh({}),
    // mpv counts it over the pictures since then, and has none to tell where there were none.
    hasPicture: async () => (await this.#connection.send(['get_property', 'estimated-vf-fps'])).ok,
    setFileOptions: (properties) => this.#setAll(properties, 'file-local-options/'),
    record: () => this.#record(),
  });
  readonly #untold = createUntoldWatch({
    observed: () => this.#observed,
    isSettled: () => this.#records.size === 0,
    refresh: () => this.#refresh({}),
  });
  readonly #emptyLoop = createEmptyLoopWatch(() => performance.now() / 1000);
  #observed: Observed;

  constructor(deps: {
    stream: Duplex;
    decodingPlan: DecodingPlan;
    /** State that is already known. */
    shows?: Partial<Observed>;
    onChange: () => void;
    onBad: (reason: string) => void;
  }) {
    this.#onChange = deps.onChange;
    this.#decodingPlan = deps.decodingPlan;
    this.#observed = { ...NOTHING_YET, ...deps.shows };
    this.#connection = new IpcConnection({
      stream: deps.stream,
      onEvents: (events) => this.#handleEvents(events),
      onBad: deps.onBad,
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

  /** Audio devices, by names that are stable across restarts. */
  async audioDevices(): Promise<readonly AudioDevice[]> {
    const devices = await this.#request(['get_property', 'audio-device-list']);
    return (Array.isArray(devices) ? devices : []).flatMap((device: unknown) => {
      if (!isJsonObject(device) || typeof device.name !== 'string') return [];
      return [{ name: device.name, description: String(device.description ?? device.name) }];
    });
  }

  /** What mpv draws on. */
  async screen(): Promise<DrawnScreen> {
    const [width = 0, height = 0] = await Promise.all(
      ['osd-width', 'osd-height'].map(async (name) => {
        const reply = await this.#connection.send(['get_property', name]);
        return reply.ok && typeof reply.data === 'number' ? reply.data : 0;
      }),
    );
    const {
      videoOutput: output,
      output: { rotationDegrees },
    } = this.#observed;
    return { output, width, height, rotationDegrees };
  }

  close(): void {
    this.#connection.close();
    this.#untold.close();
    for (const record of this.#records) record.fail(new AppError('player-unavailable', 'The player went away.'));
  }

  /** @throws AppError `unplayable`, `player-unavailable` */
  async perform(step: Step): Promise<void> {
    switch (step.do) {
      case 'load':
        return this.#load(step);
      case 'trim':
        await this.#setAll(toSectionProperties(step.section), 'file-local-options/');
        return this.#change({ cue: this.#observed.cue && { ...this.#observed.cue, section: step.section } });
      case 'sound':
        await this.#setAll(toSoundProperties(step.sound), 'file-local-options/');
        return this.#change({ cue: this.#observed.cue && { ...this.#observed.cue, sound: step.sound } });
      case 'output':
        await this.#setAll(toOutputProperties(this.#observed.output, step.output), '');
        return this.#change({ output: step.output });
      case 'seek':
        return this.#seeker.seek(step.toSeconds);
      case 'play':
        return this.#pause(false);
      case 'pause':
        return this.#pause(true);
      case 'speed':
        await this.#request(['set_property', 'speed', step.factor]);
        return this.#change({ speed: step.factor });
      case 'overlay':
        await this.#request(toOsdCommand(step.lines));
        return this.#change({ overlay: step.lines });
    }
  }

  async #load(step: Step & { do: 'load' }): Promise<void> {
    await checkParts(step.cue.picture);
    const previous = this.#observed;
    const record = this.#record();
    try {
      if (step.speed !== previous.speed) await this.#request(['set_property', 'speed', step.speed]);
      const [entry, behind] = await this.#start(step, previous);
      const outcome = await this.#outcome(record, entry);
      if (outcome.shown) {
        await this.#request(['playlist-clear']);
        await this.#refresh({ cue: step.cue });
        return await this.#seeker.arrive(record, step.atSeconds);
      }
      if (outcome.stays && behind !== undefined) await this.#request(['playlist-next', 'force']);
      const isBack = behind !== undefined && (await this.#outcome(record, behind)).shown;
      await this.#refresh({ cue: isBack ? previous.cue : undefined });
      throw new AppError('unplayable', `The player can't show ${toMediaName(step.cue.picture)}: ${outcome.reason}.`);
    } finally {
      record.close();
    }
  }

  /**
   * Queues the old file behind the new one: when the new one fails, mpv returns to the old one without a black frame.
   * Both are queued before mpv goes on, since it rejects a broken file before a second command arrives.
   * Clears the list first: an attempt that timed out may have left entries.
   * @returns mpv's playlist ids of the new entry and of the old one behind it
   */
  async #start(step: Step & { do: 'load' }, previous: Observed): Promise<readonly [number, number | undefined]> {
    const { cue, atSeconds, playing } = step;
    if (previous.cue === undefined) return [await this.#queue(cue, atSeconds, playing, 'replace'), undefined];
    const [, entry, behind] = await Promise.all([
      this.#request(['playlist-clear']),
      this.#queue(cue, atSeconds, playing, 'append'),
      this.#queue(previous.cue, previous.positionSeconds, !previous.paused && !previous.ended, 'append'),
      this.#request(['playlist-next', 'force']),
    ]);
    return [entry, behind];
  }

  async #outcome(record: EventRecord, entryId: number): Promise<LoadResult> {
    const outcome = await record.until((events) => toLoadResult(events, entryId), FIRST_FRAME_TIMEOUT_SECONDS);
    if (outcome === undefined) {
      return { shown: false, stays: true, reason: `no picture came within ${FIRST_FRAME_TIMEOUT_SECONDS} s` };
    }
    // mpv reports the same for a file with sound only and for a broken picture file.
    const hasPicture = !outcome.shown || (await this.#connection.send(['get_property', 'video-params/w'])).ok;
    return hasPicture ? outcome : { shown: false, stays: true, reason: 'there is no picture in it' };
  }

  /** @returns mpv's id of the playlist entry */
  async #queue(cue: Cue, atSeconds: number, playing: boolean, flags: 'replace' | 'append'): Promise<number> {
    // Only the named form is the same in every mpv; 0.38 inserted an argument into the positional one.
    const prerollSeconds = this.#seeker.prerollSeconds(cue.picture);
    const [way] = this.#decodingPlan(cue.picture, this.#observed);
    const options = toFileOptions(cue, atSeconds, playing, prerollSeconds, this.#observed.videoOutput, way);
    const data = await this.#request({ name: 'loadfile', url: toUrl(cue.picture), flags, options });
    return isJsonObject(data) ? Number(data.playlist_entry_id) : -1;
  }

  async #pause(paused: boolean): Promise<void> {
    await this.#request(['set_property', 'pause', paused]);
    this.#change(paused ? { paused } : { paused, ended: false });
  }

  /** Reads properties whose events may not have arrived yet. */
  async #refresh(change: Partial<Observed>): Promise<void> {
    const replies = await Promise.all(READ_PROPERTIES.map((name) => this.#connection.send(['get_property', name])));
    this.#change({ ...change, ...toReadState(replies.map((reply) => (reply.ok ? reply.data : undefined))) });
  }

  #setAll(properties: Readonly<Record<string, string>>, prefix: string): Promise<unknown> {
    return Promise.all(
      Object.entries(properties).map(([name, value]) => this.#request(['set_property', `${prefix}${name}`, value])),
    );
  }

  /** @throws AppError `unplayable` when mpv refuses the command */
  async #request(command: Command, seconds?: number): Promise<unknown> {
    const reply: Reply = await this.#connection.send(command, seconds);
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
    this.#observed = { ...this.#observed, ...change };
    this.#onChange();
  }
}

// Schemas of the answers and bodies of /api/v1.

import { HDR_KINDS } from '../../deck/clips/clip.ts';
import { POWER_ON_ACTIONS } from '../../deck/clips/clip-list.ts';
import { CLIP_FIELDS } from '../../deck/clips/clip-patch.ts';
import { FADE_TARGETS } from '../../deck/master/levels.ts';
import { MAX_OVERLAY_TEXT, OVERLAY_KINDS } from '../../deck/overlay/overlay.ts';
import {
  flag,
  list,
  named,
  number,
  object,
  oneOf,
  orNull,
  percent,
  record,
  text,
  type ValueOf,
  whole,
} from '../../schema/schema.ts';
import { CONVERSION, DAMAGE, LOUDNESS, PLAYABILITY } from './idle-work-schemas.ts';
import { KEPT_LISTS, SHOW_FIELDS } from './list-schemas.ts';

const seconds = number({ least: 0 });
const count = whole({ least: 0 });
const frameRate = object({ numerator: number(), denominator: number() });

export const MEDIA = named(
  'Media',
  object(
    { container: text(), videoCodec: text(), width: whole(), height: whole(), interlaced: flag },
    {
      frameRate,
      longFrames: flag,
      hdr: oneOf(...HDR_KINDS),
      profile: text(),
      pixelFormat: text(),
      frames: whole(),
      startTimecode: text(),
      audioCodec: text(),
      audioChannels: whole(),
    },
  ),
);

export type MediaV1 = ValueOf<typeof MEDIA>;

const { name, ...settings } = CLIP_FIELDS;
const { fadeInSeconds, fadeOutSeconds, ...olderFields } = CLIP_FIELDS;

export const CLIP = named(
  'Clip',
  object(
    {
      id: text(),
      number: whole({ least: 0 }),
      kind: oneOf('video', 'still', 'splash'),
      name,
      file: text(),
      durationSeconds: seconds,
      ...settings,
    },
    {
      ...{ media: MEDIA, trouble: text(4000), damaged: DAMAGE, examining: flag },
      ...{ playability: PLAYABILITY, loudness: LOUDNESS, conversion: CONVERSION },
    },
  ),
);
export type ClipV1 = ValueOf<typeof CLIP>;

export const CLIPS = list(CLIP);

export const CLIP_PATCH = named('ClipPatch', object({}, CLIP_FIELDS));

/** Absent while the running play has lost nothing. */
const LOSSES = named(
  'Losses',
  object({
    framesDropped: count,
    framesDroppedByDecoder: count,
    framesDroppedByOutput: count,
    framesLate: count,
    bottleneck: orNull(oneOf('decoder', 'output')),
  }),
);

export const TRANSPORT = named(
  'Transport',
  object(
    {
      clipId: text(),
      number: whole({ least: 0 }),
      state: oneOf('stopped', 'playing', 'paused', 'ended'),
      positionSeconds: seconds,
      outSeconds: seconds,
      speed: number(),
      loops: flag,
      playerRunning: flag,
      fade: object({ to: oneOf(...FADE_TARGETS), level: number({ least: 0, most: 1 }) }),
      volumePercent: percent,
      muted: flag,
      overlay: object({ kind: oneOf(...OVERLAY_KINDS) }, { text: text(MAX_OVERLAY_TEXT), until: text() }),
      ...SHOW_FIELDS,
    },
    { fault: object({ clipId: text(), message: text(4000) }), losses: LOSSES },
  ),
);
export type TransportV1 = ValueOf<typeof TRANSPORT>;

export const POSITION = named(
  'Position',
  object({
    clipId: text(),
    positionSeconds: seconds,
    waitRemainingSeconds: orNull(seconds),
    fadeLevel: number({ least: 0, most: 1 }),
  }),
);

/** Pictures of a clip; absent until rendered. The version changes with the picture. */
export const PICTURES = named(
  'Pictures',
  object({}, { thumbnail: text(), filmstrip: text(), filmstripFrames: whole(), trouble: text(4000) }),
);
export const PICTURES_BY_ID = record(PICTURES);

/** Settings for every page of the device; sent on the live channel. */
export const PAGE_SETTINGS = named('PageSettings', object({ safeLock: flag }));

export const DEVICE = named(
  'Device',
  object(
    {
      name: text(),
      interfaces: record(text()),
      deviceId: text(),
      licensed: flag,
      version: text(),
      latestVersion: text(),
      showSplash: flag,
      powerOn: oneOf(...POWER_ON_ACTIONS),
      safeLock: flag,
      maySetSafeLock: flag,
      hasShortToken: flag,
      clipsFreeBytes: number(),
      clipsSizeBytes: number(),
      uptimeSeconds: number(),
      vitals: object(
        {},
        { temperatureCelsius: number(), memoryBytes: number(), memoryFreeBytes: number(), warnings: list(text()) },
      ),
      hasBroker: flag,
      ports: object({}, { hyperdeck: whole(), osc: whole() }),
    },
    /** What it answers to in .local, when another device has its name. */
    { announcedName: text(), hyperdeckTimeline: object({ isLibrary: flag, clips: whole() }) },
  ),
);

export const FLEET = named(
  'Fleet',
  object({
    hasBroker: flag,
    isConnected: flag,
    players: list(
      object(
        {
          id: text(),
          isOnline: flag,
          name: text(),
          groups: list(text()),
          version: text(),
          urls: list(text()),
          clipId: text(),
          clip: text(),
          state: text(),
          positionSeconds: number(),
          remainingSeconds: number(),
          clips: whole(),
          tooSlow: list(text(4000)),
          faults: list(text(4000)),
        },
        { clockUncertaintySeconds: number(), armedAt: text(), loops: flag },
      ),
    ),
  }),
);
export type FleetPlayerV1 = ValueOf<typeof FLEET>['players'][number];

/** What each player made of a command. */
export const FLEET_OUTCOMES = named(
  'FleetOutcomes',
  object({
    players: list(
      object({ id: text(), name: text(), outcome: oneOf('done', 'refused', 'unknown') }, { reason: text(4000) }),
    ),
  }),
);
export type FleetOutcomeV1 = ValueOf<typeof FLEET_OUTCOMES>['players'][number];

export const LOG = named(
  'Log',
  object({
    lines: list(object({ at: text(), level: oneOf('error', 'warning', 'info', 'debug'), text: text(4000) })),
  }),
);

/** The exported clip list, for this or another device with the same files; with the lists, but in older ones. */
export const CLIP_LIST = named(
  'ClipList',
  object(
    {
      version: whole({ least: 1, most: 1 }),
      clips: list(object({ file: text(), ...olderFields }, { fadeInSeconds, fadeOutSeconds }), 100_000),
    },
    { lists: KEPT_LISTS },
  ),
);

export const CHECKSUM = named('Checksum', object({ bytes: number({ least: 0 }), sha256: text() }));

export const UPLOAD = named(
  'Upload',
  object({ receivedBytes: whole({ least: 0 }) }, { totalBytes: whole(), clipId: text() }),
);

/** What has arrived of each upload that is not finished. */
export const UPLOADS = list(
  named('UnfinishedUpload', object({ name: text(4000), receivedBytes: whole({ least: 0 }) }, { totalBytes: whole() })),
);

export const ERROR = named('Error', object({ error: text(4000), code: text() }));

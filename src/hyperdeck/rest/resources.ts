// The table of the REST API: each path with what it tells and what may be done to it.

import { flag, object, oneOf, orNull } from '../../schema/schema.ts';
import { editConfiguration } from '../device/configuration.ts';
import type { IdentifyOverlay } from '../device/identify-overlay.ts';
import { toGoto, toPlay } from '../device/move.ts';
import type { Snapshot } from '../device/transport-info.ts';
import { toTransportInfo } from '../device/transport-info.ts';
import { VIDEO_FORMATS } from '../device/video-format.ts';
import type { CommandContext } from '../ethernet/command.ts';
import { playOnAnew } from '../ethernet/playback-commands.ts';
import { MODEL } from '../ethernet/replies.ts';
import { type Fields, INDEX, parseField } from './body.ts';
import { currentCodecFormat, setCodecFormat, supportedCodecFormats } from './codec-format.ts';
import { putPlayback } from './playback-put.ts';
import { RestError } from './rest-failure.ts';
import * as json from './rest-json.ts';
import { addToTimeline, removeFromTimeline } from './timeline-put.ts';

interface RestContext {
  readonly house: CommandContext;
  readonly mark: IdentifyOverlay;
}

/** @returns a body, if the answer has one */
export type Action = (parts: RestContext, fields: Fields, argument: string) => unknown;

export interface Resource {
  /** `*` stands for one word of the path, which is the action's argument. */
  readonly path: string;
  /** The body; also the value of the event of this name. */
  readonly read?: (snapshot: Snapshot, context: CommandContext) => json.Json;
  /** Published by events. */
  readonly isProperty?: boolean;
  readonly put?: Action;
  readonly post?: Action;
  readonly remove?: Action;
}

const property = (path: string, tell: Resource['read'], actions: Partial<Resource> = {}): Resource => ({
  path,
  ...(tell === undefined ? {} : { read: tell }),
  isProperty: true,
  ...actions,
});
const answer = (path: string, tell: Resource['read'], actions: Partial<Resource> = {}): Resource => ({
  ...property(path, tell, actions),
  isProperty: false,
});
const action = (path: string, post: Action, others: Partial<Resource> = {}): Resource => ({ path, post, ...others });

const stop: Action = ({ house: context }) => context.hyperDeck.hold('play');
const play: Action = ({ house: context }) =>
  context.hyperDeck.move((snapshot) =>
    toPlay(snapshot, { percent: 100, loop: false, singleClip: false, from: undefined }),
  );
const clear: Action = ({ house: context }) => context.hyperDeck.change(() => ({ entries: [] }));
const add: Action = ({ house: context }, fields) => addToTimeline(context, fields);
const rebuild: Action = ({ house: context }) => context.hyperDeck.rebuild();
const clearPlayRange: Action = ({ house: context }) => {
  context.hyperDeck.change(() => ({ playRange: undefined }));
  return playOnAnew(context);
};

const setMode: Action = async ({ house: { hyperDeck } }, fields) => {
  const mode = parseField(fields, 'mode', oneOf('InputPreview', 'Output'));
  if (mode === 'InputPreview') await hyperDeck.preview();
  else if (json.toMode(hyperDeck.snapshot()) !== 'Output') {
    await hyperDeck.move((snapshot) => toGoto(snapshot, snapshot.position));
  }
};

const PLAY_RANGE = orNull(object({}, { timelineIn: INDEX, timelineOut: INDEX }));

const setPlayRange: Action = (parts, fields, argument) => {
  const playRange = parseField(fields, 'playRange', PLAY_RANGE);
  if (playRange === null) return clearPlayRange(parts, fields, argument);
  const { hyperDeck } = parts.house;
  hyperDeck.change(({ timeline }) => {
    const { timelineIn: inFrame = 0, timelineOut: outFrame = timeline.frames } = playRange;
    if (inFrame >= outFrame || inFrame >= timeline.frames) {
      throw new RestError(400, 'invalid-value', `The range has no frame in it; allowed: 0 to ${timeline.frames}.`);
    }
    return { playRange: { by: 'frames', inFrame, outFrame } };
  });
  return playOnAnew(parts.house);
};

const VIDEO_SOURCES = ['SDI', 'HDMI', 'Component'] as const;
const setVideoSource: Action = ({ house: { hyperDeck } }, fields) => {
  const source = parseField(fields, 'inputVideoSource', oneOf(...VIDEO_SOURCES));
  hyperDeck.change(({ device }) => ({
    configuration: editConfiguration(device.configuration, new Map([['video input', source]])),
  }));
};

const setTimecodeSource: Action = ({ house: { hyperDeck } }, fields) => {
  const source = parseField(fields, 'timecode', oneOf('Timeline', 'Clip'));
  hyperDeck.change(({ device }) => ({
    configuration: editConfiguration(device.configuration, new Map([['timecode output', source.toLowerCase()]])),
  }));
};

const IDENTIFY_SECONDS = 10;

/** The overlay ends by itself. */
const identify: Action = ({ mark }, fields) => mark.set(mark, parseField(fields, 'enabled', flag), IDENTIFY_SECONDS);

const setActive: Action = ({ house: context }, fields) => {
  const index = parseField(fields, 'workingsetIndex', INDEX);
  if (index !== 0) throw new RestError(400, 'invalid-value', `workingsetIndex=${index} is empty; allowed: 0.`);
  return context.hyperDeck.rebuild();
};

const format = (snapshot: Snapshot): json.Json => json.toFormatJson(toTransportInfo(snapshot).format);

/** Properties of the clip cannot be set here. */
const fixedFormat: Action = () => {
  throw new RestError(409, 'fixed', 'The video format is that of the clip.');
};
const noRecording: Action = () => {
  throw new RestError(400, 'unsupported', 'This deck plays and does not record.');
};
/** Accepts only "not recording". */
const setRecording: Action = (parts, fields, argument) =>
  parseField(fields, 'recording', flag) ? noRecording(parts, fields, argument) : undefined;
const noReboot: Action = () => {
  throw new RestError(409, 'unsupported', 'This deck is not restarted over this interface.');
};

export const RESOURCES: readonly Resource[] = [
  property('/transports/0', (snapshot) => ({ mode: json.toMode(snapshot) }), { put: setMode }),
  property('/transports/0/stop', json.isStopped, { post: stop, put: stop }),
  property('/transports/0/play', json.isRunning, { post: play, put: play }),
  property('/transports/0/playback', json.toPlaybackJson, {
    put: ({ house: context }, fields) => putPlayback(context.hyperDeck, fields),
  }),
  property('/transports/0/record', () => ({ recording: false }), { post: noRecording, put: setRecording }),
  property('/transports/0/clipIndex', (snapshot) => ({ clipIndex: toTransportInfo(snapshot).clipIndex ?? null })),
  property('/transports/0/clip', json.toClipJson),
  property('/transports/0/timecode', json.toTimecodesJson),
  property(
    '/transports/0/timecode/source',
    ({ device }) => ({ timecode: device.configuration['timecode output'] === 'clip' ? 'Clip' : 'Timeline' }),
    { put: setTimecodeSource },
  ),
  property('/transports/0/inputVideoFormat', () => ({ inputVideoFormat: null })),
  property(
    '/transports/0/inputVideoSource',
    ({ device }) => {
      const input = device.configuration['video input'];
      return { inputVideoSource: input === 'component' ? 'Component' : input };
    },
    { put: setVideoSource },
  ),
  answer('/transports/0/supportedInputVideoSources', () => ({ supportedInputVideoSources: VIDEO_SOURCES })),
  property('/timelines/0', json.toTimelineJson, { post: add, remove: clear }),
  action('/timelines/0/add', add),
  action('/timelines/0/clear', clear),
  action('/timelines/0/rebuild', rebuild),
  {
    path: '/timelines/0/clips/*',
    remove: ({ house: context }, _fields, index) => removeFromTimeline(context, Number(index)),
  },
  property('/timelines/0/playRange', json.toPlayRangeJson, { put: setPlayRange }),
  action('/timelines/0/playRange/clear', clearPlayRange),
  property('/timelines/0/videoFormat', (snapshot) => ({ videoFormat: format(snapshot) }), { put: fixedFormat }),
  property('/timelines/0/defaultVideoFormat', (snapshot) => ({ videoFormat: format(snapshot) }), { put: fixedFormat }),
  property('/clips', json.toDiskJson),
  answer(`/clips/devices/${json.DEVICE_NAME}`, json.toDiskJson),
  property('/system', (snapshot) => ({
    codecFormat: currentCodecFormat(snapshot),
    videoFormat: format(snapshot),
  })),
  property('/system/product', (_snapshot, { machine }) => ({
    deviceName: machine.hostName(),
    productName: MODEL,
    softwareVersion: machine.version,
  })),
  property('/system/codecFormat', currentCodecFormat, {
    put: ({ house: context }, fields) => setCodecFormat(fields, context.hyperDeck.snapshot()),
  }),
  answer('/system/supportedCodecFormats', (snapshot) => ({ codecs: supportedCodecFormats(snapshot) })),
  property('/system/videoFormat', format, { put: fixedFormat }),
  property('/system/supportedVideoFormats', () => {
    const formats = VIDEO_FORMATS.map(json.toFormatJson);
    // One client reads the other name.
    return { formats, videoFormats: formats };
  }),
  answer('/system/uptime', (_snapshot, context) => ({ uptimeSeconds: Math.floor(context.uptimeSeconds()) })),
  { path: '/system/identify', put: identify },
  action('/system/reboot', noReboot),
  property('/media/workingset', json.toWorkingSetJson),
  property('/media/active', () => ({ workingsetIndex: 0, deviceName: json.DEVICE_NAME }), { put: setActive }),
  answer(`/media/devices/${json.DEVICE_NAME}`, () => ({ state: 'Mounted' })),
  answer('/event/list', () => ({ events: PROPERTIES.map(({ path }) => path) })),
];

/** Properties that events publish. */
export const PROPERTIES: readonly Resource[] = RESOURCES.filter(({ isProperty }) => isProperty === true);

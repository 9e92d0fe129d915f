// The control API's answers as the command line reads them.

export interface ClipAnswer {
  readonly ClipName: string;
  readonly Filename: string;
  readonly Duration: number;
  readonly StartAt: number;
  readonly EndAt: number;
  readonly Loop: boolean;
}

export interface StatusAnswer {
  readonly CLIPS: readonly ClipAnswer[];
  readonly CLIP_ID: number;
  readonly DEVICEID: string;
  readonly IFACES: Readonly<Record<string, string>>;
  readonly LICENSED: boolean;
  readonly LVERSION: string;
  readonly VERSION: string;
  readonly PARTFREE: number;
  readonly PARTSIZE: number;
  readonly PLAYERNAME: string;
  readonly PLAY: boolean;
  readonly SHOWINFO: boolean;
  readonly SPEED: number;
  readonly TIMECODE: number;
}

type FieldType = 'string' | 'number' | 'boolean' | 'object';

const CLIP_FIELDS: Readonly<Record<keyof ClipAnswer, FieldType>> = {
  ClipName: 'string',
  Filename: 'string',
  Duration: 'number',
  StartAt: 'number',
  EndAt: 'number',
  Loop: 'boolean',
};

const STATUS_FIELDS: Readonly<Record<keyof StatusAnswer, FieldType>> = {
  CLIPS: 'object',
  CLIP_ID: 'number',
  DEVICEID: 'string',
  IFACES: 'object',
  LICENSED: 'boolean',
  LVERSION: 'string',
  VERSION: 'string',
  PARTFREE: 'number',
  PARTSIZE: 'number',
  PLAYERNAME: 'string',
  PLAY: 'boolean',
  SHOWINFO: 'boolean',
  SPEED: 'number',
  TIMECODE: 'number',
};

const hasFields = (value: unknown, fields: Readonly<Record<string, FieldType>>): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const entries = new Map<string, unknown>(Object.entries(value));
  return Object.entries(fields).every(
    ([name, type]) => typeof entries.get(name) === type && entries.get(name) !== null,
  );
};

export const isStatus = (value: unknown): value is StatusAnswer =>
  hasFields(value, STATUS_FIELDS) &&
  typeof value === 'object' &&
  value !== null &&
  'CLIPS' in value &&
  Array.isArray(value.CLIPS) &&
  value.CLIPS.length > 0 &&
  value.CLIPS.every((clip) => hasFields(clip, CLIP_FIELDS));

// A field of a clip is written in the deck alone: what keeps, exports and reports clips has it by itself.
import { expect, test } from 'vitest';
import { toClipList } from '../../../src/deck/clips/clip-list-file.ts';
import { CLIP_FIELDS, toClipFields } from '../../../src/deck/clips/clip-patch.ts';
import { CLIP } from '../../../src/deck/clips/clip-shape.ts';
import { createState } from '../../../src/deck/state.ts';
import { toClips } from '../../../src/http/api-v1/deck-answers.ts';
import * as api from '../../../src/http/api-v1/schemas.ts';
import { parseRecord, toRecord } from '../../../src/library/clip-record.ts';
import { toClipsJson } from '../../../src/mqtt/reports/payloads.ts';
import { REQUEST } from '../../../src/schema/shape.ts';
import { createMemoryClipStore, videoClip } from '../../fakes/memory-clip-store.ts';

const clip = videoClip('a');
const document = createMemoryClipStore([clip], { settings: {} }).document();
const state = createState(document);
const fields = Object.keys(CLIP_FIELDS).sort();
const own = (value: object | undefined): readonly string[] =>
  Object.keys(value ?? {})
    .filter((key) => fields.includes(key))
    .sort();

test('what an operator sets of a clip is in the API, the exported list and the report over MQTT', () => {
  expect(Object.keys(toClipFields(clip)).sort()).toEqual(fields);
  expect(
    own(toClips(state, { isMissing: () => false, playabilityOf: () => undefined, loudnessOf: () => undefined })[1]),
  ).toEqual(fields);
  expect(own(toClipsJson(state)[1])).toEqual(fields);
  expect(own(toClipList(document.clips)[0])).toEqual(fields);
});

test('the API takes every one of them, in a patch and in a list', () => {
  const values = toClipFields(clip);
  expect(api.CLIP_PATCH.parse(values, 'body')).toEqual(values);
  const list = { version: 1, clips: toClipList(document.clips) } as const;
  expect(api.CLIP_LIST.parse(list, 'body')).toEqual(list);
});

test('a kept clip has all that a clip has', () => {
  const kept = parseRecord(JSON.parse(JSON.stringify(toRecord(document))));
  expect(kept.clips).toEqual(document.clips);
  expect(Object.keys(CLIP.parse(document.clips[1], 'clip', { ...REQUEST, ignoresUnknownKeys: true })).sort()).toEqual(
    Object.keys(document.clips[1] ?? {}).sort(),
  );
});

import { expect, test } from 'vitest';
import { createHeadUse } from '../../src/mpv/head-use.ts';
import type { Head } from '../../src/mpv/heads.ts';

const HEAD: Head = { path: '/heads/1.nut', fromSeconds: 1.2, keySeconds: 1.6 };
const OTHER: Head = { path: '/heads/2.nut', fromSeconds: 3, keySeconds: 4 };
const DECODER_ERROR = { event: 'log-message', prefix: 'ffmpeg/video', level: 'error', text: 'error while decoding' };
const OPENED = { event: 'file-loaded' };

const create = () => {
  const dropped: Head[] = [];
  const use = createHeadUse({
    heads: { find: async () => HEAD, drop: (head) => void dropped.push(head), enable: () => undefined },
    property: async () => undefined,
    plan: () => expect.fail('nothing is loaded'),
  });
  use.open('mpv v0.40.0', 'no');
  return { use, dropped };
};

test('errors of a damaged file that leaves do not cost the next clip its head', () => {
  const { use, dropped } = create();
  use.begin(HEAD);
  use.hear([DECODER_ERROR]);
  use.hear([{ event: 'start-file' }, DECODER_ERROR, OPENED]);
  expect(dropped).toEqual([]);
});

test('a head is given up once under an error of the decoder of its own clip, and where mpv ends', () => {
  const { use, dropped } = create();
  use.begin(HEAD);
  use.hear([OPENED, DECODER_ERROR, DECODER_ERROR]);
  expect(dropped).toEqual([HEAD]);
  use.begin(OTHER);
  use.giveUp();
  expect(dropped).toEqual([HEAD, OTHER]);
});

test('under errors of a clip without a head no other one is given up', () => {
  const { use, dropped } = create();
  use.begin(HEAD);
  use.hear([OPENED]);
  use.begin(undefined);
  use.hear([OPENED, DECODER_ERROR]);
  expect(dropped).toEqual([]);
});

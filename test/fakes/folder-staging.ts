import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../src/base/errors.ts';
import type { ProbedMedia } from '../../src/deck/clips/clip.ts';
import type { UploadStaging } from '../../src/deck/upload-ports.ts';

const MEDIA: ProbedMedia = {
  moving: true,
  durationSeconds: 10,
  info: { container: 'mp4', videoCodec: 'h264', width: 192, height: 108, interlaced: false },
};

/** Uploads into a real folder; what begins with `not a video` is refused. `room` is for the test to change. */
export const createFolderStaging = (folder: string) => {
  let number = 0;
  let rooms = 0;
  let ended = 0;
  const room = { limitBytes: 1_000_000, freeBytes: 10_000_000 };
  /** Content of each file that was examined. */
  const examined: Buffer[] = [];
  const staging: UploadStaging = {
    temporaryPath: () => {
      number += 1;
      return join(folder, `.upload-${number}`);
    },
    room: async () => {
      rooms += 1;
      return { ...room };
    },
    tellingBytes: 65_536,
    checkBeginning: (head) => {
      if (head.subarray(0, 11).toString() !== 'not a video') return;
      throw new AppError('unsupported-media', 'The file is refused: it is text, not a video or picture.');
    },
    probe: async (path) => {
      const content = await readFile(path);
      examined.push(content);
      if (content.subarray(0, 11).toString() !== 'not a video') return MEDIA;
      throw new AppError('unsupported-media', 'The file is refused: it is not a video or picture that CueDeck knows.');
    },
    discard: (path) => rm(path, { force: true }),
    saveNote: async () => undefined,
    removeNote: async () => undefined,
    left: async () => [],
    ended: () => {
      ended += 1;
    },
  };
  /** `rooms`: how often it was asked for room; `ended`: how many uploads are over. */
  return { staging, room, examined, rooms: () => rooms, ended: () => ended };
};

// Which loads of one running mpv begin with a head. One under which mpv failed is given up.
import type { Media, Step } from '../deck/ports.ts';
import type { DecodingWay } from './decoding/decoding-way.ts';
import { checkPaths } from './edl-parts.ts';
import { canPlayHeads, type Head, type Heads, startsWithHead } from './heads.ts';
import type { JsonObject } from './ipc/json-lines.ts';
import { isDecoderError } from './ipc/way-check.ts';

type Load = Step & { do: 'load' };

export interface HeadUse {
  /**
   * @param version as `mpv-version` reads
   * @param hwdec mpv's own, which the operator may have chosen
   */
  open(version: string, hwdec: unknown): void;
  /** The head that a load begins with. @throws AppError `unplayable` when the clip's file references others */
  find(step: Load): Promise<Head | undefined>;
  /** Whether what was loaded is the clip with its head, and its file was not replaced meanwhile. */
  isRight(step: Load, head: Head): Promise<boolean>;
  /** What mpv gets from now on begins with this head, or with none. */
  begin(head: Head | undefined): void;
  /** What mpv tells: under errors of its decoder the head is given up. */
  hear(events: readonly JsonObject[]): void;
  /** mpv ended, or showed nothing. */
  giveUp(): void;
}

/** The clip's own, and the one with the head. */
const PICTURE_TRACKS = 2;

export const createHeadUse = (deps: {
  readonly heads: Heads | undefined;
  /** Undefined where mpv has no value. */
  readonly property: (name: string) => Promise<unknown>;
  readonly plan: (picture: Media) => Promise<{ readonly way: DecodingWay }>;
}): HeadUse => {
  let heads: Heads | undefined;
  let present: Head | undefined;
  let isOpened = false;
  const giveUp = (): void => {
    if (present !== undefined) heads?.drop(present);
    present = undefined;
  };
  return {
    open: (version, hwdec) => {
      if (!canPlayHeads(version) || String(hwdec) !== 'no') return;
      heads = deps.heads;
      heads?.enable();
    },
    find: async (step) => {
      const { picture } = step.cue;
      if (heads === undefined || picture.kind === 'reel' || !startsWithHead(step.cue, step.atSeconds)) return undefined;
      const head = await heads.find(picture.path, step.atSeconds);
      // What a decoder of the machine does where the head ends is not known.
      if (head === undefined || (await deps.plan(picture)).way.hwdec !== 'no') return undefined;
      await checkPaths([picture.path]);
      return head;
    },
    isRight: async ({ cue, atSeconds }, head) => {
      const tracks = await deps.property('track-list');
      const pictures = Array.isArray(tracks) ? tracks.filter(({ type }) => type === 'video') : [];
      if (pictures.length !== PICTURE_TRACKS || cue.picture.kind === 'reel') return false;
      return (await heads?.find(cue.picture.path, atSeconds))?.path === head.path;
    },
    begin: (head) => {
      present = head;
      isOpened = false;
    },
    hear: (events) => {
      for (const event of events) {
        // What is told before may be of the file that leaves.
        if (event.event === 'file-loaded') isOpened = true;
        else if (isOpened && isDecoderError(event)) giveUp();
      }
    },
    giveUp,
  };
};

// Room on the clips partition for uploads: what each has announced counts against the others before it is written.
import type { Intake } from '../deck/ports.ts';
import { DeckError, toDeckError } from '../errors.ts';

/** What boundaries, part headers and small fields may add to the file in a body. */
const FRAMING_BYTES = 64 * 1024;
/** After so many bytes the disk is looked at again; less than the reserve, so that nothing runs full in between. */
const RECHECK_BYTES = 16 * 1024 * 1024;

export interface UploadClaim {
  /** Most bytes that the file may have. */
  readonly limitBytes: number;
  /** Counts bytes that have arrived; what is too much is refused by the callback given with the claim. */
  add(bytes: number): void;
  /**
   * Looks at the disk once more when all has arrived.
   * @throws DeckError `no-space`
   */
  confirm(): Promise<void>;
  release(): void;
}

export interface UploadSpace {
  /**
   * @param announcedBytes length of the body, undefined when the client doesn't say
   * @param refuse called when more arrives than there is room for
   * @throws DeckError `too-large`, `no-space`
   */
  claim(announcedBytes: number | undefined, refuse: (error: DeckError) => void): Promise<UploadClaim>;
}

interface Share {
  announcedBytes: number;
  arrivedBytes: number;
}

export const createUploadSpace = (intake: Intake): UploadSpace => {
  const shares = new Set<Share>();

  const outstandingBytes = (): number =>
    [...shares].reduce((sum, share) => sum + Math.max(0, share.announcedBytes - share.arrivedBytes), 0);

  return {
    claim: async (announcedBytes, refuse) => {
      const { limitBytes, freeBytes } = await intake.room();
      const spareBytes = freeBytes - outstandingBytes();
      if (announcedBytes !== undefined && announcedBytes > limitBytes + FRAMING_BYTES) throw tooLarge(limitBytes);
      if (Math.max(1, announcedBytes ?? 0) > spareBytes) throw noSpace(spareBytes);
      const share: Share = { announcedBytes: announcedBytes ?? 0, arrivedBytes: 0 };
      shares.add(share);
      let checkedBytes = 0;
      const confirm = async (): Promise<void> => {
        const now = await intake.room();
        if (shares.has(share) && now.freeBytes < outstandingBytes()) throw noSpace(now.freeBytes);
      };
      return {
        limitBytes,
        add: (bytes) => {
          share.arrivedBytes += bytes;
          if (share.arrivedBytes > limitBytes + FRAMING_BYTES) refuse(tooLarge(limitBytes));
          if (share.arrivedBytes - checkedBytes < RECHECK_BYTES) return;
          checkedBytes = share.arrivedBytes;
          confirm().catch((error) => refuse(toDeckError(error)));
        },
        confirm: async () => {
          share.announcedBytes = Math.min(share.announcedBytes, share.arrivedBytes);
          await confirm();
        },
        release: () => {
          shares.delete(share);
        },
      };
    },
  };
};

export const tooLarge = (limitBytes: number): DeckError =>
  new DeckError('too-large', `The file is too large; allowed: ${limitBytes} bytes.`);

const noSpace = (spareBytes: number): DeckError =>
  new DeckError(
    'no-space',
    `There is not enough free space for this file; allowed: ${Math.max(0, spareBytes)} bytes now.`,
  );

// Upload quota: counts what has arrived; the largest upload is evicted first when the disk fills.

import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import type { UploadStaging } from '../../deck/upload-ports.ts';

/** Bytes that boundaries, part headers and small fields may add to the file in a body. */
const FRAMING_BYTES = 64 * 1024;
/** The disk is checked again after this many bytes of all uploads; less than the reserve, so that it cannot fill up in between. */
const RECHECK_BYTES = 16 * 1024 * 1024;
/** How long the removal of an evicted upload may take. */
const REMOVAL_SECONDS = 5;

interface Claimant {
  /** Where it comes from. */
  readonly address: string;
  /** Bytes that arrived earlier. */
  readonly alreadyBytes?: number;
  /** Rejects the rest, and has the partial file removed. */
  readonly reject: (error: AppError) => void;
}

export interface UploadClaim {
  /** Counts received bytes; rejects the upload above its limit. */
  add(bytes: number): void;
  /**
   * Checks the disk again after the last byte.
   * @throws AppError `no-space`
   */
  confirm(): Promise<void>;
  /** Call when the file is a clip or is removed. */
  release(): void;
}

export interface UploadQuota {
  /**
   * Resolves when there is room; larger uploads of others may be evicted for it.
   * @param announcedBytes length of the body; undefined when the client sends none
   * @returns the claim, and the maximum size of the file in bytes
   * @throws AppError `too-large`, `no-space`
   */
  claim(announcedBytes: number | undefined, claimant: Claimant): Promise<UploadClaim & { readonly limitBytes: number }>;
  /** A claim for a partial file that waits. */
  hold(claimant: Claimant): UploadClaim;
}

interface Share extends Claimant {
  arrivedBytes: number;
  readonly isReleased: Promise<void>;
}

export const createUploadQuota = (deps: {
  readonly staging: Pick<UploadStaging, 'room'>;
  readonly clock: Clock;
  /** Ends the undo of deletions, for the space of their files. */
  readonly eraseDeleted: () => Promise<void>;
}): UploadQuota => {
  const { staging, clock } = deps;
  const shares = new Set<Share>();
  let uncheckedBytes = 0;

  const heldBy = (address: string): number =>
    [...shares].reduce((sum, share) => sum + (share.address === address ? share.arrivedBytes : 0), 0);

  /** The largest share of the client that holds most, above a minimum. */
  const findGreediest = (moreThanBytes = -1): Share | undefined =>
    [...shares]
      .filter(({ address }) => heldBy(address) > moreThanBytes)
      .sort((one, other) => heldBy(other.address) - heldBy(one.address) || other.arrivedBytes - one.arrivedBytes)[0];

  const evict = async (share: Share, error: AppError): Promise<void> => {
    shares.delete(share);
    share.reject(error);
    let stopTimer = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      stopTimer = clock.after(REMOVAL_SECONDS, resolve);
    });
    await Promise.race([share.isReleased, late]);
    stopTimer();
  };

  const makeRoom = async (wantedBytes: number, address: string): Promise<number> => {
    const { limitBytes, freeBytes } = await staging.room();
    if (wantedBytes > limitBytes + FRAMING_BYTES) throw tooLarge(limitBytes);
    let spareBytes = freeBytes;
    if (wantedBytes > spareBytes) {
      await deps.eraseDeleted();
      spareBytes = (await staging.room()).freeBytes;
    }
    while (wantedBytes > spareBytes) {
      const least = heldBy(address) + wantedBytes;
      const others = [...shares].filter((share) => heldBy(share.address) > least);
      const gainBytes = others.reduce((sum, { arrivedBytes }) => sum + arrivedBytes, 0);
      const greediest = findGreediest(least);
      if (greediest === undefined || gainBytes + spareBytes < wantedBytes) throw noSpace(spareBytes);
      await evict(greediest, noSpace(spareBytes));
      spareBytes = (await staging.room()).freeBytes;
    }
    return limitBytes;
  };

  const enter = (claimant: Claimant, limitBytes: number): UploadClaim => {
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const share: Share = { ...claimant, arrivedBytes: claimant.alreadyBytes ?? 0, isReleased };
    shares.add(share);
    /** Rejects the greediest upload when the reserve is in use; returns the error when that is this one. */
    const check = async (): Promise<AppError | undefined> => {
      const { freeBytes } = await staging.room();
      const greediest = findGreediest();
      if (freeBytes >= 0 || greediest === undefined || !shares.has(share)) return undefined;
      if (greediest === share) return noSpace(freeBytes);
      void evict(greediest, noSpace(freeBytes));
      return undefined;
    };
    return {
      add: (bytes) => {
        share.arrivedBytes += bytes;
        if (share.arrivedBytes > limitBytes + FRAMING_BYTES) share.reject(tooLarge(limitBytes));
        uncheckedBytes += bytes;
        if (uncheckedBytes < RECHECK_BYTES) return;
        uncheckedBytes = 0;
        check().then((error) => {
          if (error !== undefined) share.reject(error);
        }, share.reject);
      },
      confirm: async () => {
        const error = await check();
        if (error !== undefined) throw error;
      },
      release: () => {
        shares.delete(share);
        release();
      },
    };
  };

  return {
    claim: async (announcedBytes, claimant) => {
      const limitBytes = await makeRoom(Math.max(1, announcedBytes ?? 0), claimant.address);
      return { ...enter(claimant, limitBytes), limitBytes };
    },
    hold: (claimant) => enter(claimant, Number.POSITIVE_INFINITY),
  };
};

export const tooLarge = (limitBytes: number): AppError =>
  new AppError('too-large', `The file is too large; allowed: ${limitBytes} bytes.`);

const noSpace = (spareBytes: number): AppError =>
  new AppError(
    'no-space',
    `There is not enough free space for this file; allowed: ${Math.max(0, spareBytes)} bytes now.`,
  );

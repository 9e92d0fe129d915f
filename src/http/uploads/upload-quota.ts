// Upload quota: counts what has arrived; the largest upload is evicted first when the disk fills.

import type { Clock } from '../../base/clock.ts';
import { AppError } from '../../base/errors.ts';
import type { UploadStaging } from '../../deck/upload-ports.ts';

/** What boundaries, part headers and small fields may add to the file in a body. */
const FRAMING_BYTES = 64 * 1024;
/** After so many bytes of all uploads the disk is looked at again; less than the reserve, so that nothing runs full in between. */
const RECHECK_BYTES = 16 * 1024 * 1024;
/** What gives way has so long to be removed. */
const REMOVAL_SECONDS = 5;

interface Claimant {
  /** Where it comes from. */
  readonly address: string;
  /** What had arrived before. */
  readonly alreadyBytes?: number;
  /** Refuses the rest of it, and has what arrived removed. */
  readonly reject: (error: AppError) => void;
}

export interface UploadClaim {
  /** Counts bytes that have arrived; what is too much is refused. */
  add(bytes: number): void;
  /**
   * Looks at the disk once more when all has arrived.
   * @throws AppError `no-space`
   */
  confirm(): Promise<void>;
  /** To be called when what arrived is a clip, or is removed. */
  release(): void;
}

export interface UploadQuota {
  /**
   * Resolves when there is room, for which uploads of others that hold more than this one wants may have to go.
   * @param announcedBytes length of the body, undefined when the client doesn't say
   * @returns the claim, and the most bytes that the file may have
   * @throws AppError `too-large`, `no-space`
   */
  claim(announcedBytes: number | undefined, claimant: Claimant): Promise<UploadClaim & { readonly limitBytes: number }>;
  /** For what has arrived already and waits. */
  hold(claimant: Claimant): UploadClaim;
}

interface Share extends Claimant {
  arrivedBytes: number;
  readonly isReleased: Promise<void>;
}

export const createUploadQuota = (staging: Pick<UploadStaging, 'room'>, clock: Clock): UploadQuota => {
  const shares = new Set<Share>();
  let uncheckedBytes = 0;

  const heldBy = (address: string): number =>
    [...shares].reduce((sum, share) => sum + (share.address === address ? share.arrivedBytes : 0), 0);

  /** The largest share of whoever holds most, of those who hold more than so much. */
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
    /** Refuses the greediest when the reserve is touched; the refusal when that is this one. */
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

// Multipart uploads: quota, write, probe, add; a failure leaves nothing behind.
import type { Request, Response } from 'express';
import type { Clock } from '../../base/clock.ts';
import { AppError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Deck } from '../../deck/deck.ts';
import type { UploadStaging } from '../../deck/upload-ports.ts';
import { ConnectionPlaces, type Place } from '../../net/fair-places.ts';
import { watchArrival } from './arrival-rate.ts';
import { createBeginningCheck } from './first-bytes-check.ts';
import { type Arrival, receiveForm } from './multipart-upload.ts';
import type { UploadClaim, UploadQuota } from './upload-quota.ts';

const MAX_UPLOADS = 8;
const MAX_PER_ADDRESS = 2;

export interface Uploads {
  /**
   * Resolves when the clip is in the list.
   * @throws AppError as soon as the refusal is certain; what had been written is removed behind it
   */
  receive(request: Request, response: Response): Promise<void>;
  /** Resolves when no upload is under way and none has left anything. */
  settled(): Promise<void>;
}

interface Upload {
  readonly added: Promise<void>;
  /** Resolves when its room is free again and nothing of a failed one is left. */
  readonly cleared: Promise<void>;
  reject(error: AppError): void;
}

export const createUploads = (deps: {
  readonly deck: Deck;
  readonly staging: UploadStaging;
  readonly space: UploadQuota;
  readonly clock: Clock;
  readonly log: Log;
}): Uploads => {
  const { deck, staging, space, clock, log } = deps;
  const underWay = new Set<Upload>();
  const places = new ConnectionPlaces({ max: MAX_UPLOADS, maxPerAddress: MAX_PER_ADDRESS });

  const begin = (request: Request, response: Response): Upload => {
    const temporaryPath = staging.temporaryPath();
    let claim: UploadClaim | undefined;
    let arrival: Arrival | undefined;
    let refused: AppError | undefined;
    const reject = (error: AppError): void => {
      refused = error;
      arrival?.reject(error);
    };

    const add = async (): Promise<void> => {
      const { limitBytes, ...room } = await space.claim(toLength(request), { address: toAddress(request), reject });
      claim = room;
      if (refused !== undefined) throw refused;
      if (request.destroyed) throw new AppError('upload-aborted', 'The connection ended before the file arrived.');
      // Watched below while it arrives; after that, a slow disk may keep the connection silent for minutes.
      request.setTimeout(0);
      arrival = receiveForm({
        request,
        response,
        temporaryPath,
        limitBytes,
        checkBeginning: createBeginningCheck(staging),
      });
      request.on('data', (chunk: Buffer) => claim?.add(chunk.length));
      const stopWatching = watchArrival(clock, request, arrival.reject);
      if (isAsking(request)) response.writeContinue();
      try {
        const fileName = await arrival.fileName.finally(stopWatching);
        await room.confirm();
        await deck.addClip({ temporaryPath, fileName, probed: await staging.probe(temporaryPath) });
      } catch (error) {
        // Before the answer, so that whoever reads it finds nothing left; a failure is reported below.
        await staging.discard(temporaryPath).catch(() => undefined);
        throw error;
      }
    };
    const added = add();

    const clear = async (): Promise<void> => {
      const isAdded = await added.then(
        () => true,
        () => false,
      );
      await arrival?.ended;
      if (!isAdded) {
        await staging
          .discard(temporaryPath)
          .catch((error) => log.error(`A failed upload could not be removed: ${toMessage(error)}`));
      }
      claim?.release();
    };
    return { added, cleared: clear(), reject };
  };

  return {
    receive: async (request, response) => {
      let upload: Upload | undefined;
      const place: Place | undefined = places.acquire({
        address: toAddress(request),
        evict: () => upload?.reject(gaveWay()),
      });
      if (place === undefined) throw tooMany(underWay.size);
      const begun = begin(request, response);
      upload = begun;
      underWay.add(begun);
      begun.cleared.then(() => {
        place.leave();
        underWay.delete(begun);
      });
      await begun.added;
    },
    settled: async () => {
      await Promise.all([...underWay].map(({ cleared }) => cleared));
    },
  };
};

const toLength = ({ headers }: Request): number | undefined =>
  headers['content-length'] === undefined ? undefined : Number(headers['content-length']);

/** Whether the client waits to be told that its body is welcome. */
const isAsking = ({ headers, httpVersion }: Request): boolean =>
  headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0';

const toAddress = ({ socket }: Request): string => socket.remoteAddress ?? '';

const tooMany = (count: number): AppError =>
  new AppError('busy', `${count} uploads are under way; allowed: ${MAX_PER_ADDRESS} at a time from one address.`);

const gaveWay = (): AppError =>
  new AppError('busy', 'Another address had no upload under way and got the place of this one; send it again.');

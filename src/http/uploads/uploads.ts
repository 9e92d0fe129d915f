// Receives uploads by form (multipart): a failed one leaves nothing.
import type { Request, Response } from 'express';
import { AppError, toMessage } from '../../base/errors.ts';
import { ConnectionPlaces, type Place } from '../../net/fair-places.ts';
import { createArrivedSum } from './arrived-sum.ts';
import { createBeginningCheck } from './first-bytes-check.ts';
import { type Arrival, receiveForm } from './multipart-upload.ts';
import { gaveWay, receiveUpload, toAddress, toLength, type UploadDeps } from './upload-pipeline.ts';
import type { UploadClaim } from './upload-quota.ts';

const MAX_UPLOADS = 8;
const MAX_PER_ADDRESS = 2;

export interface Uploads {
  /**
   * Resolves when the clip is in the list.
   * @throws AppError as soon as the refusal is certain; what had been written is removed behind it
   */
  receive(request: Request, response: Response): Promise<void>;
  /** Resolves when no upload is in progress and all are cleaned up. */
  settled(): Promise<void>;
}

interface Upload {
  readonly added: Promise<void>;
  /** Resolves when its claim is released and a failed one is cleaned up. */
  readonly cleared: Promise<void>;
  reject(error: AppError): void;
}

export const createUploads = (deps: UploadDeps): Uploads => {
  const { staging, log } = deps;
  const underWay = new Set<Upload>();
  const places = new ConnectionPlaces({ max: MAX_UPLOADS, maxPerAddress: MAX_PER_ADDRESS });

  const begin = (request: Request, response: Response): Upload => {
    const temporaryPath = staging.temporaryPath();
    const rejection = new AbortController();
    const reject = (error: AppError): void => rejection.abort(error);
    let claim: UploadClaim | undefined;
    let arrival: Arrival | undefined;
    const arrived = createArrivedSum();

    const add = async (): Promise<void> => {
      try {
        await receiveUpload(deps, {
          request,
          temporaryPath,
          announcedBytes: toLength(request),
          alreadyBytes: 0,
          rejected: rejection.signal,
          reject,
          onClaim: (granted) => {
            claim = granted;
          },
          sendContinue: () => isAsking(request) && response.writeContinue(),
          write: (limitBytes) => {
            const check = createBeginningCheck(staging);
            const checkBeginning = (chunk: Buffer): AppError | undefined => {
              arrived.add(chunk);
              return check(chunk);
            };
            const { signal: rejected } = rejection;
            arrival = receiveForm({ request, response, temporaryPath, limitBytes, checkBeginning, rejected });
            return arrival.fileName;
          },
          arrived: arrived.now,
        });
      } catch (error) {
        // Before the answer, so that the client finds nothing left; a failure is reported below.
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
      void begun.cleared.then(() => {
        place.leave();
        underWay.delete(begun);
      });
      await begun.added.finally(staging.ended);
    },
    settled: async () => {
      await Promise.all([...underWay].map(({ cleared }) => cleared));
    },
  };
};

/** True when the client waits for 100 Continue. */
const isAsking = ({ headers, httpVersion }: Request): boolean =>
  headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0';

const tooMany = (count: number): AppError =>
  new AppError('busy', `${count} uploads are under way; allowed: ${MAX_PER_ADDRESS} at a time from one address.`);

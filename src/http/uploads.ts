// Takes uploads: checks that there is room, writes each once, has it examined and hands it to the deck; what fails leaves nothing.
import type { Request, Response } from 'express';
import type { Deck } from '../deck/deck.ts';
import type { Clock, Intake } from '../deck/ports.ts';
import { DeckError, toMessage } from '../errors.ts';
import type { Log } from '../log.ts';
import { createBeginningCheck } from './upload-beginning.ts';
import { type Arrival, receiveForm } from './upload-form.ts';
import type { UploadClaim, UploadSpace } from './upload-space.ts';

const MOST_UPLOADS = 2;
/** An upload of which nothing arrives for so long is given up. */
const IDLE_SECONDS = 30;

export interface Uploads {
  /**
   * Resolves when the clip is in the list.
   * @throws DeckError as soon as the refusal is certain; what had been written is removed behind it
   */
  receive(request: Request, response: Response): Promise<void>;
  /** Resolves when no upload is under way and none has left anything. */
  settled(): Promise<void>;
}

interface Upload {
  readonly added: Promise<void>;
  /** Resolves when its room is free again and nothing of a failed one is left. */
  readonly cleared: Promise<void>;
}

export const createUploads = (parts: {
  readonly deck: Deck;
  readonly intake: Intake;
  readonly space: UploadSpace;
  readonly clock: Clock;
  readonly log: Log;
}): Uploads => {
  const { deck, intake, space, clock, log } = parts;
  const underWay = new Set<Upload>();

  const begin = (request: Request, response: Response): Upload => {
    const temporaryPath = intake.temporaryPath();
    let claim: UploadClaim | undefined;
    let arrival: Arrival | undefined;

    const add = async (): Promise<void> => {
      claim = await space.claim(toLength(request), (error) => arrival?.refuse(error));
      if (request.destroyed) throw new DeckError('upload-aborted', 'The connection ended before the file arrived.');
      // Watched below while it arrives; after that, a slow disk may keep the connection silent for minutes.
      request.setTimeout(0);
      arrival = receiveForm({
        request,
        response,
        temporaryPath,
        limitBytes: claim.limitBytes,
        checkBeginning: createBeginningCheck(intake),
      });
      request.on('data', (chunk: Buffer) => claim?.add(chunk.length));
      const stopWatching = watchIdle(clock, request, arrival.refuse);
      if (isAsking(request)) response.writeContinue();
      const fileName = await arrival.fileName.finally(stopWatching);
      try {
        await claim.confirm();
        await deck.addClip({ temporaryPath, fileName, probed: await intake.examine(temporaryPath) });
      } catch (error) {
        // Before the answer, so that whoever reads it finds nothing left; a failure is reported below.
        await intake.discard(temporaryPath).catch(() => undefined);
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
      claim?.release();
      if (isAdded) return;
      await intake
        .discard(temporaryPath)
        .catch((error) => log.error(`A failed upload could not be removed: ${toMessage(error)}`));
    };
    return { added, cleared: clear() };
  };

  return {
    receive: async (request, response) => {
      if (underWay.size >= MOST_UPLOADS) {
        throw new DeckError('busy', `${underWay.size} uploads are under way; allowed: ${MOST_UPLOADS} at a time.`);
      }
      const upload = begin(request, response);
      underWay.add(upload);
      upload.cleared.then(() => underWay.delete(upload));
      await upload.added;
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

/** Refuses when nothing has arrived for a while; returns the way to stop that. */
const watchIdle = (clock: Clock, request: Request, refuse: Arrival['refuse']): (() => void) => {
  let arrivedAt = clock.nowSeconds();
  const arrived = (): void => {
    arrivedAt = clock.nowSeconds();
  };
  const check = (): void => {
    // What waits in the buffer waits for the disk, not for the client.
    const idleSeconds = request.readableLength > 0 ? 0 : clock.nowSeconds() - arrivedAt;
    if (idleSeconds < IDLE_SECONDS) stopTimer = clock.after(IDLE_SECONDS - idleSeconds, check);
    else refuse(new DeckError('upload-aborted', `Nothing of the file arrived for ${IDLE_SECONDS} s.`));
  };
  let stopTimer = clock.after(IDLE_SECONDS, check);
  request.on('data', arrived);
  return () => {
    stopTimer();
    request.off('data', arrived);
  };
};

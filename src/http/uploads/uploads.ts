// Takes uploads: checks that there is room, writes each once, has it examined and hands it to the deck; what fails leaves nothing.
import type { Request, Response } from 'express';
import type { Clock } from '../../base/clock.ts';
import { DeckError, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Deck } from '../../deck/deck.ts';
import type { Intake } from '../../deck/ports.ts';
import { type Place, Places } from '../../net/fair-places.ts';
import { watchArrival } from './arrival-rate.ts';
import { createBeginningCheck } from './first-bytes-check.ts';
import { type Arrival, receiveForm } from './multipart-upload.ts';
import type { UploadClaim, UploadSpace } from './upload-quota.ts';

const MOST_UPLOADS = 8;
const MOST_OF_ADDRESS = 2;

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
  refuse(error: DeckError): void;
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
  const places = new Places({ most: MOST_UPLOADS, mostOfAddress: MOST_OF_ADDRESS });

  const begin = (request: Request, response: Response): Upload => {
    const temporaryPath = intake.temporaryPath();
    let claim: UploadClaim | undefined;
    let arrival: Arrival | undefined;
    let refused: DeckError | undefined;
    const refuse = (error: DeckError): void => {
      refused = error;
      arrival?.refuse(error);
    };

    const add = async (): Promise<void> => {
      const { limitBytes, ...room } = await space.claim(toLength(request), { address: toAddress(request), refuse });
      claim = room;
      if (refused !== undefined) throw refused;
      if (request.destroyed) throw new DeckError('upload-aborted', 'The connection ended before the file arrived.');
      // Watched below while it arrives; after that, a slow disk may keep the connection silent for minutes.
      request.setTimeout(0);
      arrival = receiveForm({
        request,
        response,
        temporaryPath,
        limitBytes,
        checkBeginning: createBeginningCheck(intake),
      });
      request.on('data', (chunk: Buffer) => claim?.add(chunk.length));
      const stopWatching = watchArrival(clock, request, arrival.refuse);
      if (isAsking(request)) response.writeContinue();
      try {
        const fileName = await arrival.fileName.finally(stopWatching);
        await room.confirm();
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
      if (!isAdded) {
        await intake
          .discard(temporaryPath)
          .catch((error) => log.error(`A failed upload could not be removed: ${toMessage(error)}`));
      }
      claim?.release();
    };
    return { added, cleared: clear(), refuse };
  };

  return {
    receive: async (request, response) => {
      let upload: Upload | undefined;
      const place: Place | undefined = places.take({
        address: toAddress(request),
        giveWay: () => upload?.refuse(gaveWay()),
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

const tooMany = (count: number): DeckError =>
  new DeckError('busy', `${count} uploads are under way; allowed: ${MOST_OF_ADDRESS} at a time from one address.`);

const gaveWay = (): DeckError =>
  new DeckError('busy', 'Another address had no upload under way and got the place of this one; send it again.');

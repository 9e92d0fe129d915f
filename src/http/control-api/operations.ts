// Table of the control API: path, method, parameters, effect and response.
import type { Request, Response } from 'express';
import type { Deck } from '../../deck/deck.ts';
import type { Machine } from '../../deck/ports.ts';
import type { Query } from '../query.ts';
import { FILE_PART } from '../uploads/multipart-upload.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { CLIP_INDEX, FLAG, type ParameterTable, parseParameters, SECONDS, TEXT, type ValuesOf } from './parameters.ts';

/** Dependencies of the operations. */
export interface OperationContext {
  readonly deck: Deck;
  readonly machine: Machine;
  readonly uploads: Uploads;
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly parameters: ParameterTable;
  /** The one file part of a multipart body. */
  readonly filePart?: string;
  /** Rejected for pages of other sites, confirmed for bare links, and never run for HEAD. */
  readonly changes: boolean;
  readonly answer: 'clips' | 'status' | 'events';
  /** One plain sentence. */
  readonly summary: string;
  /**
   * Validates the parameters, then runs the operation.
   * @throws AppError
   */
  readonly run: (context: OperationContext, query: Query, exchange: Exchange) => Promise<void>;
}

const read = (path: Operation['path'], answer: Operation['answer'], summary: string): Operation => ({
  method: 'GET',
  path,
  parameters: {},
  changes: false,
  answer,
  summary,
  run: async () => undefined,
});

const change = <Table extends ParameterTable>(
  path: Operation['path'],
  parameters: Table,
  summary: string,
  run: (context: OperationContext, values: ValuesOf<Table>) => Promise<void>,
): Operation => ({
  method: 'GET',
  path,
  parameters,
  changes: true,
  answer: 'status',
  summary,
  run: (context, query) => run(context, parseParameters(parameters, query)),
});

export const OPERATIONS: readonly Operation[] = [
  read('/clips', 'clips', 'Lists the clips; clip 0 is the splash screen.'),
  read('/status', 'status', 'Reports the status, the clip list included.'),
  change('/select_clip', { id: CLIP_INDEX }, 'Cues a clip at its start.', ({ deck }, { id }) => deck.select(id)),
  change(
    '/update_clip',
    { id: CLIP_INDEX, name: TEXT, startat: SECONDS, endat: SECONDS, loop: FLAG },
    'Sets name, start, end and loop of a clip.',
    ({ deck }, { id, name, startat, endat, loop }) =>
      deck.clips.update(id, { name, inSeconds: startat, outSeconds: endat, loop }),
  ),
  change('/goto_secs', { secs: SECONDS }, 'Goes to a timecode of the selected clip.', ({ deck }, { secs }) =>
    deck.goTo(secs),
  ),
  change('/showinfo', {}, 'Toggles whether the splash screen is shown at boot.', ({ deck }) =>
    deck.updateSettings(({ showSplash }) => ({ showSplash: !showSplash })),
  ),
  change('/play', {}, 'Plays, or pauses what plays.', ({ deck }) => deck.togglePlay()),
  change('/stop', {}, 'Stops, back at the start of the clip.', ({ deck }) => deck.stop()),
  {
    method: 'POST',
    path: '/upload',
    parameters: {},
    filePart: FILE_PART,
    changes: true,
    answer: 'status',
    summary: 'Adds a clip at the end of the list.',
    run: ({ uploads }, _query, { request, response }) => uploads.receive(request, response),
  },
  change('/delete', { id: CLIP_INDEX }, 'Deletes a clip and its file.', ({ deck }, { id }) => deck.clips.delete(id)),
  change('/update_host', { hostname: TEXT }, 'Changes the host name of the device.', ({ machine }, { hostname }) =>
    machine.rename(hostname),
  ),
  read('/events', 'events', 'Streams changes as Server-Sent Events.'),
];

/** The allowed methods of a path, for an Allow header. HEAD only for read-only paths. */
export const toAllow = ({ method, changes }: Operation): readonly string[] =>
  method === 'GET' && !changes ? ['GET', 'HEAD', 'OPTIONS'] : [method, 'OPTIONS'];

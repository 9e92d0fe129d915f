// The rows of /api/v1 about the other players at the same broker.
import type { Action } from '../../actions/action.ts';
import { AppError } from '../../base/errors.ts';
import { quote } from '../../base/quote.ts';
import { readBoundedBody, UNCOMPRESSED } from '../../net/bounded-answer.ts';
import { READS_ONLY } from '../../net/read-only-request.ts';
import { anyValue, object, oneOf, record, text } from '../../schema/schema.ts';
import { API_PATH } from '../api-path.ts';
import { HttpError } from '../http-error.ts';
import { send } from '../response.ts';
import { JPEG } from './file-response.ts';
import { type ApiOperation, bareOperation, operation } from './operation.ts';
import { FLEET, FLEET_OUTCOMES } from './schemas.ts';

const FETCH_TIMEOUT_SECONDS = 5;
const MAX_THUMBNAIL_BYTES = 512 * 1024;
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
/** No id that could lead out of the path. */
const CLIP_ID = /^[\w-]{1,64}$/;

/** As long as the words of topics may be. */
const word = text(64, 1);
const NO_BROKER = 'This player has no MQTT broker set (CUEDECK_MQTT_URL).';
const NOT_REACHED = 'The MQTT broker cannot be reached; nothing was sent.';

export const toFleetOperations = (actions: readonly Action[]): readonly ApiOperation[] => [
  operation({
    id: 'getFleet',
    method: 'GET',
    path: '/fleet',
    summary: 'Reports all players at the MQTT broker; the first question begins to look, so ask again.',
    shape: FLEET,
    run: ({ fleet }) => {
      const sight = fleet()?.view();
      if (sight === undefined) return { hasBroker: false, isConnected: false, players: [] };
      // Tickets stay here, because this player fetches the pictures.
      return { hasBroker: true, ...sight, players: sight.players.map(({ pictureTicket, ...player }) => player) };
    },
  }),
  operation({
    id: 'doFleet',
    method: 'POST',
    path: '/fleet/do',
    summary:
      'Sends a verb once, over the MQTT broker, to all players, to those of a group or to one, and reports the outcome for each.',
    body: object(
      { do: oneOf(...actions.filter(({ changes }) => changes).map(({ name }) => name)) },
      { group: word, player: word, parameters: record(anyValue) },
    ),
    shape: FLEET_OUTCOMES,
    run: async ({ fleet }, { body: { do: command, parameters = {}, ...target } }) => {
      if (target.group !== undefined && target.player !== undefined)
        throw new AppError('invalid-value', 'A group and a player cannot both be meant; allowed: one of the two.');
      const players = await fleet()?.request({ command, parameters, ...target });
      if (players === undefined) {
        const message = fleet() === undefined ? NO_BROKER : NOT_REACHED;
        throw new HttpError({ code: 'broker-unavailable', message });
      }
      if (players.length === 0) throw new HttpError({ code: 'player-not-found', message: toNobody(target) });
      return { players };
    },
  }),
  bareOperation({
    id: 'getFleetThumbnail',
    method: 'GET',
    path: '/fleet/{player}/thumbnail',
    summary: 'Sends the small picture of the clip that another player has on.',
    query: { v: 'anything that changes with the clip, so that it can be cached' },
    media: [JPEG],
    run: async ({ fleet }, { path, request, response, query }) => {
      const player = fleet()
        ?.view()
        .players.find(({ id }) => id === path.player);
      const [url] = player?.urls ?? [];
      if (player === undefined || url === undefined || player.clipId === 'splash' || !CLIP_ID.test(player.clipId)) {
        throw new HttpError({ code: 'path-not-found', message: 'There is no picture of that player.' });
      }
      const body = await fetchThumbnail(toPictureUrl(url, player.clipId, player.pictureTicket));
      const headers = { 'Cache-Control': query.v === undefined ? 'no-cache' : 'private, max-age=3600' };
      send(request, response, { status: 200, type: JPEG, body: [body], headers });
    },
  }),
];

const toNobody = ({ group, player }: { readonly group?: string; readonly player?: string }): string => {
  if (player !== undefined) return `The broker knows of no player ${quote(player)}.`;
  return group === undefined ? 'The broker knows of no player.' : `No player is in the group ${quote(group)}.`;
};

/** Only the origin of the address from the broker is used. */
const toPictureUrl = (address: string, clipId: string, ticket: string | undefined): URL => {
  const url = new URL(`${API_PATH}/clips/${clipId}/thumbnail`, address);
  if (ticket !== undefined) url.searchParams.set('ticket', ticket);
  return url;
};

/**
 * Anyone who may publish on the broker sets the address: so the request is marked read-only, only a small JPEG passes
 * through, and only the ticket that came with the address is sent there, never the token of this player.
 */
const fetchThumbnail = async (url: URL): Promise<Buffer> => {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(FETCH_TIMEOUT_SECONDS * 1000),
      redirect: 'error',
      headers: { ...READS_ONLY, ...UNCOMPRESSED },
    });
    const bytes = Number(response.headers.get('content-length') ?? Number.NaN);
    const isPicture = response.ok && response.headers.get('content-type') === JPEG;
    if (isPicture && bytes > 0 && bytes <= MAX_THUMBNAIL_BYTES) {
      const picture = await readBoundedBody(response, MAX_THUMBNAIL_BYTES);
      if (picture.subarray(0, JPEG_START.length).equals(JPEG_START)) return picture;
    } else await response.body?.cancel();
  } catch {
    // Said below.
  }
  throw new AppError('busy', 'The player has no picture of it yet.');
};

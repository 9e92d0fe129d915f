// The rows of /api/v1 about the other players at the same broker.
import { AppError } from '../../base/errors.ts';
import { readBoundedBody, UNCOMPRESSED } from '../../net/bounded-answer.ts';
import { READS_ONLY } from '../../net/read-only-request.ts';
import { API_PATH } from '../api-path.ts';
import { HttpError } from '../http-error.ts';
import { send } from '../response.ts';
import { JPEG } from './file-response.ts';
import { type ApiOperation, bareOperation, operation } from './operation.ts';
import { FLEET } from './schemas.ts';

const FETCH_TIMEOUT_SECONDS = 5;
const MAX_THUMBNAIL_BYTES = 512 * 1024;
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
/** No id that could lead out of the path. */
const CLIP_ID = /^[\w-]{1,64}$/;

export const FLEET_OPERATIONS: readonly ApiOperation[] = [
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

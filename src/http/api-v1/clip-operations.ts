// The rows of /api/v1 about clips: the list, one clip, its pictures and its file.

import { AppError } from '../../base/errors.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import { clipById, indexOfClip } from '../../deck/clips/clip-list.ts';
import { applyClipList, missingFiles, toClipList } from '../../deck/clips/clip-list-file.ts';
import { toOfferedMatch } from '../../deck/clips/loudness-match.ts';
import { applyKeptLists, missingItemFiles, toKeptLists } from '../../deck/lists/kept-lists.ts';
import { toNetwork } from '../../net/fair-places.ts';
import { list, object, text, whole } from '../../schema/schema.ts';
import { send } from '../response.ts';
import { toClip, toClips } from './deck-answers.ts';
import { BYTES, JPEG, sendEnvelope, sendFile, sendPicture, toMediaType } from './file-response.ts';
import { withConversion } from './idle-work-schemas.ts';
import { type ApiContext, type ApiOperation, bareOperation, type Call, operation, toClipFacts } from './operation.ts';
import { CHECKSUM, CLIP, CLIP_LIST, CLIP_PATCH, CLIPS, type ClipV1 } from './schemas.ts';

const idOf = ({ path }: Pick<Call<unknown>, 'path'>): string => path.id ?? '';

const clipOf = ({ deck }: ApiContext, call: Pick<Call<unknown>, 'path'>): Clip =>
  clipById(deck.state().document.clips, idOf(call));

const shown = (context: ApiContext, id: string): ClipV1 => {
  const state = context.deck.state();
  const index = indexOfClip(state.document.clips, id);
  const clip = toClip(clipById(state.document.clips, id), index, state, toClipFacts(context));
  return withConversion(clip, context.conversions);
};

const toSeconds = (given: string | undefined): number => {
  if (given !== undefined && /^[0-9]{1,9}(\.[0-9]{1,9})?$/.test(given)) return Number(given);
  throw new AppError(
    'invalid-value',
    `seconds=${JSON.stringify(given ?? '')} is refused; allowed: a plain decimal number.`,
  );
};

export const CLIP_OPERATIONS: readonly ApiOperation[] = [
  operation({
    id: 'listClips',
    isLong: true,
    method: 'GET',
    path: '/clips',
    summary: 'Lists the clips, the splash screen first, and behind them files that are still examined.',
    shape: CLIPS,
    run: (context) =>
      toClips(context.deck.state(), toClipFacts(context)).map((clip) => withConversion(clip, context.conversions)),
  }),
  operation({
    id: 'getClip',
    method: 'GET',
    path: '/clips/{id}',
    summary: 'Reports one clip.',
    shape: CLIP,
    run: (context, call) => shown(context, idOf(call)),
  }),
  operation({
    id: 'patchClip',
    method: 'PATCH',
    path: '/clips/{id}',
    summary: 'Changes what is given: name, in and out point, end action, volume, mute.',
    body: CLIP_PATCH,
    shape: CLIP,
    run: async (context, call) => {
      await context.deck.clips.patch(idOf(call), call.body);
      return shown(context, idOf(call));
    },
  }),
  bareOperation({
    id: 'deleteClip',
    method: 'DELETE',
    path: '/clips/{id}',
    summary: 'Deletes a clip and its file; for 10 s it can be restored.',
    run: ({ deck }, call) => deck.clips.hide(idOf(call)),
  }),
  operation({
    id: 'restoreClip',
    method: 'POST',
    path: '/clips/{id}/restore',
    summary: 'Brings back a clip that was deleted less than 10 s ago.',
    shape: CLIP,
    run: async (context, call) => {
      await context.deck.clips.restore(idOf(call));
      return shown(context, idOf(call));
    },
  }),
  operation({
    id: 'moveClip',
    method: 'POST',
    path: '/clips/{id}/move',
    summary: 'Gives a clip another number in the list; the others make room.',
    body: object({ number: whole({ least: 1 }) }),
    shape: CLIP,
    run: async (context, call) => {
      await context.deck.clips.move(idOf(call), call.body.number);
      return shown(context, idOf(call));
    },
  }),
  operation({
    id: 'matchLoudness',
    method: 'POST',
    path: '/clips/{id}/match-loudness',
    summary:
      'Sets the volume at which the clip meets −23 LUFS, or comes closest: then `loudness.message` says what limits it.',
    shape: CLIP,
    run: async (context, call) => {
      const clip = clipOf(context, call);
      const { volumePercent } = toOfferedMatch(clip, context.loudness.of(clip));
      await context.deck.clips.patch(clip.id, { volumePercent });
      return shown(context, clip.id);
    },
  }),
  operation({
    id: 'convertClip',
    method: 'POST',
    path: '/clips/{id}/convert',
    summary:
      'Converts a clip to what the player plays best, in the background; its original goes when the result is checked.',
    shape: CLIP,
    run: async (context, call) => {
      await context.conversions.start(idOf(call));
      return shown(context, idOf(call));
    },
  }),
  operation({
    id: 'cancelConversion',
    method: 'DELETE',
    path: '/clips/{id}/convert',
    summary: 'Ends a conversion, the original stays; or forgets how one ended.',
    shape: CLIP,
    run: async (context, call) => {
      await context.conversions.cancel(clipOf(context, call).id);
      return shown(context, idOf(call));
    },
  }),
  bareOperation({
    id: 'getThumbnail',
    method: 'GET',
    path: '/clips/{id}/thumbnail',
    summary: 'Sends a small picture of the clip.',
    query: {
      v: 'version of the picture, so that it can be cached',
      ticket: 'the `pictureTicket` that the player tells its broker, in place of its token',
    },
    media: [JPEG],
    run: (context, call) => sendPicture(context, call, clipOf(context, call), 'thumbnail'),
  }),
  bareOperation({
    id: 'getFilmstrip',
    method: 'GET',
    path: '/clips/{id}/filmstrip',
    summary: 'Sends pictures from the whole length of the file, side by side in one.',
    query: { v: 'version of the picture, so that it can be cached' },
    media: [JPEG],
    run: (context, call) => sendPicture(context, call, clipOf(context, call), 'filmstrip'),
  }),
  bareOperation({
    id: 'requestFilmstrip',
    method: 'POST',
    path: '/clips/{id}/filmstrip',
    summary: 'Renders the filmstrip next, if it is not made yet; the event `pictures` says when it is there.',
    run: (context, call) => void context.pictures.pathOf(clipOf(context, call), 'filmstrip'),
  }),
  bareOperation({
    id: 'getEnvelope',
    method: 'GET',
    path: '/clips/{id}/envelope',
    summary: "Sends the peaks of the clip's sound over the time of its file, as a sound meter draws them.",
    query: { v: '`loudness.envelope` of the clip, so that it can be cached' },
    media: [BYTES],
    run: (context, call) => sendEnvelope(context, call, clipOf(context, call)),
  }),
  bareOperation({
    id: 'getFrame',
    method: 'GET',
    path: '/clips/{id}/frame',
    summary: 'Sends one frame of the file.',
    query: { seconds: 'position in the file' },
    media: [JPEG],
    run: async (context, call) => {
      const network = toNetwork(call.request.socket.remoteAddress ?? '');
      const body = await context.pictures.frame(clipOf(context, call), toSeconds(call.query.seconds), network);
      const headers = { 'Cache-Control': 'private, max-age=600' };
      send(call.request, call.response, { status: 200, type: JPEG, body: [body], headers });
    },
  }),
  bareOperation({
    id: 'getMedia',
    method: 'GET',
    path: '/clips/{id}/media',
    summary: "Sends the clip's file, or a range of it.",
    media: ['video/*', 'image/*'],
    run: (context, call) => {
      const clip = clipOf(context, call);
      return sendFile(call, context.store.pathOf(clip), { type: toMediaType(clip), maxAgeSeconds: 0 });
    },
  }),
  operation({
    id: 'getChecksum',
    method: 'GET',
    path: '/clips/{id}/checksum',
    summary: "Reads the clip's file through and reports its length and SHA-256.",
    shape: CHECKSUM,
    run: (context, call) => context.checksumOf(context.store.pathOf(clipOf(context, call))),
  }),
  operation({
    id: 'exportClipList',
    isLong: true,
    method: 'GET',
    path: '/clip-list',
    summary: 'Exports the clip list and the lists, without the files.',
    shape: CLIP_LIST,
    run: async ({ deck }) => {
      const lists = await deck.lists.all();
      const { clips } = deck.state().document;
      return { version: 1, clips: toClipList(clips), lists: toKeptLists(lists, clips) };
    },
  }),
  operation({
    id: 'importClipList',
    method: 'PUT',
    path: '/clip-list',
    summary:
      'Imports an exported clip list: order, names, points, end actions and sound for the files that are here, and its lists. `missing` names the files of the clips and items that are left out.',
    body: CLIP_LIST,
    bodyBytes: 16 * 1024 * 1024,
    shape: object({ applied: whole(), missing: list(text()) }),
    run: async ({ deck }, { body }) => {
      const { clips } = deck.state().document;
      const absent = missingFiles(clips, body.clips);
      const { lists: kept } = body;
      const missing = [...new Set([...absent, ...missingItemFiles(kept ?? [], clips)])];
      // Nothing is changed when a clip's values do not fit.
      applyClipList(deck.state().document, body.clips);
      if (kept !== undefined) await deck.lists.edit((lists, clips) => applyKeptLists(lists, kept, clips));
      await deck.clips.applyList(body.clips);
      const applied = new Set(body.clips.map(({ file }) => file)).size - new Set(absent).size;
      return { applied, missing };
    },
  }),
];

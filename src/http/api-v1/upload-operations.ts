// The rows of /api/v1 that take files.
import { clipById, indexOfClip } from '../../deck/clips/clip-list.ts';
import { object } from '../../schema/schema.ts';
import { toClip } from './deck-answers.ts';
import { type ApiOperation, bareOperation, operation, toClipFacts } from './operation.ts';
import { CLIP, UPLOAD, UPLOADS } from './schemas.ts';

export const UPLOAD_OPERATIONS: readonly ApiOperation[] = [
  operation({
    id: 'listUploads',
    method: 'GET',
    path: '/uploads',
    summary: 'Lists the uploads that are not finished, with how much of each has arrived.',
    shape: UPLOADS,
    run: ({ resumableUploads }) => resumableUploads.list(),
  }),
  operation({
    id: 'getUpload',
    method: 'GET',
    path: '/uploads/{name}',
    summary:
      'Reports how much of an upload has arrived; for 15 minutes after it is whole, also which clip it has become.',
    shape: UPLOAD,
    run: ({ resumableUploads }, { path }) => resumableUploads.progress(path.name ?? ''),
  }),
  operation({
    id: 'putUpload',
    method: 'PUT',
    path: '/uploads/{name}',
    summary:
      'Takes the file that is the body, or with Content-Range (bytes FIRST-LAST/TOTAL) its next part; the clip comes when all is there. A request that comes again under its Idempotency-Key is one upload.',
    takesFile: true,
    shape: object({}, { clip: CLIP, upload: UPLOAD }),
    run: async (context, { path, request, response }) => {
      const { deck, resumableUploads } = context;
      const name = path.name ?? '';
      const sendContinue = (): void => {
        if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
      };
      const id = await resumableUploads.receive(name, request, sendContinue);
      if (id === undefined) return { upload: resumableUploads.progress(name) };
      const state = deck.state();
      const { clips } = state.document;
      return { clip: toClip(clipById(clips, id), indexOfClip(clips, id), state, toClipFacts(context)) };
    },
  }),
  bareOperation({
    id: 'deleteUpload',
    method: 'DELETE',
    path: '/uploads/{name}',
    summary: 'Drops what has arrived of an unfinished upload.',
    run: ({ resumableUploads }, { path }) => resumableUploads.drop(path.name ?? ''),
  }),
];

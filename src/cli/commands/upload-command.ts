// `cuedeck upload`: brings files onto the device.
import { toFileName, toNumberedName } from '../../library/file-name.ts';
import type { Command } from '../command.ts';
import type { StatusAnswer } from '../player-status.ts';
import { createProgress } from '../progress.ts';
import { openFile } from '../stable-file-reader.ts';
import { uploadFile } from '../upload-request.ts';
import { toClipText } from './clip-choice.ts';

/** Somebody else's upload may stand behind ours by now: ours is the last under the name that the file got. */
const findUploaded = ({ CLIPS }: StatusAnswer, path: string): number => {
  const wanted = toFileName(path);
  const names = new Set(CLIPS.map((_clip, number) => toNumberedName(wanted, number + 1)));
  return CLIPS.findLastIndex(({ Filename }, index) => index > 0 && names.has(Filename));
};

export const UPLOAD_COMMAND: Command = {
  name: 'upload',
  takes: [{ name: 'FILE', isRepeated: true, completes: 'file' }],
  options: [],
  meaning: 'uploads files and appends them to the list',
  more: 'All files are checked before the first is sent. The first rejected file ends the upload; files sent before it stay.',
  run: async ({ api, place, io, isJson, arguments: paths }) => {
    for (const path of paths) await (await openFile(path)).handle.close();
    let last: StatusAnswer | undefined;
    for (const path of paths) {
      const progress = createProgress(io, path);
      last = await uploadFile({ path, api, place, onProgress: progress.show }).finally(progress.end);
      // At once: the next one may be refused.
      if (!isJson) io.out(`Uploaded ${toClipText(last.CLIPS, findUploaded(last, path))}.`);
    }
    return { lines: [], json: last };
  },
};

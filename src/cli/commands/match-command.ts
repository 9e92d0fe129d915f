// `cuedeck match`: sets a clip's volume so that it meets the loudness of broadcasting.
import { toLevelText } from '../../deck/clips/loudness-match.ts';
import type { Command } from '../command.ts';
import { toClipAnswer } from '../player-status.ts';
import { chooseClip, toClipText } from './clip-choice.ts';

export const MATCH_COMMAND: Command = {
  name: 'match',
  takes: [{ name: 'CLIP' }],
  options: [],
  meaning: 'sets the volume at which a clip meets −23 LUFS, or comes closest',
  more: 'By EBU R128, of the whole file, with a true peak of at most −1 dBTP. A volume goes up to 100 %, the level of the file. The loudness is measured when nothing plays; cuedeck clips shows it.',
  run: async ({ api, arguments: [word = ''] }) => {
    const { id } = await chooseClip(api, word);
    const clip = await api.call('post', '/clips/{id}/match-loudness', { path: { id } });
    const { volumePercent, loudness } = clip;
    const lufs = loudness?.match && toLevelText(loudness.match.lufs);
    return {
      lines: [
        `Volume of ${toClipText(clip.number, clip.name)}: ${volumePercent} %, ${lufs} LUFS.`,
        ...(loudness?.message === undefined ? [] : [`  ${loudness.message}`]),
      ],
      json: { ...toClipAnswer(clip), ...(loudness !== undefined && { loudness }) },
    };
  },
};

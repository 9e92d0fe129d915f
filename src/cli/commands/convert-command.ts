// `cuedeck convert`: makes a clip what the player plays best, or ends that.
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError, EXIT } from '../cli-error.ts';
import type { Answer, Call, Command } from '../command.ts';
import type { PlayerApi } from '../player-api.ts';
import { type PlayerClip, toClipAnswer } from '../player-status.ts';
import { createProgress } from '../progress.ts';
import { chooseClip, toClipText } from './clip-choice.ts';

const POLL_INTERVAL_SECONDS = 1;

const readClip = (api: PlayerApi, id: string): Promise<PlayerClip> => api.call('get', '/clips/{id}', { path: { id } });

const toAnswer = (clip: PlayerClip, text: string): Answer => ({
  lines: [`${text} ${toClipText(clip.number, clip.name)}.`],
  json: { ...toClipAnswer(clip), ...(clip.conversion !== undefined && { conversion: clip.conversion }) },
});

/** @throws CliError when it fails or somebody ends it */
const waitForEnd = async ({ api, io }: Call, id: string): Promise<PlayerClip> => {
  const progress = createProgress(io, 'converting');
  try {
    for (;;) {
      const clip = await readClip(api, id);
      const { conversion } = clip;
      if (conversion === undefined) throw new CliError(EXIT.refused, 'The conversion was ended; the original stays.');
      if (conversion.state === 'failed') throw new CliError(EXIT.refused, conversion.message ?? 'It failed.');
      if (conversion.state === 'done') return clip;
      progress.show(conversion.progress);
      await sleep(POLL_INTERVAL_SECONDS * 1000);
    }
  } finally {
    progress.end();
  }
};

export const CONVERT_COMMAND: Command = {
  name: 'convert',
  takes: [{ name: 'CLIP' }],
  options: [
    { name: 'wait', meaning: 'answers when it is done' },
    { name: 'cancel', meaning: 'ends the conversion instead; the original stays' },
  ],
  meaning: 'converts a clip to what every player plays best, in the background',
  more: 'H.264 with 8 bits, at most 1920 × 1080, a key frame every second, AAC. The original is removed when the result is checked. It takes a multiple of the clip’s length on a small board.',
  run: async (call) => {
    const { api, options, arguments: words } = call;
    const { id } = await chooseClip(api, words[0] ?? '');
    const path = { id };
    if (options.cancel) {
      return toAnswer(await api.call('delete', '/clips/{id}/convert', { path }), 'Not converting');
    }
    const clip = await api.call('post', '/clips/{id}/convert', { path });
    if (!options.wait) return toAnswer(clip, 'Converting');
    return toAnswer(await waitForEnd(call, id), 'Converted');
  },
};

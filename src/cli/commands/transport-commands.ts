// Commands that move the picture: select, play, stop, goto.

import type { Answer, Command } from '../command.ts';
import { parseTime, toTimeText } from '../format.ts';
import type { PlayerApi } from '../player-api.ts';
import { type PlayerTransport, readStatus, type StatusAnswer } from '../player-status.ts';
import { chooseClip, toClipText } from './clip-choice.ts';

/** What the player does now, in one sentence. */
export const toStateText = ({ CLIPS, CLIP_ID, PLAY, TIMECODE }: StatusAnswer): string => {
  const clip = CLIPS[CLIP_ID];
  if (CLIP_ID === 0 || clip === undefined) return 'The splash screen or black is up; select a clip to play.';
  const of = clip.Duration === 0 ? '' : ` of ${toTimeText(clip.Duration)}`;
  return `${PLAY ? 'Playing' : 'Paused'}: ${toClipText(CLIP_ID, clip.ClipName)}, at ${toTimeText(TIMECODE)}${of}.`;
};

/** @param transport as the player answered: by now somebody else may have moved on */
const toAnswer = async (api: PlayerApi, transport: PlayerTransport): Promise<Answer> => {
  const status = await readStatus(api, transport);
  return { lines: [toStateText(status)], json: status };
};

const select: Command = {
  name: 'select',
  takes: [{ name: 'CLIP' }],
  options: [],
  meaning: 'cues a clip: its first frame is on screen, paused',
  run: async ({ api, arguments: [word = ''] }) => {
    const { id: clipId } = await chooseClip(api, word);
    return toAnswer(api, await api.call('post', '/transport/cue', { body: { clipId } }));
  },
};

const play: Command = {
  name: 'play',
  takes: [{ name: 'CLIP', isOptional: true }],
  options: [],
  meaning: 'toggles play and pause; with a clip: plays it from its start',
  run: async ({ api, arguments: [word] }) => {
    if (word === undefined) return toAnswer(api, await api.call('post', '/transport/toggle'));
    const { id: clipId } = await chooseClip(api, word);
    return toAnswer(api, await api.call('post', '/transport/fire', { body: { clipId } }));
  },
};

const stop: Command = {
  name: 'stop',
  takes: [],
  options: [],
  meaning: 'stops and returns to the start of the clip',
  run: async ({ api }) => toAnswer(api, await api.call('post', '/transport/stop')),
};

const goTo: Command = {
  name: 'goto',
  takes: [{ name: 'TIME' }],
  options: [],
  meaning: 'seeks in the selected clip; a playing clip plays on',
  run: async ({ api, arguments: [word = ''] }) =>
    toAnswer(api, await api.call('post', '/transport/goto', { body: { seconds: parseTime(word) } })),
};

export const TRANSPORT_COMMANDS = { select, play, stop, goTo } as const;

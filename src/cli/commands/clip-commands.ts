// Commands on the clip list: show, edit, delete.
import { CliError, EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { parseTime, toTable, toTimeText } from '../format.ts';
import { type PlayerClip, readClips, readStatus, toClipAnswer } from '../player-status.ts';
import { chooseClip, toClipText } from './clip-choice.ts';
import { parseOnOff, textOf } from './option-values.ts';

const VERDICTS = { smooth: 'smoothly', tight: 'tight', 'too-slow': 'too slow', unknown: '?' } as const;

/** Empty for a picture. */
const toVerdictText = ({ playability }: PlayerClip): string =>
  playability === undefined ? '' : VERDICTS[playability.verdict];

const LEVELS = { waiting: '?', 'no-sound': '-', silent: 'silent', 'too-short': '-', failed: '!' } as const;

/** Empty for a picture. */
const toLoudnessText = ({ loudness }: PlayerClip): string => {
  if (loudness === undefined) return '';
  return loudness.state === 'measured' ? (loudness.integratedLufs ?? 0).toFixed(1) : LEVELS[loudness.state];
};

const toRow = (clip: PlayerClip, selectedId: string): readonly string[] => [
  clip.id === selectedId ? '>' : '',
  String(clip.number),
  clip.name,
  // Of the splash screen it is a path of the program.
  clip.file === clip.name || clip.number === 0 ? '' : clip.file,
  toTimeText(clip.inSeconds),
  toTimeText(clip.outSeconds),
  clip.durationSeconds === 0 ? 'still' : toTimeText(clip.durationSeconds),
  clip.endAction === 'loop' ? 'loop' : '',
  toVerdictText(clip),
  toLoudnessText(clip),
];

const toClipLines = (list: readonly PlayerClip[], selectedId: string): readonly string[] =>
  toTable([
    ['', '#', 'NAME', 'FILE', 'START', 'END', 'LENGTH', 'LOOP', 'PLAYS', 'LUFS'],
    ...list.map((clip) => toRow(clip, selectedId)),
  ]);

const clips: Command = {
  name: 'clips',
  takes: [],
  options: [],
  meaning: 'lists the clips; `>` marks the selected one, clip 0 is the splash screen',
  more: 'PLAYS says whether this player plays the clip without lost frames; cuedeck doctor says what to do where it does not. LUFS is the loudness of the file by EBU R128. `?` means not measured yet. Under LUFS, `-` means no sound or too little of it, `silent` means silence, and `!` means that it cannot be measured.',
  run: async ({ api }) => {
    const [list, { clipId }] = await Promise.all([readClips(api), api.call('get', '/transport')]);
    return { lines: toClipLines(list, clipId), json: list.map(toClipAnswer) };
  },
};

/** Keeps another end action when the loop is switched off. */
const toEndAction = ({ endAction }: PlayerClip, loops: boolean) => {
  if (loops) return { endAction: 'loop' } as const;
  return endAction === 'loop' ? ({ endAction: 'hold' } as const) : {};
};

const edit: Command = {
  name: 'edit',
  takes: [{ name: 'CLIP' }],
  options: [
    { name: 'name', value: 'TEXT', meaning: 'its name, 1 to 120 characters' },
    { name: 'start', value: 'TIME', meaning: 'where it starts' },
    { name: 'end', value: 'TIME', meaning: 'where it ends; of a still: how long it is shown' },
    { name: 'loop', value: 'WORD', completes: ['on', 'off'], meaning: '`on` or `off`' },
    { name: 'fade-in', value: 'TIME', meaning: 'how long it fades in from black, up to 60 s; 0: no fade' },
    { name: 'fade-out', value: 'TIME', meaning: 'how long it fades out to black, up to 60 s; 0: no fade' },
  ],
  meaning: 'changes name, start, end, loop or fades of a clip',
  more: 'cuedeck update CLIP is the same; cuedeck update with a file updates the software.',
  run: async (call) => {
    const { api } = call;
    const given = ['name', 'start', 'end', 'loop', 'fade-in', 'fade-out'].map((option) => textOf(call, option));
    const [name, start, end, loop, fadeIn, fadeOut] = given;
    if (given.every((value) => value === undefined)) {
      throw new CliError(
        EXIT.usage,
        'Nothing to change. Give --name, --start, --end, --loop, --fade-in or --fade-out.',
      );
    }
    const before = await chooseClip(api, call.arguments[0] ?? '');
    const after = await api.call('patch', '/clips/{id}', {
      path: { id: before.id },
      body: {
        ...(name !== undefined && { name }),
        ...(start !== undefined && { inSeconds: parseTime(start) }),
        ...(end !== undefined && { outSeconds: parseTime(end) }),
        ...(loop !== undefined && toEndAction(before, parseOnOff('loop', loop))),
        ...(fadeIn !== undefined && { fadeInSeconds: parseTime(fadeIn) }),
        ...(fadeOut !== undefined && { fadeOutSeconds: parseTime(fadeOut) }),
      },
    });
    const section = `${toTimeText(after.inSeconds)} to ${toTimeText(after.outSeconds)}`;
    const looping = after.endAction === 'loop' ? ', looping' : '';
    const fades = [
      after.fadeInSeconds > 0 ? `, fade in ${after.fadeInSeconds} s` : '',
      after.fadeOutSeconds > 0 ? `, fade out ${after.fadeOutSeconds} s` : '',
    ].join('');
    return {
      lines: [`Changed ${toClipText(after.number, after.name)}: ${section}${looping}${fades}.`],
      json: call.isJson && (await readStatus(api)),
    };
  },
};

const remove: Command = {
  name: 'delete',
  takes: [{ name: 'CLIP' }],
  options: [],
  meaning: 'deletes a clip and its file; later clips move down by one',
  run: async ({ api, isJson, arguments: [word = ''] }) => {
    const { id, number, name } = await chooseClip(api, word);
    await api.call('delete', '/clips/{id}', { path: { id } });
    return { lines: [`Deleted ${toClipText(number, name)}.`], json: isJson && (await readStatus(api)) };
  },
};

export const CLIP_COMMANDS = { clips, edit, remove } as const;

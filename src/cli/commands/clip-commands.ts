// Commands on the clip list: show, edit, delete.
import { CliError, EXIT } from '../cli-error.ts';
import type { Call, Command } from '../command.ts';
import { parseTime, toTable, toTimeText } from '../format.ts';
import type { ClipAnswer, StatusAnswer } from '../player-status.ts';
import { findClip, toClipText } from './clip-choice.ts';

const toRow = ({ CLIP_ID }: StatusAnswer, clip: ClipAnswer, index: number): readonly string[] => [
  index === CLIP_ID ? '>' : '',
  String(index),
  clip.ClipName,
  clip.Filename === clip.ClipName ? '' : clip.Filename,
  toTimeText(clip.StartAt),
  toTimeText(clip.EndAt),
  clip.Duration === 0 ? 'still' : toTimeText(clip.Duration),
  clip.Loop ? 'loop' : '',
];

const toClipLines = (status: StatusAnswer): readonly string[] =>
  toTable([
    ['', '#', 'NAME', 'FILE', 'START', 'END', 'LENGTH', 'LOOP'],
    ...status.CLIPS.map((clip, index) => toRow(status, clip, index)),
  ]);

const clips: Command = {
  name: 'clips',
  takes: [],
  options: [],
  meaning: 'lists the clips; `>` marks the selected one, clip 0 is the splash screen',
  run: async ({ api }) => {
    const status = await api.get('/status');
    return { lines: toClipLines(status), json: status.CLIPS };
  },
};

const parseLoop = (word: string): boolean => {
  if (word === 'on' || word === 'off') return word === 'on';
  throw new CliError(EXIT.usage, `--loop ${JSON.stringify(word)} is invalid; allowed: on or off.`);
};

const textOf = ({ options }: Call, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

const edit: Command = {
  name: 'edit',
  takes: [{ name: 'CLIP' }],
  options: [
    { name: 'name', value: 'TEXT', meaning: 'its name, 1 to 120 characters' },
    { name: 'start', value: 'TIME', meaning: 'where it starts' },
    { name: 'end', value: 'TIME', meaning: 'where it ends; of a still: how long it is shown' },
    { name: 'loop', value: 'WORD', completes: ['on', 'off'], meaning: '`on` or `off`' },
  ],
  meaning: 'changes name, start, end or loop of a clip',
  more: 'cuedeck update CLIP is the same; cuedeck update with a file updates the software.',
  run: async (call) => {
    const { api } = call;
    const [name, start, end, loop] = ['name', 'start', 'end', 'loop'].map((option) => textOf(call, option));
    if ([name, start, end, loop].every((value) => value === undefined)) {
      throw new CliError(EXIT.usage, 'Nothing to change. Give --name, --start, --end or --loop.');
    }
    const before = await api.get('/status');
    const id = findClip(before.CLIPS, call.arguments[0] ?? '');
    const clip = before.CLIPS[id];
    const status = await api.get('/update_clip', {
      id,
      name: name ?? clip?.ClipName ?? '',
      startat: start === undefined ? (clip?.StartAt ?? 0) : parseTime(start),
      endat: end === undefined ? (clip?.EndAt ?? 0) : parseTime(end),
      loop: loop === undefined ? (clip?.Loop ?? false) : parseLoop(loop),
    });
    const after = status.CLIPS[id];
    const section = `${toTimeText(after?.StartAt ?? 0)} to ${toTimeText(after?.EndAt ?? 0)}`;
    const text = toClipText(status.CLIPS, id);
    return {
      lines: [`Changed ${text}: ${section}${after?.Loop ? ', looping' : ''}.`],
      json: status,
    };
  },
};

const remove: Command = {
  name: 'delete',
  takes: [{ name: 'CLIP' }],
  options: [],
  meaning: 'deletes a clip and its file; later clips move down by one',
  run: async ({ api, arguments: [word = ''] }) => {
    const { CLIPS } = await api.get('/status');
    const id = findClip(CLIPS, word);
    const status = await api.get('/delete', { id });
    return { lines: [`Deleted ${toClipText(CLIPS, id)}.`], json: status };
  },
};

export const CLIP_COMMANDS = { clips, edit, remove } as const;

// Commands on the lists: show, make, change and delete them.
import { CliError, EXIT } from '../cli-error.ts';
import type { Argument, Command } from '../command.ts';
import { toPrintable } from '../format.ts';
import { readClips } from '../player-status.ts';
import { chooseList } from './list-choice.ts';
import { toClips, toItemLines, toListLines } from './list-text.ts';
import { ON_OFF, parseOnOff, textOf } from './option-values.ts';

export const LIST: Argument = { name: 'LIST' };

const shown: Command = {
  name: 'lists',
  takes: [{ ...LIST, isOptional: true }],
  options: [],
  meaning: 'shows the lists (`>` marks the active one), or the items of one list',
  more: '`LIST` is the name of a list or its id. Among the items, `>` marks the one on the output and `GO` the one that stands by. A FOLLOW in brackets is the end action of the clip.',
  run: async ({ api, arguments: [word] }) => {
    const [clips, transport] = await Promise.all([readClips(api), api.call('get', '/transport')]);
    if (word === undefined) {
      const lists = await api.call('get', '/lists');
      return { lines: toListLines(lists, toClips(clips), transport), json: lists };
    }
    const list = await chooseList(api, word);
    return { lines: toItemLines(list, toClips(clips), transport), json: list };
  },
};

const create: Command = {
  name: 'lists create',
  takes: [{ name: 'NAME' }],
  options: [],
  meaning: 'makes an empty list',
  run: async ({ api, arguments: [name = ''] }) => {
    const list = await api.call('post', '/lists', { body: { name } });
    return { lines: [`Made the list ${toPrintable(list.name)}, ${list.id}.`], json: list };
  },
};

const edit: Command = {
  name: 'lists edit',
  takes: [LIST],
  options: [
    { name: 'name', value: 'TEXT', meaning: 'its name, 1 to 120 characters' },
    { name: 'repeat', value: 'WORD', completes: ON_OFF, meaning: '`on`: after its last item comes its first' },
    { name: 'shuffle', value: 'WORD', completes: ON_OFF, meaning: '`on`: its items come in a random order' },
  ],
  meaning: 'changes name, repeat or shuffle of a list',
  run: async (call) => {
    const [name, repeat, shuffle] = ['name', 'repeat', 'shuffle'].map((option) => textOf(call, option));
    if ([name, repeat, shuffle].every((value) => value === undefined)) {
      throw new CliError(EXIT.usage, 'Nothing to change. Give --name, --repeat or --shuffle.');
    }
    const body = {
      ...(name !== undefined && { name }),
      ...(repeat !== undefined && { repeat: parseOnOff('repeat', repeat) }),
      ...(shuffle !== undefined && { shuffle: parseOnOff('shuffle', shuffle) }),
    };
    const { id } = await chooseList(call.api, call.arguments[0] ?? '');
    const list = await call.api.call('patch', '/lists/{id}', { path: { id }, body });
    return { lines: [`Changed the list ${toPrintable(list.name)}.`], json: list };
  },
};

const remove: Command = {
  name: 'lists delete',
  takes: [LIST],
  options: [],
  meaning: 'deletes a list; its clips stay, and what is on the output plays on',
  run: async ({ api, arguments: [word = ''] }) => {
    const { id, name } = await chooseList(api, word);
    await api.call('delete', '/lists/{id}', { path: { id } });
    return { lines: [`Deleted the list ${toPrintable(name)}.`], json: { id } };
  },
};

export const LIST_COMMANDS = { shown, create, edit, remove } as const;

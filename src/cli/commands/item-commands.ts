// Commands on the items of a list: add, change, move and remove them.
import type { BodyOf } from '../../client/api-calls.ts';
import { END_ACTIONS } from '../../deck/clips/end-action.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Answer, Call, Command, Option } from '../command.ts';
import { parseTime, toPrintable } from '../format.ts';
import { chooseClip, toClipText } from './clip-choice.ts';
import { chooseItem, chooseList, type PlayerList, parsePlace } from './list-choice.ts';
import { LIST } from './list-commands.ts';
import { textOf } from './option-values.ts';

type GivenItem = Extract<BodyOf<'put', '/lists/{id}/items'>, readonly unknown[]>[number];

/** Stands for the end action of the clip. */
const OWN = 'own';
const FOLLOWS = [...END_ACTIONS, OWN] as const;

const FIELDS: readonly Option[] = [
  { name: 'then', value: 'WORD', completes: FOLLOWS, meaning: `what follows it: \`${FOLLOWS.join('`, `')}\`` },
  { name: 'pre-wait', value: 'TIME', meaning: 'wait before its start' },
  { name: 'post-wait', value: 'TIME', meaning: 'wait after its end' },
  { name: 'fade-in', value: 'TIME', meaning: `length of its fade in; \`${OWN}\`: that of its clip` },
  { name: 'fade-out', value: 'TIME', meaning: `length of its fade out; \`${OWN}\`: that of its clip` },
  { name: 'note', value: 'TEXT', meaning: 'a note' },
];

const parseFollow = (word: string): Pick<GivenItem, 'follow'> => {
  const follow = END_ACTIONS.find((known) => known === word);
  if (follow !== undefined) return { follow };
  if (word === OWN) return {};
  throw new CliError(EXIT.usage, `--then ${JSON.stringify(word)} is invalid; allowed: ${FOLLOWS.join(', ')}.`);
};

/** @param was undefined: that of the clip */
const toFade = (
  name: 'fadeInSeconds' | 'fadeOutSeconds',
  word: string | undefined,
  was: number | undefined,
): Pick<GivenItem, typeof name> => {
  const seconds = word === undefined ? was : word === OWN ? undefined : parseTime(word);
  return seconds === undefined ? {} : { [name]: seconds };
};

/** The item with what the options say. */
const withFields = (call: Call, item: GivenItem): GivenItem => {
  const [follow, before, after, fadeIn, fadeOut, note] = FIELDS.map(({ name }) => textOf(call, name));
  const { follow: was, fadeInSeconds, fadeOutSeconds, ...rest } = item;
  return {
    ...rest,
    ...toFade('fadeInSeconds', fadeIn, fadeInSeconds),
    ...toFade('fadeOutSeconds', fadeOut, fadeOutSeconds),
    ...(follow === undefined ? was !== undefined && { follow: was } : parseFollow(follow)),
    ...(before !== undefined && { preWaitSeconds: parseTime(before) }),
    ...(after !== undefined && { postWaitSeconds: parseTime(after) }),
    ...(note !== undefined && { note }),
  };
};

const save = async (
  { api }: Call,
  { id }: PlayerList,
  items: readonly GivenItem[],
  toLine: (list: PlayerList) => string,
): Promise<Answer> => {
  const list = await api.call('put', '/lists/{id}/items', { path: { id }, body: items });
  return { lines: [toLine(list)], json: list };
};

const insertAt = <Value>(values: readonly Value[], place: number, more: readonly Value[]): readonly Value[] => [
  ...values.slice(0, place),
  ...more,
  ...values.slice(place),
];

const add: Command = {
  name: 'lists add',
  takes: [LIST, { name: 'CLIP', isRepeated: true }],
  options: [{ name: 'place', value: 'NUMBER', meaning: 'their place in the list (default: the end)' }, ...FIELDS],
  meaning: 'adds clips to a list',
  run: async (call) => {
    const [word = '', ...named] = call.arguments;
    const list = await chooseList(call.api, word);
    const count = list.items.length;
    const place = parsePlace(textOf(call, 'place') ?? String(count + 1), count + 1);
    const added: GivenItem[] = [];
    let text = '';
    for (const clip of named) {
      const { id: clipId, number, name } = await chooseClip(call.api, clip);
      added.push(withFields(call, { clipId }));
      text = toClipText(number, name);
    }
    const what = added.length === 1 ? text : `${added.length} clips`;
    const name = toPrintable(list.name);
    return save(call, list, insertAt(list.items, place, added), () => `Added ${what} to ${name}, at ${place + 1}.`);
  },
};

const edit: Command = {
  name: 'lists item',
  takes: [LIST, { name: 'ITEM' }],
  options: FIELDS,
  meaning: 'changes what follows an item, its waits, fades or note',
  more: '`ITEM` is its place in the list, or its id.',
  run: async (call) => {
    if (FIELDS.every(({ name }) => call.options[name] === undefined)) {
      throw new CliError(
        EXIT.usage,
        'Nothing to change. Give --then, --pre-wait, --post-wait, --fade-in, --fade-out or --note.',
      );
    }
    const [word = '', itemWord = ''] = call.arguments;
    const list = await chooseList(call.api, word);
    const place = chooseItem(list, itemWord);
    const items = list.items.map((item, index) => (index === place ? withFields(call, item) : item));
    return save(call, list, items, () => `Changed item ${place + 1} of ${toPrintable(list.name)}.`);
  },
};

const move: Command = {
  name: 'lists move',
  takes: [LIST, { name: 'ITEM' }, { name: 'PLACE' }],
  options: [],
  meaning: 'moves an item to another place in its list',
  run: async (call) => {
    const [word = '', itemWord = '', placeWord = ''] = call.arguments;
    const list = await chooseList(call.api, word);
    const from = chooseItem(list, itemWord);
    const to = parsePlace(placeWord, list.items.length);
    const others = list.items.filter((_item, index) => index !== from);
    const items = insertAt(others, to, list.items.slice(from, from + 1));
    return save(call, list, items, ({ name }) => `Item ${from + 1} of ${toPrintable(name)} is item ${to + 1} now.`);
  },
};

const remove: Command = {
  name: 'lists remove',
  takes: [LIST, { name: 'ITEM', isRepeated: true }],
  options: [],
  meaning: 'removes items from a list; their clips stay',
  run: async (call) => {
    const [word = '', ...itemWords] = call.arguments;
    const list = await chooseList(call.api, word);
    const gone = new Set(itemWords.map((itemWord) => chooseItem(list, itemWord)));
    const items = list.items.filter((_item, index) => !gone.has(index));
    const what = gone.size === 1 ? 'one item' : `${gone.size} items`;
    return save(call, list, items, ({ name }) => `Removed ${what} from ${toPrintable(name)}; ${items.length} left.`);
  },
};

export const ITEM_COMMANDS = [add, edit, move, remove] as const;

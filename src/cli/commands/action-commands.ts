// The commands that are made from the table of actions, and `play`, which stands for two of them.
import { type Action, type Parameter, takesNothing } from '../../actions/action.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Answer, Argument, Call, Command, Option } from '../command.ts';
import { parseTime } from '../format.ts';
import type { PlayerApi } from '../player-api.ts';
import { type PlayerTransport, readStatusWithState } from '../player-status.ts';
import { chooseClip } from './clip-choice.ts';
import { chooseList } from './list-choice.ts';
import { toWaitText } from './show-text.ts';
import { toStateText } from './state-text.ts';

const FLAGS: Readonly<Record<string, boolean>> = { on: true, off: false };

const isFlag = ({ shape }: Parameter): boolean => shape.schema.type === 'boolean';

/** `TIME` in help stands for seconds, which may be written as minutes and seconds; `LIST` for a list's name or id. */
const WORDS: Readonly<Record<string, string>> = { seconds: 'TIME', listId: 'LIST' };

const toWord = ({ name }: Parameter): string => WORDS[name] ?? name.toUpperCase();

/** Converts a value to the type of its schema; a text that cannot be converted stays, and the schema rejects it. */
const toValue = ({ name, shape }: Parameter, given: string): unknown => {
  const { type } = shape.schema;
  if (name === 'seconds') return given.startsWith('-') ? -parseTime(given.slice(1)) : parseTime(given);
  if (type === 'boolean') return FLAGS[given] ?? given;
  const isNumber = (type === 'number' || type === 'integer') && /^-?\d+(\.\d+)?$/.test(given);
  return isNumber ? Number(given) : given;
};

const parseValue = (parameter: Parameter, given: string): unknown =>
  parameter.shape.parse(toValue(parameter, given), parameter.name, {
    ignoresUnknownKeys: false,
    reject: ({ name, allowed }) => {
      const words = isFlag(parameter) ? 'on or off' : allowed;
      throw new CliError(EXIT.usage, `${name} ${JSON.stringify(given)} is refused; allowed: ${words}.`);
    },
  });

/** Positional arguments: the required ones, else the first optional one, if there is no clip. */
const toPositionals = ({ clip, parameters }: Action): readonly Parameter[] => {
  const needed = parameters.filter(({ isOptional }) => !isOptional);
  return clip === undefined && needed.length === 0 ? parameters.slice(0, 1) : needed;
};

const toOptionals = (row: Action): readonly Parameter[] => {
  const positionals = toPositionals(row);
  return row.parameters.filter((parameter) => !positionals.includes(parameter));
};

const toArgument = (parameter: Parameter): Argument => ({
  name: isFlag(parameter) ? 'STATE' : toWord(parameter),
  ...(parameter.isOptional && { isOptional: true }),
  ...(isFlag(parameter) && { completes: Object.keys(FLAGS) }),
});

/** `itemId`: item-id */
const toOptionName = ({ name }: Parameter): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const toOption = (parameter: Parameter): Option => ({
  name: toOptionName(parameter),
  ...(!isFlag(parameter) && { value: toWord(parameter) }),
  meaning: String(parameter.shape.schema.description ?? parameter.name),
});

/** The body of /api/v1; a clip is given by its number, name or file name. */
const toBody = async (row: Action, { api, arguments: words, options }: Call): Promise<Record<string, unknown>> => {
  const rest = [...words];
  const word = row.clip === undefined ? undefined : rest.shift();
  const given = [
    ...toPositionals(row).map((parameter, index) => [parameter, rest[index]] as const),
    ...toOptionals(row).map((parameter) => [parameter, options[toOptionName(parameter)]] as const),
  ];
  const values = given.flatMap(([parameter, value]) =>
    value === undefined ? [] : [[parameter.name, typeof value === 'string' ? parseValue(parameter, value) : value]],
  );
  const clip = word === undefined ? {} : { clipId: (await chooseClip(api, word)).id };
  const body: Record<string, unknown> = { ...clip, ...Object.fromEntries(values) };
  return typeof body.listId === 'string' ? { ...body, listId: (await chooseList(api, body.listId)).id } : body;
};

/** @param transport the player's answer; it may have changed since */
const toAnswer = async (api: PlayerApi, transport: PlayerTransport): Promise<Answer> => {
  const { status, state, clips } = await readStatusWithState(api, transport);
  const wait = toWaitText(transport, clips);
  return { lines: [toStateText(status, state), ...(wait === undefined ? [] : [`Waiting: ${wait}.`])], json: status };
};

const runAction = async (row: Action, call: Call): Promise<Answer> => {
  const body = takesNothing(row) ? {} : { body: await toBody(row, call) };
  // All rows have the same answer; their parameters define the body.
  const transport = await call.api.call('post', row.path as '/transport/jump', body);
  return toAnswer(call.api, transport);
};

/** `Stops.`: stops */
const toMeaning = ({ summary }: Action): string =>
  `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`.replace(/\.$/, '');

const toCommand = (row: Action): Command => ({
  name: row.cliName,
  takes: [
    ...(row.clip === undefined ? [] : [{ name: 'CLIP', ...(row.clip !== 'needed' && { isOptional: true as const }) }]),
    ...toPositionals(row).map(toArgument),
  ],
  options: toOptionals(row).map(toOption),
  meaning: toMeaning(row),
  run: (call) => runAction(row, call),
});

/** Read-only rows are part of `cuedeck status`. */
export const toActionCommands = (actions: readonly Action[]): readonly Command[] =>
  actions.filter(({ changes }) => changes).map(toCommand);

export const PLAY_COMMAND: Command = {
  name: 'play',
  takes: [{ name: 'CLIP', isOptional: true }],
  options: [],
  meaning: 'toggles play and pause; with a clip: plays it from its in point',
  run: async ({ api, arguments: [word] }) => {
    if (word === undefined) return toAnswer(api, await api.call('post', '/transport/toggle'));
    const { id: clipId } = await chooseClip(api, word);
    return toAnswer(api, await api.call('post', '/transport/fire', { body: { clipId } }));
  },
};

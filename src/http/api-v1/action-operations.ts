// The rows of /api/v1 that are made from the table of actions, and the one that lists it.
import { type Action, type Parameter, takesNothing } from '../../actions/action.ts';
import type { Clip } from '../../deck/clips/clip.ts';
import { clipById } from '../../deck/clips/clip-list.ts';
import { flag, list, named, object, orNull, type Schema, text } from '../../schema/schema.ts';
import { toTransport } from './deck-answers.ts';
import { type ApiOperation, operation } from './operation.ts';
import { TRANSPORT } from './schemas.ts';

/** Any JSON schema. */
const JSON_SCHEMA: Schema<object> = {
  schema: { type: 'object', additionalProperties: true },
  parts: [],
  parse: (value) => (typeof value === 'object' && value !== null ? value : {}),
};

const ACTION_LIST = list(
  named('Action', object({ name: text(), summary: text(), changes: flag, path: text(), parameters: JSON_SCHEMA })),
);

const toShapes = (parameters: readonly Parameter[]) =>
  Object.fromEntries(parameters.map(({ name, shape }) => [name, shape]));

/** A clip is named by its id. */
const toBody = ({ clip, parameters }: Action): Schema<Readonly<Record<string, unknown>>> => {
  const clipId = { clipId: clip === 'or-none' ? orNull(text(40)) : text(40) };
  const isOptional = clip === 'optional' || clip === 'or-none';
  return object(
    { ...(clip === 'needed' && clipId), ...toShapes(parameters.filter(({ isOptional }) => !isOptional)) },
    { ...(isOptional && clipId), ...toShapes(parameters.filter(({ isOptional }) => isOptional)) },
  );
};

/** `/transport/play`: playTransport; `/transport`: getTransport. */
const toId = (path: string): string => {
  const [, resource = '', verb = 'get'] = path.split('/');
  return `${verb}${resource.charAt(0).toUpperCase()}${resource.slice(1)}`;
};

/** A row that does something and answers with what is on then. */
const toOperation = (row: Action): ApiOperation =>
  operation<Readonly<Record<string, unknown>>, ReturnType<typeof toTransport>>({
    id: toId(row.path),
    method: row.changes || !takesNothing(row) ? 'POST' : 'GET',
    path: row.path,
    summary: row.summary,
    ...(!takesNothing(row) && { body: toBody(row) }),
    shape: TRANSPORT,
    run: async (context, { body: { clipId, ...values } = {} }) => {
      const pick = typeof clipId === 'string' ? (clips: readonly Clip[]) => clipById(clips, clipId) : undefined;
      await untilDoneOrReady((onReady) => row.run({ ...context, onReady }, { values, pick }));
      return toTransport(context.deck.state());
    },
  });

/** A scheduled start is answered once the clip is cued; its result shows in the transport. */
const untilDoneOrReady = (run: (onReady: () => void) => Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    run(resolve).then(resolve, reject);
  });

export const toActionOperations = (actions: readonly Action[]): readonly ApiOperation[] => [
  ...actions.map(toOperation),
  operation({
    id: 'listActions',
    method: 'GET',
    path: '/actions',
    summary: 'Lists what an operator can do: the rows from which /api/v1, OSC, MQTT and the command line are made.',
    shape: ACTION_LIST,
    run: () =>
      actions.map((row) => ({
        name: row.name,
        summary: row.summary,
        changes: row.changes,
        path: row.path,
        parameters: toBody(row).schema,
      })),
  }),
];

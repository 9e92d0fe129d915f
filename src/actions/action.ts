// What a row of the table of actions says: a verb of the operator, with its parameters, for every interface of our own.
import type { Clip } from '../deck/clips/clip.ts';
import { clipById } from '../deck/clips/clip-list.ts';
import type { Deck } from '../deck/deck.ts';
import type { StartAt, StartedClip } from '../deck/scheduled-start.ts';
import type { object, Schema, ValueOf } from '../schema/schema.ts';

type Shapes = Readonly<Record<string, Schema<unknown>>>;

/** What actions work on. */
export interface ActionContext {
  readonly deck: Deck;
  readonly startAt: StartAt;
  /** A clip is cued and waits for its instant, in seconds since 1970. */
  readonly onReady?: (atSeconds: number) => void;
  /** A clip has started at its instant. */
  readonly onStarted?: (started: StartedClip) => void;
}

/** One parameter, besides the clip. One that is called `seconds` is a time. */
export interface Parameter {
  readonly name: string;
  readonly shape: Schema<unknown>;
  readonly isOptional: boolean;
}

/** Chooses in the list as it is when the turn comes; may throw. */
export type ClipPick = (clips: readonly Clip[]) => Clip;

/** What one call says. */
interface ActionCall {
  readonly values: Readonly<Record<string, unknown>>;
  /** Which clip, where the caller names one. */
  readonly pick?: ClipPick | undefined;
}

export interface Action {
  readonly name: string;
  /** One plain sentence. */
  readonly summary: string;
  readonly changes: boolean;
  /**
   * Whether it is about a clip, which every interface names in its own way (id, number, name): `needed`, or `optional`
   * where none means the selected one.
   */
  readonly clip?: 'needed' | 'optional';
  /** In the order in which an interface without names expects them. */
  readonly parameters: readonly Parameter[];
  /** Below /api/v1. */
  readonly path: `/${string}`;
  /** What MQTT calls parameters, where that is something else. */
  readonly mqttNames: Readonly<Record<string, string>>;
  /** What the command line calls it. */
  readonly cliName: string;
  /**
   * @param call values that the parameters' shapes have checked
   * @throws AppError what the deck refuses
   */
  readonly run: (context: ActionContext, call: ActionCall) => Promise<void>;
}

// biome-ignore lint/complexity/noBannedTypes: an object type without any key
type Nothing = {};

type Values<Needed extends Shapes, Extra extends Shapes> = ValueOf<ReturnType<typeof object<Needed, Extra>>>;

/** A row whose values are checked against its parameters by the compiler. */
export const action = <Needed extends Shapes = Nothing, Extra extends Shapes = Nothing>(
  row: Pick<Action, 'name' | 'summary' | 'clip'> & {
    readonly needed?: Needed;
    readonly optional?: Extra;
    /** Changes something, where nothing is said. */
    readonly changes?: false;
    readonly path?: Action['path'];
    readonly mqttNames?: Action['mqttNames'];
    readonly cliName?: string;
    readonly run: (context: ActionContext, values: Values<Needed, Extra>, pick: ClipPick) => Promise<void>;
  },
): Action => {
  const { name, summary, clip, needed = {} as Needed, optional = {} as Extra, run } = row;
  return {
    name,
    summary,
    changes: row.changes ?? true,
    ...(clip !== undefined && { clip }),
    parameters: [...toParameters(needed, false), ...toParameters(optional, true)],
    path: row.path ?? `/transport/${name}`,
    mqttNames: row.mqttNames ?? {},
    cliName: row.cliName ?? name,
    run: (context, { values, pick }) => {
      const selected: ClipPick = (clips) => clipById(clips, context.deck.state().selectedId);
      return run(context, values as Values<Needed, Extra>, pick ?? selected);
    },
  };
};

export const takesNothing = ({ clip, parameters }: Action): boolean => clip === undefined && parameters.length === 0;

/** The same shape with a few words that explain the parameter, without a full stop. */
export const described = <Value>(shape: Schema<Value>, description: string): Schema<Value> => ({
  ...shape,
  schema: { ...shape.schema, description },
});

const toParameters = (shapes: Shapes, isOptional: boolean): readonly Parameter[] =>
  Object.entries(shapes).map(([name, shape]) => ({ name, shape, isOptional }));

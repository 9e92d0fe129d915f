// What a row of the table of actions says: a verb of the operator, with its parameters, for every interface of our own.
import type { Clip } from '../deck/clips/clip.ts';
import { clipById } from '../deck/clips/clip-list.ts';
import type { Deck } from '../deck/deck.ts';
import type { StartAt, StartedClip } from '../deck/scheduled-start.ts';
import type { object, Schema, ValueOf } from '../schema/schema.ts';

type Shapes = Readonly<Record<string, Schema<unknown>>>;

/** Dependencies of the actions. */
export interface ActionContext {
  readonly deck: Deck;
  readonly startAt: StartAt;
  /** Called when a clip is cued and waits for its instant, in seconds since 1970. */
  readonly onReady?: (atSeconds: number) => void;
  /** Called when a clip has started at its instant. */
  readonly onStarted?: (started: StartedClip) => void;
}

/** A parameter besides the clip. One named `seconds` is a time. */
export interface Parameter {
  readonly name: string;
  readonly shape: Schema<unknown>;
  readonly isOptional: boolean;
}

/** Chooses a clip from the list when the operation runs; may throw. */
export type ClipPick = (clips: readonly Clip[]) => Clip;

/** Arguments of a call. */
interface ActionCall {
  readonly values: Readonly<Record<string, unknown>>;
  /** The clip, if the caller gives one. */
  readonly pick?: ClipPick | undefined;
}

export interface Action {
  readonly name: string;
  /** One plain sentence. */
  readonly summary: string;
  readonly changes: boolean;
  /**
   * Whether it takes a clip, which each interface identifies in its own way (id, number, name): `needed`, or `optional`
   * with the selected clip as default, or `or-none` with none as default.
   */
  readonly clip?: 'needed' | 'optional' | 'or-none';
  /** In the order of positional arguments. */
  readonly parameters: readonly Parameter[];
  /** Below /api/v1. */
  readonly path: `/${string}`;
  /** Parameter names in MQTT, if they differ. */
  readonly mqttNames: Readonly<Record<string, string>>;
  /** Name of the command on the command line. */
  readonly cliName: string;
  /**
   * @param call values, validated by the parameters' schemas
   * @throws AppError what the deck refuses
   */
  readonly run: (context: ActionContext, call: ActionCall) => Promise<void>;
}

// biome-ignore lint/complexity/noBannedTypes: an object type without any key
type Nothing = {};

type Values<Needed extends Shapes, Extra extends Shapes> = ValueOf<ReturnType<typeof object<Needed, Extra>>>;

/** A row whose values the compiler checks against its parameters. */
export const action = <Needed extends Shapes = Nothing, Extra extends Shapes = Nothing>(
  row: Pick<Action, 'name' | 'summary' | 'clip'> & {
    readonly needed?: Needed;
    readonly optional?: Extra;
    /** Default: it changes something. */
    readonly changes?: false;
    readonly path?: Action['path'];
    readonly mqttNames?: Action['mqttNames'];
    readonly cliName?: string;
    /** @param given the clip that the caller names, without the default */
    readonly run: (
      context: ActionContext,
      values: Values<Needed, Extra>,
      pick: ClipPick,
      given: ClipPick | undefined,
    ) => Promise<void>;
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
      return run(context, values as Values<Needed, Extra>, pick ?? selected, pick);
    },
  };
};

export const takesNothing = ({ clip, parameters }: Action): boolean => clip === undefined && parameters.length === 0;

/** The schema with a short description of the parameter, without a full stop. */
export const described = <Value>(shape: Schema<Value>, description: string): Schema<Value> => ({
  ...shape,
  schema: { ...shape.schema, description },
});

const toParameters = (shapes: Shapes, isOptional: boolean): readonly Parameter[] =>
  Object.entries(shapes).map(([name, shape]) => ({ name, shape, isOptional }));

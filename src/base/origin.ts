// Who gave a command: carried along with all the work that follows from it, through queues, waits and retries.
import { AsyncLocalStorage } from 'node:async_hooks';

/** The ways by which a clip comes to play. `follow`: the one before it ended. */
export const DOORS = ['http', 'page', 'hyperdeck', 'osc', 'mqtt', 'cli', 'follow', 'power-on'] as const;
type Door = (typeof DOORS)[number];

export interface Origin {
  readonly door: Door;
  /** The client's address, or the topic of a message; empty where there is neither. */
  readonly from: string;
}

const current = new AsyncLocalStorage<Origin>();
const commands = new Map<Door, number>();

/** Runs a command of a client, which is counted; what it starts keeps the origin. */
export const asOrigin = <Result>(origin: Origin, run: () => Result): Result => {
  commands.set(origin.door, (commands.get(origin.door) ?? 0) + 1);
  return current.run(origin, run);
};

/** Undefined outside a command. */
export const currentOrigin = (): Origin | undefined => current.getStore();

/** Commands since the start of the process. */
export const commandCounts = (): ReadonlyMap<Door, number> => commands;

// Saves a change of secrets or undoes it.
import { AppError, toMessage } from '../../base/errors.ts';
import type { Network } from '../network.ts';

interface SavedChange {
  /** @throws AppError when it is rejected; nothing has changed then */
  readonly change: () => void;
  /** Resolves when it is on disk. */
  readonly save: () => Promise<void>;
  /** Restores the previous state. */
  readonly undo: () => void;
}

/** The pending change of each network; the next one waits for it. */
const queues = new WeakMap<Network, Promise<unknown>>();

const saveOrUndo = async ({ change, save, undo }: SavedChange): Promise<void> => {
  change();
  try {
    await save();
  } catch (error) {
    undo();
    throw new AppError('storage-failed', `Nothing has changed: ${toMessage(error)}`);
  }
};

/**
 * Makes a change and waits until it is on disk: a crash must not lose a secret that was shown once.
 * @throws AppError storage-failed when it cannot be saved; nothing has changed then
 */
export const makeKept = async (network: Network, change: SavedChange): Promise<void> => {
  const turn = (queues.get(network) ?? Promise.resolve()).catch(() => undefined).then(() => saveOrUndo(change));
  queues.set(network, turn);
  await turn;
};

// Sync message of a leader: which start, and when its clip was at its in point.
import { anyNumber, anyText, checked, object, parseMessage, type ValueOf } from '../../schema/schema.ts';

const SYNC_MESSAGE = object({
  /** The same for all players that started together. */
  session: anyText,
  player: anyText,
  /** Seconds since 1970. */
  originSeconds: anyNumber,
  /** From in to out point. */
  lengthSeconds: checked(anyNumber, (seconds) => (seconds > 0 ? undefined : 'it has no length')),
});
export type SyncMessage = ValueOf<typeof SYNC_MESSAGE>;

export const toSyncText = (message: SyncMessage): string => JSON.stringify(message);

/** Undefined for a payload that is no sync message. */
export const parseSyncMessage = (payload: Buffer): SyncMessage | undefined => parseMessage(SYNC_MESSAGE, payload);

// Sync message of a leader: which start, and when its clip was at its in point.

export interface SyncMessage {
  /** The same for all who started together. */
  readonly session: string;
  readonly player: string;
  /** Seconds since 1970. */
  readonly originSeconds: number;
  /** From in to out point. */
  readonly lengthSeconds: number;
}

export const toSyncText = (beacon: SyncMessage): string => JSON.stringify(beacon);

/** Undefined for what is no beacon. */
export const parseSyncMessage = (payload: Buffer): SyncMessage | undefined => {
  try {
    const value: unknown = JSON.parse(payload.toString('utf8'));
    const fields: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
    const { session, player, originSeconds, lengthSeconds } = fields;
    if (typeof session !== 'string' || typeof player !== 'string') return undefined;
    if (typeof originSeconds !== 'number' || typeof lengthSeconds !== 'number' || !(lengthSeconds > 0))
      return undefined;
    return { session, player, originSeconds, lengthSeconds };
  } catch {
    return undefined;
  }
};

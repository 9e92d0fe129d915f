// Marks outgoing requests to third-party addresses as read-only; a player accepts no change from them.

/** Lower-case, as Node has it; any value. */
export const READS_HEADER = 'x-cuedeck-reads';

/** Headers of such a request. */
export const READS_ONLY = { [READS_HEADER]: '1' } as const;

// Marks outgoing requests to third-party addresses as read-only; a player accepts no change from them.

/** Lower-case, as Node has it; any value. */
export const READS_HEADER = 'x-cuedeck-reads';

/** What such a request carries, whatever the address turns out to be. */
export const READS_ONLY = { [READS_HEADER]: '1' } as const;

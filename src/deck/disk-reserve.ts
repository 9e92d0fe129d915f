// What uploads leave free on the disk of the clips, in bytes: list, state and log need room on a full one, too.

export const RESERVE_BYTES = 64 * 1024 ** 2;

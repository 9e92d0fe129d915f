// Disk space in bytes that uploads leave free for list, state and log.

export const RESERVE_BYTES = 64 * 1024 ** 2;

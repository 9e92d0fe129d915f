// The shape of the load: a thousand peers in ten talkgroups, one talker in each.

export const PEERS = 1000;
export const TALKERS = 10;
export const BURST_SECONDS = 0.06;
export const FIRST_PEER = 2_340_000;
export const FIRST_TALKGROUP = 10_000;
export const PASSWORD = 'bench';

interface Member {
  readonly peer: number;
  readonly address: string;
  readonly port: number;
}

/** The members of one talkgroup; the first of them talks. */
export type Group = readonly Member[];

export const talkgroupOf = (peer: number): number => FIRST_TALKGROUP + ((peer - FIRST_PEER) % TALKERS);

/** An address of its own for each peer, as in the field: limits are by address. */
export const addressOf = (peer: number): string => {
  const index = peer - FIRST_PEER;
  return `127.1.${index >> 8}.${index & 255 || 1}`;
};

// What an open dashboard is sent, an event for each part; the page reads it by the same types.

export interface DashboardCall {
  /** Seconds since 1970. */
  readonly startedAt: number;
  /** 0 while it lasts. */
  readonly lengthSeconds: number;
  readonly radio: number;
  readonly to: number;
  readonly name: string;
  readonly voice: boolean;
  readonly peer: number;
  /** The bridge it came from, if not from a peer. */
  readonly bridge?: string;
  readonly callsign: string;
  readonly timeslot: 1 | 2;
}

export interface DashboardPeer {
  readonly id: number;
  readonly callsign: string;
  readonly location: string;
  readonly software: string;
  /** Seconds since 1970. */
  readonly since: number;
  readonly talkgroups: readonly { readonly number: number; readonly timeslot: 1 | 2 }[];
}

interface DashboardBridge {
  readonly name: string;
  /** Bursts. */
  readonly received: number;
  readonly sent: number;
  readonly refused: number;
  /** Seconds since 1970; absent when never. */
  readonly heardAt?: number;
}

export interface DashboardView {
  readonly peers: { readonly registered: number; readonly running: number; readonly list: readonly DashboardPeer[] };
  readonly bridges: readonly DashboardBridge[];
  readonly talkgroups: {
    readonly carried: number;
    readonly list: readonly { readonly number: number; readonly name: string; readonly listeners: number }[];
  };
  readonly talking: readonly DashboardCall[];
  readonly heard: readonly DashboardCall[];
}

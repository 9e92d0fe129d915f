// The administration commands: one table of names, arguments and answers for the daemon and the command line.

import type { BridgeCounters } from '../openbridge/bridge-counters.ts';
import type { CatalogueChange, Talkgroup } from '../registry/catalogue.ts';
import type { Transmission } from '../streams/last-heard.ts';
import type { Timeslot } from '../timeslot.ts';
import type { Diagnosis } from './doctor.ts';

export interface Command {
  /** Names of its arguments, all required. */
  readonly takes: readonly string[];
  readonly options: readonly CommandOption[];
  readonly meaning: string;
  /** Its last argument is a file, whose text is sent with the call. */
  readonly readsFile?: true;
}

export interface CommandOptionRow {
  /** Name of its value; absent for a flag. */
  readonly value?: string;
  readonly meaning: string;
}

export const COMMAND_OPTIONS = {
  address: { value: 'HOST', meaning: 'prints this address of the master instead' },
  section: { value: 'NUMBER', meaning: 'number of the DMRGateway section, 1 to 9' },
  for: { value: 'SERVER', meaning: 'the other server is `hblink3`, `hblink4` or `freedmr`' },
  'dry-run': { meaning: 'counts what would change, and changes nothing' },
  'delete-missing': { meaning: 'deletes the talkgroups that are not in the list' },
} as const satisfies Record<string, CommandOptionRow>;

export type CommandOption = keyof typeof COMMAND_OPTIONS;

export const COMMANDS = {
  'peer add': {
    takes: ['ID', 'CALLSIGN'],
    options: ['address', 'section'],
    meaning: 'registers a peer; prints its token, its password and its DMRGateway section once',
  },
  'peer list': { takes: [], options: [], meaning: 'lists the peers and whether they are logged in' },
  'peer show': { takes: ['ID'], options: [], meaning: 'shows a peer, its rights and its talkgroups' },
  'peer remove': { takes: ['ID'], options: [], meaning: 'removes a peer and its settings' },
  'peer token': { takes: ['ID'], options: [], meaning: 'makes a new API token; the old one is void' },
  'peer password': {
    takes: ['ID'],
    options: ['address', 'section'],
    meaning: 'makes a new hotspot password; the old one is void, and the hotspot is disconnected',
  },
  'peer allow': {
    takes: ['ID', 'TALKGROUPS'],
    options: [],
    meaning: 'sets the talkgroups it may use: `all`, or numbers and ranges, `91,262,2620-2629`',
  },
  'peer expiry': {
    takes: ['ID', 'MINUTES'],
    options: [],
    meaning: 'sets how long a dynamic talkgroup outlives its last voice; 0 for ever',
  },
  'peer options': {
    takes: ['ID', 'MODE'],
    options: [],
    meaning: '`session`: its own option text sets static talkgroups while it is logged in; `ignore`',
  },
  'catalogue import': {
    takes: ['FILE'],
    options: ['dry-run', 'delete-missing'],
    readsFile: true,
    meaning: 'adds and renames talkgroups from a list in any of the known forms (`-` reads standard input)',
  },
  'catalogue add': { takes: ['NUMBER', 'NAME'], options: [], meaning: 'adds or renames one talkgroup' },
  'catalogue list': { takes: [], options: [], meaning: 'lists all talkgroups' },
  'catalogue enable': { takes: ['NUMBER'], options: [], meaning: 'carries a talkgroup' },
  'catalogue disable': { takes: ['NUMBER'], options: [], meaning: 'stops carrying a talkgroup' },
  'bridge add': {
    takes: ['NAME', 'ADDRESS', 'NETWORK', 'TALKGROUPS'],
    options: ['address', 'for'],
    meaning: 'registers a bridge to another server; prints its key and what the other server needs, once',
  },
  'bridge join': {
    takes: ['NAME', 'ADDRESS', 'NETWORK', 'TALKGROUPS', 'FILE'],
    options: [],
    readsFile: true,
    meaning: 'registers a bridge with the key that the other server gave, from a file (`-` reads standard input)',
  },
  'bridge list': { takes: [], options: [], meaning: 'lists the bridges, what they carry and their state' },
  'bridge remove': { takes: ['NAME'], options: [], meaning: 'removes a bridge and ends its calls' },
  'bridge key': {
    takes: ['NAME', 'FILE'],
    options: [],
    readsFile: true,
    meaning: 'replaces the key from a file (`-` reads standard input)',
  },
  'bridge address': {
    takes: ['NAME', 'ADDRESS'],
    options: [],
    meaning: 'sets the address of the other server, `HOST:PORT`',
  },
  'bridge send': {
    takes: ['NAME', 'TALKGROUPS'],
    options: [],
    meaning: 'sets the talkgroups that go to it: `none`, `all`, or numbers and ranges',
  },
  'bridge take': {
    takes: ['NAME', 'TALKGROUPS'],
    options: [],
    meaning: 'sets the talkgroups that are taken from it: `none`, `all`, or numbers and ranges',
  },
  'bridge relay': {
    takes: ['NAME', 'MODE'],
    options: [],
    meaning: '`on`: calls go on between it and the other bridges that relay; `off`',
  },
  'drop-dynamics': { takes: ['ID'], options: [], meaning: 'ends the dynamic talkgroups of a peer' },
  'last-heard': { takes: [], options: [], meaning: 'shows who spoke last' },
  status: { takes: [], options: [], meaning: 'shows the service at a glance' },
  doctor: {
    takes: ['ID'],
    options: [],
    meaning: 'shows why a hotspot cannot log in, or the state of a bridge of that name',
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

export interface CommandCall {
  readonly command: CommandName;
  /** All arguments of the command; the text of a file in place of its name. */
  readonly arguments: readonly string[];
  readonly options: Readonly<Partial<Record<CommandOption, string | boolean>>>;
}

export interface PeerSummary {
  readonly id: number;
  readonly callsign: string;
  readonly isIn: boolean;
}

export interface PeerDetails extends PeerSummary {
  readonly software: string;
  /** Seconds since 1970; absent when never. */
  readonly seenAt?: number;
  readonly simplex: boolean;
  readonly expiryMinutes: number;
  readonly allowed: string;
  readonly options: 'ignore' | 'session';
  readonly talkgroups: readonly {
    readonly number: number;
    readonly name: string;
    readonly timeslot: Timeslot;
    readonly source: string;
    /** Why it is not carried for this peer; absent when it is. */
    readonly hindrance?: string;
    /** Of a dynamic one; absent when it never expires. */
    readonly leftSeconds?: number;
  }[];
}

export interface HotspotSecrets {
  readonly id: number;
  readonly token?: string;
  readonly password: string;
  readonly snippet: string;
}

/** A bridge without its key. */
export interface BridgeDetails extends BridgeCounters {
  readonly name: string;
  readonly address: string;
  readonly network: number;
  readonly sends: string;
  readonly takes: string;
  readonly relay: boolean;
  /** Its state, in a few words. */
  readonly state: string;
  /** Remarks for the operator, one sentence each. */
  readonly remarks: readonly string[];
  /** Seconds since 1970; absent when never. */
  readonly heardAt?: number;
}

interface BridgeSecrets {
  readonly name: string;
  readonly key: string;
  /** Command for the operator of another CueDeck. */
  readonly command: string;
  /** Configuration section for another server. */
  readonly section: string;
  /** Instructions, for people. */
  readonly words: string;
}

export interface CommandResults {
  'peer add': HotspotSecrets;
  'peer list': readonly PeerSummary[];
  'peer show': PeerDetails;
  'peer remove': { readonly id: number };
  'peer token': { readonly id: number; readonly token: string };
  'peer password': HotspotSecrets;
  'peer allow': PeerDetails;
  'peer expiry': PeerDetails;
  'peer options': PeerDetails;
  'catalogue import': CatalogueChange & {
    readonly format: string;
    readonly dryRun: boolean;
    readonly skipped: Readonly<Record<string, number>>;
  };
  'catalogue add': Talkgroup;
  'catalogue list': readonly Talkgroup[];
  'catalogue enable': Talkgroup;
  'catalogue disable': Talkgroup;
  'bridge add': BridgeSecrets;
  'bridge join': BridgeDetails;
  'bridge list': readonly BridgeDetails[];
  'bridge remove': { readonly name: string };
  'bridge key': BridgeDetails;
  'bridge address': BridgeDetails;
  'bridge send': BridgeDetails;
  'bridge take': BridgeDetails;
  'bridge relay': BridgeDetails;
  'drop-dynamics': { readonly id: number; readonly dropped: number };
  'last-heard': readonly (Transmission & { readonly name: string })[];
  status: ServiceStatus;
  doctor: Diagnosis;
}

export interface ServiceStatus {
  readonly version: string;
  readonly upSeconds: number;
  readonly peers: number;
  readonly peersIn: number;
  readonly talkgroups: number;
  readonly subscriptions: number;
  readonly running: number;
  readonly burstsReceived: number;
  readonly burstsSent: number;
  readonly failedWrites: number;
  readonly http: string;
  readonly dmr: string;
}

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

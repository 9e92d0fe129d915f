// Every message of the Homebrew protocol but the bursts (burst.ts): told apart by tag and length together.
import { isBurst } from './burst.ts';

/** From a peer to the master. */
export type PeerMessage =
  | { readonly kind: 'login' | 'ping' | 'goodbye'; readonly peer: number }
  | { readonly kind: 'authorisation'; readonly peer: number; readonly digest: Buffer }
  | { readonly kind: 'configuration' | 'options'; readonly peer: number; readonly text: Buffer }
  | { readonly kind: 'position'; readonly peer: number; readonly latitude: string; readonly longitude: string }
  | { readonly kind: 'talker-alias' | 'radio-position'; readonly body: Buffer }
  | { readonly kind: 'burst'; readonly peer: number };

/** From the master to a peer. `value` is the salt in an answer to a login, the peer id otherwise. */
export type MasterMessage =
  | { readonly kind: 'acknowledgement'; readonly value: Buffer }
  | { readonly kind: 'pong' | 'refusal' | 'closing' | 'beacon'; readonly peer: number }
  | { readonly kind: 'burst'; readonly peer: number };

const CONFIGURATION_BYTES = 302;
const TAGS = {
  RPTL: 0x5250544c,
  RPTK: 0x5250544b,
  RPTC: 0x52505443,
  RPTO: 0x5250544f,
  RPTP: 0x52505450,
  RPTG: 0x52505447,
  RPTA: 0x52505441,
  RPTS: 0x52505453,
  MSTP: 0x4d535450,
  MSTN: 0x4d53544e,
  MSTC: 0x4d535443,
  DMRA: 0x444d5241,
  DMRG: 0x444d5247,
} as const;

/** Parses a message of a peer; undefined for anything that is not a complete message. */
export const toPeerMessage = (datagram: Buffer): PeerMessage | undefined => {
  const { length } = datagram;
  if (isBurst(datagram)) return { kind: 'burst', peer: datagram.readUInt32BE(11) };
  if (length < 8) return undefined;
  switch (datagram.readUInt32BE(0)) {
    case TAGS.RPTL:
      return length === 8 ? { kind: 'login', peer: datagram.readUInt32BE(4) } : undefined;
    case TAGS.RPTK:
      return length === 40
        ? { kind: 'authorisation', peer: datagram.readUInt32BE(4), digest: datagram.subarray(8) }
        : undefined;
    case TAGS.RPTC:
      if (length === CONFIGURATION_BYTES)
        return { kind: 'configuration', peer: datagram.readUInt32BE(4), text: datagram.subarray(8) };
      return length === 9 && datagram[4] === 0x4c ? { kind: 'goodbye', peer: datagram.readUInt32BE(5) } : undefined;
    case TAGS.RPTO:
      // Of any length: a peer without an answer restarts its whole login.
      return { kind: 'options', peer: datagram.readUInt32BE(4), text: datagram.subarray(8) };
    case TAGS.RPTP:
      // One client sends RPTP___ for RPTPING.
      return length === 11 ? { kind: 'ping', peer: datagram.readUInt32BE(7) } : undefined;
    case TAGS.RPTG:
      return length === 25
        ? {
            kind: 'position',
            peer: datagram.readUInt32BE(4),
            latitude: datagram.toString('latin1', 8, 16),
            longitude: datagram.toString('latin1', 16, 25),
          }
        : undefined;
    case TAGS.DMRA:
      // The direct and the DMRGateway form have the same length; only the sender's session tells which one it is.
      return length === 15 ? { kind: 'talker-alias', body: datagram.subarray(4) } : undefined;
    case TAGS.DMRG:
      return length === 14 ? { kind: 'radio-position', body: datagram.subarray(4) } : undefined;
    default:
      return undefined;
  }
};

const hasTag = (datagram: Buffer, tag: string, length: number): boolean =>
  datagram.length === length && datagram.toString('latin1', 0, tag.length) === tag;

/** Parses a message of a master; undefined for anything that is not a complete message. */
export const toMasterMessage = (datagram: Buffer): MasterMessage | undefined => {
  if (isBurst(datagram)) return { kind: 'burst', peer: datagram.readUInt32BE(11) };
  if (datagram.length < 9) return undefined;
  switch (datagram.readUInt32BE(0)) {
    case TAGS.RPTA:
      return hasTag(datagram, 'RPTACK', 10) ? { kind: 'acknowledgement', value: datagram.subarray(6) } : undefined;
    case TAGS.RPTS:
      return hasTag(datagram, 'RPTSBKN', 11) ? { kind: 'beacon', peer: datagram.readUInt32BE(7) } : undefined;
    case TAGS.MSTP:
      return hasTag(datagram, 'MSTPONG', 11) ? { kind: 'pong', peer: datagram.readUInt32BE(7) } : undefined;
    case TAGS.MSTN:
      return hasTag(datagram, 'MSTNAK', 10) ? { kind: 'refusal', peer: datagram.readUInt32BE(6) } : undefined;
    case TAGS.MSTC:
      return hasTag(datagram, 'MSTCL', 9) ? { kind: 'closing', peer: datagram.readUInt32BE(5) } : undefined;
    default:
      return undefined;
  }
};

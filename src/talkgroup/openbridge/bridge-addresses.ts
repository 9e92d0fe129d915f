// Finds the hosts of the bridges: at the start, after a change, and again and again, as addresses at home move.
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIPv6, SocketAddress } from 'node:net';
import { toMessage } from '../../errors.ts';
import { type Cancel, type Clock, every } from '../clock.ts';
import type { Bridge } from './bridge.ts';
import type { Bridges } from './bridges.ts';

const AGAIN_SECONDS = 60;
const MAPPED = '::ffff:';

/** As the socket writes it in what arrives from there. */
const toAddress = ({ address, family }: LookupAddress, isDual: boolean): string => {
  if (family === 4) return isDual ? `${MAPPED}${address}` : address;
  return address.includes('%') ? address : new SocketAddress({ address, family: 'ipv6' }).address;
};

export class BridgeAddresses {
  readonly #bridges: Bridges;
  readonly #clock: Clock;
  readonly #isDual: boolean;
  readonly #family: 4 | 6;
  #cancel: Cancel = () => undefined;
  #isStopped = false;

  /** @param parts.listens the address the DMR socket is bound to: what it cannot reach is no place for a bridge */
  constructor(parts: { readonly bridges: Bridges; readonly clock: Clock; readonly listens: string }) {
    this.#bridges = parts.bridges;
    this.#clock = parts.clock;
    this.#isDual = parts.listens === '::';
    this.#family = isIPv6(parts.listens) ? 6 : 4;
  }

  /** Returns when every host was looked up once. */
  async start(): Promise<void> {
    this.#cancel = every(this.#clock, AGAIN_SECONDS, () => void this.find());
    await this.find();
  }

  /** Never rejects: what is not found is the bridge's problem. */
  async find(): Promise<void> {
    await Promise.all(this.#bridges.list().map((bridge) => this.#find(bridge)));
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  async #find(bridge: Bridge): Promise<void> {
    const { host, port } = bridge.record;
    const found = await this.#lookup(host);
    const isStill = bridge.record.host === host && bridge.record.port === port;
    if (isStill && !this.#isStopped)
      this.#bridges.locate(
        bridge,
        typeof found === 'string' ? found : { address: toAddress(found, this.#isDual), port },
      );
  }

  async #lookup(host: string): Promise<LookupAddress | string> {
    try {
      const all = await lookup(host, { all: true });
      // Of a name with both IPv4 is the safer: most servers speak nothing else.
      const fit = this.#isDual
        ? (all.find(({ family }) => family === 4) ?? all[0])
        : all.find(({ family }) => family === this.#family);
      if (fit !== undefined) return fit;
      const ours = `this master speaks IPv${this.#family}`;
      return `${host} has no address that can be reached: ${ours} (CUEDECK_TALKGROUP_DMR_HOST=:: is both).`;
    } catch (error) {
      return `${host} cannot be found: ${toMessage(error)}.`;
    }
  }
}

// Resolves bridge hosts at start, on change and periodically (dynamic DNS).
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import { toMessage } from '../../base/errors.ts';
import { type Cancel, type Clock, every } from '../clock.ts';
import type { Bridge } from './bridge.ts';
import type { Bridges } from './bridges.ts';

const RETRY_SECONDS = 60;
const MAPPED = '::ffff:';

/** An address in the form in which the socket reports senders. */
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
  #isFinding = false;
  #isAsked = false;
  #isStopped = false;

  /** @param deps.listens the address of the DMR socket; a bridge must be reachable from it */
  constructor(deps: { readonly bridges: Bridges; readonly clock: Clock; readonly listens: string }) {
    this.#bridges = deps.bridges;
    this.#clock = deps.clock;
    this.#isDual = deps.listens === '::';
    this.#family = isIPv6(deps.listens) ? 6 : 4;
  }

  start(): void {
    this.#cancel = every(this.#clock, RETRY_SECONDS, () => this.find());
    this.find();
  }

  /** Resolves every host, one name at a time, so that a slow resolver does not occupy the threads of disk access. */
  find(): void {
    for (const bridge of this.#bridges.list()) {
      const { host } = bridge.record;
      if (isIP(host) !== 0) this.#locate(bridge, this.#choose(host, [{ address: host, family: isIP(host) }]));
    }
    this.#isAsked = true;
    void this.#findNames();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  async #findNames(): Promise<void> {
    if (this.#isFinding) return;
    this.#isFinding = true;
    while (this.#isAsked) {
      this.#isAsked = false;
      for (const bridge of this.#bridges.list())
        if (isIP(bridge.record.host) === 0 && !this.#isStopped) await this.#findName(bridge);
    }
    this.#isFinding = false;
  }

  async #findName(bridge: Bridge): Promise<void> {
    const { host } = bridge.record;
    const found = await lookup(host, { all: true }).then(
      (all) => this.#choose(host, all),
      (error: unknown) => `${host} cannot be found: ${toMessage(error)}.`,
    );
    // A known address is kept while its name cannot be resolved.
    const isKept = typeof found === 'string' && bridge.endpoint !== undefined;
    if (bridge.record.host === host && !isKept) this.#locate(bridge, found);
  }

  #locate(bridge: Bridge, found: string | LookupAddress): void {
    if (this.#isStopped) return;
    const { port } = bridge.record;
    this.#bridges.locate(bridge, typeof found === 'string' ? found : { address: toAddress(found, this.#isDual), port });
  }

  /** Prefers IPv4, since most servers support nothing else. */
  #choose(host: string, all: readonly LookupAddress[]): LookupAddress | string {
    const fit = this.#isDual
      ? (all.find(({ family }) => family === 4) ?? all[0])
      : all.find(({ family }) => family === this.#family);
    const ours = `this master speaks IPv${this.#family}`;
    return fit ?? `${host} has no address that can be reached: ${ours} (CUEDECK_TALKGROUP_DMR_HOST=:: is both).`;
  }
}

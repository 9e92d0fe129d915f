// Long work for clients, one at a time and for each network in turn.
import { toNetwork } from './fair-places.ts';

interface Waiting {
  readonly network: string;
  readonly begin: () => void;
}

export class FairQueue {
  #waiting: readonly Waiting[] = [];
  /** The networks in the order in which they were served, the last one last. */
  #served: readonly string[] = [];
  #isBusy = false;

  /** @param address of the client. @throws what the work throws */
  async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const network = toNetwork(address);
    if (this.#isBusy) await new Promise<void>((begin) => (this.#waiting = [...this.#waiting, { network, begin }]));
    this.#isBusy = true;
    this.#served = [...this.#served.filter((other) => other !== network), network];
    try {
      return await work();
    } finally {
      this.#goOn();
    }
  }

  #goOn(): void {
    const rankOf = ({ network }: Waiting): number => this.#served.indexOf(network);
    const next = this.#waiting.reduce<Waiting | undefined>(
      (found, one) => (found === undefined || rankOf(one) < rankOf(found) ? one : found),
      undefined,
    );
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#isBusy = next !== undefined;
    if (next === undefined) this.#served = [];
    next?.begin();
  }
}

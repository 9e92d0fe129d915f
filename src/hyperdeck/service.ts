// Starts and stops everything of the HyperDeck protocols.
import type { AddressInfo } from 'node:net';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Deck } from '../deck/deck.ts';
import type { ClipFiles, Machine } from '../deck/ports.ts';
import type { ListNames } from './device/clip-names.ts';
import { HyperDeckDevice } from './device/device.ts';
import type { TimelineSource } from './device/device-state.ts';
import { createIdentifyOverlay } from './device/identify-overlay.ts';
import { type DeviceStateFile, DeviceStateWriter } from './device/state-file.ts';
import type { CommandContext } from './ethernet/command.ts';
import { MODEL, PROTOCOL_VERSION } from './ethernet/replies.ts';
import { HyperDeckServer } from './ethernet/server.ts';
import { LogSocket } from './protocol-log/log-socket.ts';
import { createProtocolLog } from './protocol-log/protocol-log.ts';
import { RestApi } from './rest/rest-api.ts';

export class HyperDeckService {
  /** For the HTTP server: a path and its handler. */
  readonly restApi: RestApi;
  readonly #hyperDeck: HyperDeckDevice;
  readonly #server: HyperDeckServer;
  readonly #logSocket: LogSocket;
  readonly #keeper: DeviceStateWriter | undefined;
  readonly #stops: (() => Promise<void>)[] = [];

  /**
   * @param deps.stateFile undefined: nothing survives a restart
   * @param deps.goesOn true after a kill without a reboot
   */
  constructor(
    deps: { deck: Deck; machine: Machine; files: ClipFiles; clock: Clock; log: Log } & {
      stateFile: DeviceStateFile | undefined;
      goesOn?: boolean;
      listNames?: ListNames;
      source?: TimelineSource;
    },
  ) {
    const { machine, clock, stateFile } = deps;
    const begin = clock.nowSeconds();
    const hyperDeck = new HyperDeckDevice({ ...deps, restored: stateFile?.state });
    this.#hyperDeck = hyperDeck;
    this.#keeper = stateFile && new DeviceStateWriter({ ...deps, hyperDeck, file: stateFile.file });
    const context: CommandContext = {
      ...deps,
      hyperDeck,
      uptimeSeconds: () => clock.nowSeconds() - begin,
    };
    const mark = createIdentifyOverlay(deps);
    const protocolLog = createProtocolLog(() => new Date());
    this.#server = new HyperDeckServer({ ...deps, context, mark, protocolLog });
    this.restApi = new RestApi({ ...deps, context, mark });
    this.#logSocket = new LogSocket({
      log: protocolLog,
      greeting: () =>
        `# CueDeck ${machine.version} as ${MODEL}, protocol ${PROTOCOL_VERSION}, ${new Date().toISOString()}; -> received, <- sent; times are UTC; positions (513, 514) are left out`,
    });
  }

  /** The timeline as controllers see it: whether it is its source, and the number of clips. */
  timeline(): { readonly isLibrary: boolean; readonly clips: number } {
    const { timeline } = this.#hyperDeck.snapshot();
    return { isLibrary: this.#hyperDeck.isLibrary(), clips: timeline.clips.length };
  }

  /**
   * Accepts connections.
   * @param port 0: any free port
   * @returns the address and port it listens on
   * @throws the system's error (EADDRINUSE, EACCES, …)
   */
  async start(host: string, port: number): Promise<AddressInfo> {
    const address = await this.#server.start(host, port);
    this.#stops.push(() => this.#server.stop());
    return address;
  }

  /**
   * Serves the protocol log.
   * @param path of the Unix socket
   * @throws the system's error
   */
  async serveLog(path: string): Promise<void> {
    await this.#logSocket.start(path);
    this.#stops.push(() => this.#logSocket.stop());
  }

  /** Ends every connection, within half a second. */
  async stop(): Promise<void> {
    this.restApi.stop();
    await Promise.all(this.#stops.map((stop) => stop()));
    await this.#keeper?.stop();
    this.#hyperDeck.dispose();
  }
}

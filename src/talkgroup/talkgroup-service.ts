// The talkgroup service as a whole: builds its parts, starts them in order, and stops them in reverse.
import { networkInterfaces } from 'node:os';
import express, { type Express } from 'express';
import { DisposalStack } from '../base/disposal-stack.ts';
import type { Log } from '../base/log.ts';
import { listenAt, type SettingValue } from '../config/startup-checks.ts';
import { TALKGROUP_SETTINGS, type TalkgroupConfig } from '../config/talkgroup.ts';
import { isEveryAddress, toHttpUrl } from '../net/http-address.ts';
import { addCommandRoute, addMetricsRoute, addPlainRefusals } from './admin/admin-routes.ts';
import type { ServiceStatus } from './admin/commands.ts';
import { countRunning, countSubscriptions, toMetrics } from './admin/metrics.ts';
import { type Clock, every } from './clock.ts';
import { DmrSocket } from './dmr-socket.ts';
import { toEndpointText } from './endpoint.ts';
import { addApiRoutes } from './http/api-routes.ts';
import { createDashboardFeed } from './http/dashboard-feed.ts';
import { addDashboardRoutes } from './http/dashboard-routes.ts';
import { toDashboardView } from './http/dashboard-view.ts';
import { createTalkgroupApi } from './http/talkgroup-api.ts';
import { WebServer } from './http/web-server.ts';
import { createNetwork, type Network } from './network.ts';
import { BridgeAddresses } from './openbridge/bridge-addresses.ts';
import { openRuntimeFolder } from './state/runtime-folder.ts';
import { openStateFolder, type StateFolder } from './state/state-folder.ts';

/** Where a started service is reached. */
interface ServicePlaces {
  /** `http://HOST:PORT` */
  readonly http: string;
  /** `HOST:PORT` */
  readonly dmr: string;
  readonly adminSocket: string;
  /** `http://127.0.0.1:PORT/metrics`, if it is served there. */
  readonly metrics?: string;
}

const TICK_SECONDS = 0.25;
/** It lets half a second go by for what has to leave. */
const SOCKET_TIMEOUT_SECONDS = 0.7;
/** A slow card takes its time to write what is unwritten. */
const STATE_TIMEOUT_SECONDS = 1;

const createApp = (): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.enable('case sensitive routing').enable('strict routing');
  return app;
};

const toOwnAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';

/** An address that can be typed somewhere: nobody reaches 0.0.0.0. */
const toReachable = (host: string): string => (isEveryAddress(host) ? toOwnAddress() : host);

const toGiven = (name: 'http' | 'dmr', host: string, port: number): readonly SettingValue[] => [
  { variable: TALKGROUP_SETTINGS[`${name}Host`].variable, value: host },
  { variable: TALKGROUP_SETTINGS[`${name}Port`].variable, value: String(port) },
];

export class TalkgroupService {
  readonly #config: TalkgroupConfig;
  readonly #version: string;
  readonly #dashboardFolder: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #running: DisposalStack;

  constructor(deps: {
    readonly config: TalkgroupConfig;
    readonly version: string;
    /** Of the built page. */
    readonly dashboardFolder: string;
    readonly clock: Clock;
    readonly log: Log;
  }) {
    this.#config = deps.config;
    this.#version = deps.version;
    this.#dashboardFolder = deps.dashboardFolder;
    this.#clock = deps.clock;
    this.#log = deps.log;
    this.#running = new DisposalStack(deps);
  }

  /** @throws the system's error when an address or a folder cannot be had; nothing runs then */
  start(): Promise<ServicePlaces> {
    return this.#running.unwindOnFailure(() => this.#start());
  }

  /** Sends the peers away, writes what is unwritten, and closes everything. */
  stop(): Promise<void> {
    return this.#running.dispose();
  }

  async #start(): Promise<ServicePlaces> {
    const { httpHost, httpPort, dmrHost, dmrPort, stateDir, runtimeDir } = this.#config;
    const clock = this.#clock;
    const log = this.#log;
    const startedAtSeconds = clock.seconds();

    const runtime = await openRuntimeFolder(runtimeDir, stateDir, log);
    this.#running.add('the runtime folder', () => runtime.close());
    const state: StateFolder = await openStateFolder({
      ...{ clock, log, folder: stateDir },
      source: {
        toPeers: () => ({ peers: network.peers.list() }),
        toBridges: () => ({ bridges: network.bridges.list().map(({ record }) => record) }),
        toCatalogue: () => ({ talkgroups: network.catalogue.list() }),
        toActivity: () => network.toActivity(),
      },
    });
    this.#running.add('the state folder', () => state.close(), { timeoutSeconds: STATE_TIMEOUT_SECONDS });

    const socket = new DmrSocket({
      ...{ host: dmrHost, port: dmrPort, log },
      onDatagram: (datagram, from) => network.receive(datagram, from),
    });
    const feed = createDashboardFeed({ clock, log, toView: () => toDashboardView(network) });
    const network: Network = createNetwork({
      ...{ clock, log, socket, queues: socket, documents: state.opened },
      onPeersChange: state.touchPeers,
      onBridgesChange: () => {
        state.touchBridges();
        addresses.find();
      },
      onCatalogueChange: state.touchCatalogue,
      onActivityChange: state.touchActivity,
      onEvent: () => feed.nudge(),
    });

    const dmr = await listenAt(toGiven('dmr', dmrHost, dmrPort), () => socket.start());
    const addresses = new BridgeAddresses({ bridges: network.bridges, clock, listens: dmr.address });
    this.#running.add('the DMR socket', () => socket.stop(), { timeoutSeconds: SOCKET_TIMEOUT_SECONDS });
    this.#running.add('the network', () => network.stop());
    this.#running.add('the addresses of bridges', () => addresses.stop());
    this.#running.add(
      'the clock',
      every(clock, TICK_SECONDS, () => network.tick()),
    );
    network.requestRelogins();
    addresses.start();

    const api = createApp();
    if (this.#config.dashboard) addDashboardRoutes(api, feed, this.#dashboardFolder);
    addApiRoutes(api, { log, counters: network.counters, api: createTalkgroupApi({ network, log }) });
    const http = await listenAt(toGiven('http', httpHost, httpPort), () =>
      this.#serve(api, { host: httpHost, port: httpPort }),
    );
    this.#running.add('the dashboard', () => feed.stop());

    const toMetricsText = (): string =>
      toMetrics(network, { queued: socket.queued(), lost: socket.lost() }, state.failures());
    const metrics = await this.#serveMetrics(toMetricsText);
    const places: ServicePlaces = {
      http: toHttpUrl(toReachable(httpHost), http),
      dmr: toEndpointText({ address: toReachable(dmrHost), port: dmr.port }),
      adminSocket: runtime.socketPath,
      ...metrics,
    };

    const admin = createApp();
    addMetricsRoute(admin, toMetricsText);
    addCommandRoute(admin, {
      ...{ network, log, savePeers: state.savePeers, saveBridges: state.saveBridges },
      toPublicEndpoint: () => ({ address: this.#toPublicHost(), port: dmr.port }),
      toStatus: (): ServiceStatus => ({
        version: this.#version,
        upSeconds: Math.floor(clock.seconds() - startedAtSeconds),
        peers: network.peers.list().length,
        peersIn: countRunning(network),
        talkgroups: network.catalogue.list().length,
        subscriptions: Object.values(countSubscriptions(network)).reduce((sum, count) => sum + count, 0),
        running: [...network.router.running()].length,
        burstsReceived: network.counters.bursts.received,
        burstsSent: network.counters.bursts.sent,
        failedWrites: state.failures(),
        http: places.http,
        dmr: places.dmr,
      }),
    });
    await this.#serve(admin, { path: runtime.socketPath });
    return places;
  }

  async #serve(handler: Express, place: ConstructorParameters<typeof WebServer>[0]['place']): Promise<number> {
    const server = new WebServer({ handler, place, log: this.#log });
    const port = await server.start();
    this.#running.add('an HTTP server', () => server.stop());
    return port;
  }

  async #serveMetrics(toText: () => string): Promise<{ readonly metrics?: string }> {
    if (this.#config.metricsPort === undefined) return {};
    const app = createApp();
    addMetricsRoute(app, toText);
    addPlainRefusals(app);
    const place = { host: '127.0.0.1', port: this.#config.metricsPort };
    const given = { variable: TALKGROUP_SETTINGS.metricsPort.variable, value: String(place.port) };
    const port = await listenAt([given], () => this.#serve(app, place));
    return { metrics: `${toHttpUrl('127.0.0.1', port)}/metrics` };
  }

  #toPublicHost(): string {
    const { publicHost, dmrHost } = this.#config;
    return publicHost ?? toReachable(dmrHost);
  }
}

// The HTTP transport: serves the control API and the event channel from its start to its stop.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../base/clock.ts';
import { endsWithin } from '../base/deadline.ts';
import { AppError, toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { Deck } from '../deck/deck.ts';
import type { Machine } from '../deck/ports.ts';
import type { UploadStaging } from '../deck/upload-ports.ts';
import { fittingConnections } from '../net/descriptor-limit.ts';
import { limitConnections } from '../net/http-connections.ts';
import { RequestQueue } from '../net/request-queue.ts';
import { isShortToken } from '../net/token-strength.ts';
import {
  toApiFeedFormat,
  toConversionsFrame,
  toListsFrame,
  toLoudnessFrame,
  toPicturesFrame,
  toPlayabilityFrame,
  toSettingsFrame,
} from './api-v1/event-payloads.ts';
import type { ApiContext } from './api-v1/operation.ts';
import { createApp } from './app.ts';
import { createUnreadableAnswer } from './bad-request.ts';
import { createClipsText, toFeedFormat } from './control-api/status-json.ts';
import { EventFeed } from './events/event-feed.ts';
import type { BrowserLinks } from './guards/csrf-guard.ts';
import type { Handover, SubApp } from './sub-app.ts';
import { createResumableUploads, type ResumableUploads } from './uploads/resumable-uploads.ts';
import { createUploadQuota } from './uploads/upload-quota.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';
import { serveUpgrades } from './websocket-upgrade.ts';

/** Further dependencies of /api/v1. */
export type ApiDeps = Pick<
  ApiContext,
  | 'actions'
  | 'startAt'
  | 'store'
  | 'pictures'
  | 'playability'
  | 'loudness'
  | 'plays'
  | 'conversions'
  | 'outputs'
  | 'outputPicture'
  | 'health'
  | 'ports'
  | 'timeline'
  | 'fleet'
  | 'checksumOf'
>;

/** How long busy connections may finish when the server stops. */
const GRACE_SECONDS = 0.5;
/** How long interrupted uploads may clean up. */
const CLEARING_SECONDS = 0.7;
/** Timeout for the headers of a request. */
const HEADERS_TIMEOUT_SECONDS = 30;
/** How often that is checked. */
const CHECK_INTERVAL_SECONDS = 1;
/** Timeout of a silent connection; twice as long when a write is stuck. Uploads have their own. */
const IDLE_TIMEOUT_SECONDS = 60;
const MAX_CONNECTIONS = 512;
/** For clips, state, mpv, ffmpeg, uploads and the other interfaces. */
const RESERVED_DESCRIPTORS = 128;

export class HttpServer {
  readonly #server: Server;
  readonly #feed: EventFeed;
  readonly #uploads: Uploads;
  readonly #apiFeed: EventFeed;
  readonly #resumableUploads: ResumableUploads;
  readonly #stopTelling: () => void;
  readonly #log: Log;

  /**
   * @param deps.token that a request must carry; empty: none
   * @param deps.sessionKey secret of the login cookies, which end when it changes
   * @param deps.pictureTicket token for thumbnails only
   * @param deps.allowedHosts further names, or suffixes of names, allowed in a Host header
   * @param deps.mounts further interfaces, each under its own path
   */
  constructor(deps: {
    deck: Deck;
    machine: Machine;
    staging: UploadStaging;
    clock: Clock;
    log: Log;
    token: string;
    sessionKey: string;
    pictureTicket?: string;
    allowedHosts: readonly string[];
    /** What becomes of a bare link that would change something; Default: `ask`. */
    browserLinks?: BrowserLinks;
    mounts?: readonly SubApp[];
    /** Folder of the built page. */
    pageFolder: string;
    api: ApiDeps;
  }) {
    const toClipsText = createClipsText();
    this.#log = deps.log;
    const space = createUploadQuota({ ...deps, eraseDeleted: () => deps.deck.clips.eraseDeleted() });
    this.#feed = new EventFeed({ ...deps, format: toFeedFormat(deps.machine, toClipsText) });
    this.#uploads = createUploads({ ...deps, space });
    this.#resumableUploads = createResumableUploads({ ...deps, space });
    const { pictures, playability, loudness, conversions, store } = deps.api;
    this.#apiFeed = new EventFeed({
      ...deps,
      format: toApiFeedFormat({ deck: deps.deck, store, pictures, playability, loudness, conversions }),
    });
    const stops = [
      pictures.subscribe((clip) => this.#apiFeed.publish(toPicturesFrame([clip], pictures))),
      playability.subscribe((clip) => this.#apiFeed.publish(toPlayabilityFrame([clip], playability))),
      loudness.subscribe((clip) => this.#apiFeed.publish(toLoudnessFrame([clip], loudness))),
      conversions.subscribe(() =>
        this.#apiFeed.publish(toConversionsFrame(deps.deck.state().document.clips, conversions)),
      ),
      deps.deck.subscribe((next, before) => {
        if (next.document.settings !== before.document.settings) this.#apiFeed.publish(toSettingsFrame(next));
        if (next.show.lists !== before.show.lists) this.#apiFeed.publish(toListsFrame(next));
      }),
    ];
    this.#stopTelling = () => {
      for (const stop of stops) stop();
    };
    const { mounts = [] } = deps;
    const handovers = new WeakMap<IncomingMessage, Handover>();
    const app = createApp({
      ...deps,
      feed: this.#feed,
      uploads: this.#uploads,
      toClipsText,
      mounts,
      handovers,
      api: {
        ...deps,
        ...deps.api,
        resumableUploads: this.#resumableUploads,
        hasToken: deps.token !== '',
        hasShortToken: isShortToken(deps.token),
        feed: this.#apiFeed,
      },
    });
    const turns = new RequestQueue();
    const take = turns.serialize(app);
    this.#server = createServer(
      {
        // A long upload is not a slow request: the upload route has its own idle timeout.
        requestTimeout: 0,
        // Node would otherwise use the 0 for the headers, too.
        headersTimeout: HEADERS_TIMEOUT_SECONDS * 1000,
        connectionsCheckingInterval: CHECK_INTERVAL_SECONDS * 1000,
        // The guard handles a missing Host header.
        requireHostHeader: false,
      },
      take,
    );
    this.#server.timeout = IDLE_TIMEOUT_SECONDS * 1000;
    // Simple clients (socat, nc -N) half-close after the request; Node would then end the connection without an
    // answer. The property is undocumented; a test fails if it disappears.
    Object.assign(this.#server, { httpAllowHalfOpen: true });
    // Without this Node sends 100 Continue before the request is checked.
    this.#server.on('checkContinue', take);
    this.#server.on('checkExpectation', take);
    serveUpgrades(this.#server, app, handovers, turns);
    limitConnections(this.#server, fittingConnections(MAX_CONNECTIONS, RESERVED_DESCRIPTORS));
    const answerUnreadable = createUnreadableAnswer();
    this.#server.on('clientError', (error, socket) =>
      turns.enterUnreadable(socket, () => answerUnreadable(error, socket)),
    );
    this.#server.on('connect', ({ socket }) => {
      // Node has removed its own listener, and a reset would end the daemon.
      socket.on('error', () => socket.destroy());
      turns.enterUnreadable(socket, () => answerUnreadable(new Error('This is no proxy.'), socket));
    });
  }

  /**
   * @param port 0: any free port
   * @returns the address and port it listens on
   * @throws the system's error (EADDRINUSE, EACCES, …)
   */
  async start(host: string, port: number): Promise<AddressInfo> {
    await this.#resumableUploads.resume();
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        // For example too many open files: later connections may succeed again.
        this.#server.on('error', (error) => this.#log.error(`A connection failed: ${toMessage(error)}`));
        resolve();
      });
    });
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new AppError('internal', 'The server has no address.');
    return address;
  }

  /** Ends event streams, finishes running answers and cuts the rest, within 1.5 s. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#feed.stop();
    this.#apiFeed.stop();
    this.#stopTelling();
    await endsWithin(closed, GRACE_SECONDS);
    this.#server.closeAllConnections();
    await endsWithin(Promise.all([closed, this.#uploads.settled(), this.#resumableUploads.stop()]), CLEARING_SECONDS);
  }
}

// Composes the player daemon: starts its parts in order and stops them on a signal.
import { isIP } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../base/clock.ts';
import { createSystemClock } from '../base/clock.ts';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { processEnvironment, readServiceEnvironment } from '../config/environment.ts';
import { PLAYER_SETTINGS, type PlayerConfig } from '../config/player.ts';
import { readConfig } from '../config/read-config.ts';
import { findAbsent, listenAt } from '../config/startup-checks.ts';
import type { Service } from '../daemon/run-daemon.ts';
import { Deck } from '../deck/deck.ts';
import { isPlaying } from '../deck/state.ts';
import { readCardProblems } from '../host/boot-config-errors.ts';
import { createHostNameClient } from '../host/hostname/host-name-client.ts';
import { createMachine } from '../host/machine.ts';
import { createThumbnailToken } from '../http/guards/thumbnail-token.ts';
import { HttpServer } from '../http/http-server.ts';
import { openStateFile } from '../hyperdeck/device/state-file.ts';
import { toLogSocketPath } from '../hyperdeck/protocol-log/log-reader.ts';
import { HyperDeckService } from '../hyperdeck/service.ts';
import { createChecksums } from '../library/checksums.ts';
import { type ClipLibrary, openClipStore } from '../library/clip-store.ts';
import { ProbeQueue } from '../library/probe/examinations.ts';
import { Thumbnails } from '../library/thumbnails/thumbnails.ts';
import { createUploadStaging } from '../library/upload-staging.ts';
import { readLaunchEnvironment } from '../mpv/prestart/launch-environment.ts';
import { OscServer } from '../osc/server.ts';
import { tellFaults, tellFirstPicture, toCaption, toCondition } from './announcements.ts';
import { openFolders } from './folders.ts';
import { type Mqtt, readBrokerCa, startMqtt } from './mqtt.ts';
import { openResumePoint } from './resume-point-file.ts';
import { setOutputs, startVideoOutput } from './video-output.ts';

// One folder up from the bundle, which is in dist/.
const toPicture = (name: string): string => fileURLToPath(new URL(`../clips/${name}`, import.meta.url));

const PAGE_FOLDER = fileURLToPath(new URL('../dist/web', import.meta.url));

/** What the player was started with. */
export interface PlayerStart {
  readonly environment: ReturnType<typeof processEnvironment>;
  readonly surroundings: ReturnType<typeof readServiceEnvironment>;
  readonly log: Log;
}

/**
 * Starts the player daemon: settings, then everything that runs.
 * @throws ConfigError for a setting that is refused
 */
export const startPlayer = async ({ environment, surroundings, log }: PlayerStart): Promise<Service> => {
  const config = readConfig(PLAYER_SETTINGS, environment);
  const brokerAuthority = config.mqttCa === undefined ? undefined : await readBrokerCa(config.mqttCa);
  const runtimeDir = await openFolders(config, log);

  const splashPath = toPicture('splash.png');
  const blackPath = toPicture('black.png');
  const examinations = new ProbeQueue();
  const systemPictures = [splashPath, blackPath];
  const store = await openClipStore({ ...config, splashPath, systemPictures, examinations, log });
  await setOutputs(store, config, log);
  const { player, displayModes, screens, headStart } = startVideoOutput({
    config,
    runtimeDir: runtimeDir.path,
    store,
    first: () => (store.document().settings.showSplash ? splashPath : blackPath),
    displays: surroundings.displays,
    launched: readLaunchEnvironment(environment),
    log,
  });

  const machine = await createMachine({ ...config, log, ...toHostNameSetter(config) });
  const clock = createSystemClock();
  const deck = new Deck({ player, store, clock, blackPath });
  const condition = toCondition(player, deck);
  tellFaults(deck, log);
  deck.subscribe((state, before) => {
    if (state.document.settings !== before.document.settings) headStart?.refresh();
  });
  deck.setSplashCaption(toCaption(machine, config.httpPort));
  machine.subscribe(() => deck.setSplashCaption(toCaption(machine, config.httpPort)));
  tellFirstPicture(player, log);
  const whereabouts = await openResumePoint({ folder: config.runtimeDir, clock, log });
  if (whereabouts.before !== undefined) log.info('resuming after an unclean exit');
  const poweredOn = deck
    .powerOn(whereabouts.before)
    .catch((error) => log.error(`power-on failed: ${toMessage(error)}`))
    .finally(() => whereabouts.follow(deck));

  const stateFile = await openStateFile({ ...config, log });
  const hyperDeck = new HyperDeckService({
    ...{ deck, machine, files: store, clock, log, stateFile },
    goesOn: whereabouts.before !== undefined,
    listNames: config.hyperdeckNames,
  });
  const thumbnails = await startThumbnails(deck, store, config, log);
  examinations.subscribe((isBusy) => thumbnails.setExamining(isBusy, examinations));

  const ticket = config.token === '' ? {} : { pictureTicket: createThumbnailToken() };
  let mqtt: Mqtt | undefined;
  const http = new HttpServer({
    deck,
    machine,
    intake: createUploadStaging({ ...config, examinations }),
    clock,
    log,
    token: config.token,
    ...ticket,
    allowedHosts: config.allowedHosts,
    browserLinks: config.browserLinks,
    mounts: [hyperDeck.restApi],
    pageFolder: PAGE_FOLDER,
    api: {
      store,
      pictures: thumbnails,
      outputs: {
        audioDevices: () => player.audioDevices(),
        displayModes: async () => displayModes(),
        restart: () => player.restart(),
      },
      vitals: () => machine.sensors(),
      fleet: () => mqtt?.fleet,
      checksumOf: createChecksums(),
      ports: {
        ...(config.hyperdeckPort !== undefined && { hyperdeck: config.hyperdeckPort }),
        ...(config.oscPort !== undefined && { osc: config.oscPort }),
      },
      timeline: () => hyperDeck.timeline(),
    },
  });
  const at = (variable: string, port: number) => [
    { variable: PLAYER_SETTINGS.httpHost.variable, value: config.httpHost },
    { variable, value: String(port) },
  ];
  const host = isIP(config.httpHost) === 6 ? `[${config.httpHost}]` : config.httpHost;
  const { hyperdeckPort } = config;
  if (hyperdeckPort !== undefined) {
    const { port } = await listenAt(at(PLAYER_SETTINGS.hyperdeckPort.variable, hyperdeckPort), () =>
      hyperDeck.start(config.httpHost, hyperdeckPort),
    );
    log.info(`listening hyperdeck ${host}:${port}`);
    await hyperDeck
      .serveLog(toLogSocketPath(config.stateDir))
      .catch((error) => log.warning(`no HyperDeck protocol log: ${toMessage(error)}`));
  }
  const { port, address } = await listenAt(at(PLAYER_SETTINGS.httpPort.variable, config.httpPort), () =>
    http.start(config.httpHost, config.httpPort),
  );
  log.info(`listening http://${host}:${port}`);
  mqtt = await startMqtt(config, brokerAuthority, {
    deck,
    poweredOn,
    machine,
    clock,
    log,
    httpAddress: address,
    httpPort: port,
    ...ticket,
  });

  const osc = await startOsc(deck, config, clock, log);

  for (const program of await findAbsent(['ffprobe', 'ffmpeg'], environment.PATH ?? '')) {
    const lost = program === 'ffprobe' ? 'no upload is accepted' : 'clips have no pictures on the page';
    log.warning(`${program} is not installed: ${lost} (apt install ffmpeg)`);
  }
  for (const text of await readCardProblems()) log.warning(text);
  const reconciling = new AbortController();
  const reconciled = store.reconcile({ onFound: () => deck.followStore(), signal: reconciling.signal });

  return {
    ...condition,
    stop: async () => {
      player.expectExit();
      screens.stop();
      reconciling.abort();
      await Promise.all([hyperDeck.stop(), http.stop(), osc?.stop(), mqtt?.stop()]);
      await reconciled;
      await whereabouts.stop();
      await Promise.all([deck.dispose(), player.stop(), thumbnails.dispose()]);
      machine.dispose();
      await runtimeDir.dispose();
    },
  };
};

const startThumbnails = async (deck: Deck, store: ClipLibrary, config: PlayerConfig, log: Log): Promise<Thumbnails> => {
  const thumbnails = new Thumbnails({ folder: join(config.stateDir, 'thumbnails'), pathOf: store.pathOf, log });
  await thumbnails.start();
  const follow = (): void => {
    const state = deck.state();
    thumbnails.setPlaying(isPlaying(state));
    thumbnails.follow(state.document.clips);
  };
  deck.subscribe(follow);
  follow();
  return thumbnails;
};

const startOsc = async (
  deck: Deck,
  { oscPort, httpHost }: PlayerConfig,
  clock: Clock,
  log: Log,
): Promise<OscServer | undefined> => {
  if (oscPort === undefined) return undefined;
  const osc = new OscServer({ deck, clock, log, family: isIP(httpHost) === 6 ? 'udp6' : 'udp4' });
  log.info(`listening osc ${httpHost}:${await osc.start(httpHost, oscPort)}`);
  return osc;
};

/** The helper's side of a renaming where there is one, else our own. */
const toHostNameSetter = ({ hostNameSocket: socketPath }: PlayerConfig) =>
  socketPath === undefined ? {} : { setter: createHostNameClient({ socketPath }) };

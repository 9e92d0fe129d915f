// The player daemon as a whole: its parts, what each needs of the others, and the order of start; the stop is its reverse.
import { existsSync } from 'node:fs';
import { release, version } from 'node:os';
import { join } from 'node:path';
import { createSystemClock } from '../base/clock.ts';
import { DisposalStack } from '../base/disposal-stack.ts';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { asOrigin } from '../base/origin.ts';
import type { processEnvironment, readServiceEnvironment } from '../config/environment.ts';
import { PLAYER_SETTINGS, type PlayerConfig } from '../config/player.ts';
import { CLOSED_CONF } from '../config/player-connection.ts';
import { readConfig } from '../config/read-config.ts';
import { findAbsent } from '../config/startup-checks.ts';
import type { Service } from '../daemon/run-daemon.ts';
import { Deck } from '../deck/deck.ts';
import { createScheduledStart } from '../deck/scheduled-start.ts';
import { readBootConfigErrors } from '../host/boot-config-errors.ts';
import { createHostNameClient } from '../host/hostname/host-name-client.ts';
import { createMachine } from '../host/machine.ts';
import { SystemWallClock } from '../host/time/wall-clock.ts';
import { VERSION } from '../host/version.ts';
import { createThumbnailToken } from '../http/guards/thumbnail-token.ts';
import { openStateFile } from '../hyperdeck/device/state-file.ts';
import { HyperDeckService } from '../hyperdeck/service.ts';
import { createListFolder } from '../library/lists/list-folder.ts';
import { openLeftDecoders } from '../mpv/decoding/step-down-record.ts';
import { readLaunchEnvironment } from '../mpv/prestart/launch-environment.ts';
import { announce, CLOSED_NOTICE, toCondition } from './announcements.ts';
import { startConversions } from './conversions.ts';
import { openFolders } from './folders.ts';
import { startIntegrity } from './integrity.ts';
import { importFolder, openLibrary, startClockSteps, startThumbnails } from './library.ts';
import { startLoudness } from './loudness.ts';
import { tellMissingDevice } from './missing-device.ts';
import { watchMissingFiles } from './missing-files.ts';
import { readBrokerCa } from './mqtt.ts';
import { startPlayability } from './playability.ts';
import { startPlays } from './plays/start-plays.ts';
import { openResumePoint } from './resume-point-file.ts';
import { startTransports } from './transports.ts';
import { setOutputs, startVideoOutput } from './video-output.ts';

/** Arguments and environment of the player. */
interface PlayerStart {
  readonly environment: ReturnType<typeof processEnvironment>;
  readonly serviceEnvironment: ReturnType<typeof readServiceEnvironment>;
  /** Folder with `clips` (the system's own pictures) and `dist/web` (the built page). */
  readonly installDir: string;
  readonly log: Log;
}

/**
 * Starts the player daemon: settings, then everything that runs. A start that fails leaves nothing behind.
 * @throws ConfigError for an invalid setting
 * @throws Error for a temporary failure
 */
export const startPlayer = async (given: PlayerStart): Promise<Service> => {
  const config = readConfig(PLAYER_SETTINGS, given.environment);
  const brokerCa = await readBrokerCa(config);
  const running = new DisposalStack(given);
  return running.unwindOnFailure(() => startParts({ ...given, config, brokerCa, running }));
};

const startParts = async (
  start: PlayerStart & { config: PlayerConfig; brokerCa: Buffer | undefined; running: DisposalStack },
): Promise<Service> => {
  const { config, environment, log, running } = start;
  const runtimeDir = await openFolders(start);
  const library = await openLibrary(start);
  const { store, heads, splashPath, blackPath } = library;
  await setOutputs(store, config, log);
  const videoOutput = startVideoOutput({
    ...{ config, runtimeDir, store, heads, running, log },
    first: () => (store.document().settings.showSplash ? splashPath : blackPath),
    displays: start.serviceEnvironment.displays,
    leftDecoders: await openLeftDecoders({
      path: join(config.stateDir, 'left-decoders.json'),
      machine: { kernel: `${release()} ${version()}`, product: VERSION },
      log,
    }),
    launched: readLaunchEnvironment(environment),
  });
  const { player } = videoOutput;

  const machine = await createMachine({ ...config, log, ...toHostNameSetter(config) });
  running.add('the machine', () => machine.dispose(), { withPrevious: true });
  store.subscribe(() => machine.refreshPartition());
  const clock = createSystemClock();
  const resumePoint = await openResumePoint({ folder: config.runtimeDir, clock, log });
  const wall = new SystemWallClock();
  const deck = new Deck({
    ...{ player, store, clock, wall, blackPath },
    lists: createListFolder({ ...config, log }),
    warn: log.warning,
    begin: resumePoint.before,
  });
  // Its waits for mpv end with mpv.
  running.add('the deck', () => deck.dispose(), { withPrevious: true });
  deck.subscribe((state, before) => {
    if (state.document.settings !== before.document.settings) videoOutput.prestart?.refresh();
  });
  running.add('the wall clock', () => wall.dispose(), { withPrevious: true });
  const plays = await startPlays({ config, deck, player, clock, wall, log, running });
  const condition = toCondition(player, deck);
  const notice = existsSync(CLOSED_CONF) ? CLOSED_NOTICE : undefined;
  announce({ deck, player, hasDisplay: videoOutput.hasDisplay, machine, httpPort: config.httpPort, notice, log });
  tellMissingDevice({ deck, devices: () => player.audioDevices(), onSettled: videoOutput.onSettled, log });
  // A failed start leaves the resume point of the previous player to the next start.
  let goesOn = resumePoint.before !== undefined;
  running.add('the resume point', () => resumePoint.stop(goesOn));
  if (resumePoint.before !== undefined) log.info('resuming after an unclean exit');
  const poweredOn = asOrigin({ door: 'power-on', from: '' }, () => deck.powerOn(resumePoint.before))
    .catch((error) => log.error(`power-on failed: ${toMessage(error)}`))
    .finally(() => resumePoint.follow(deck));
  // After the first picture. An operation that needs them tries again.
  poweredOn.then(() => deck.lists.load()).catch((error) => log.error(toMessage(error)));

  const playability = startPlayability({ ...start, library, videoOutput, version: machine.version, deck });
  const loudness = startLoudness({ ...start, library, deck, poweredOn, version: machine.version });
  await startIntegrity({ ...start, library, deck, poweredOn });
  await startThumbnails(library, deck, running);
  await startClockSteps(library, { ...start, deck });
  const conversions = startConversions({ ...start, library, deck, player, playability });
  const hyperDeck = new HyperDeckService({
    ...{ deck, machine, files: store, clock, log },
    stateFile: await openStateFile({ ...config, log }),
    goesOn,
    listNames: config.hyperdeckNames,
    source: config.hyperdeckTimeline,
  });
  const boundSeconds = config.mqttClockBound / 1000;
  const startAt = createScheduledStart({ deck, clock, wall, boundSeconds });
  await startTransports({
    ...{
      ...start,
      deck,
      poweredOn,
      machine,
      library,
      playability,
      loudness,
      conversions,
      videoOutput,
      hyperDeck,
      clock,
      wall,
      startAt,
      plays,
      boundSeconds,
    },
    ...(config.token !== '' && { pictureTicket: createThumbnailToken() }),
    pageFolder: join(start.installDir, 'dist/web'),
  });
  wall.start();

  for (const program of await findAbsent(['ffprobe', 'ffmpeg'], environment.PATH ?? '')) {
    const lost = program === 'ffprobe' ? 'no upload is accepted' : 'clips have no pictures on the page';
    log.warning(`${program} is not installed: ${lost} (apt install ffmpeg)`);
  }
  for (const text of await readBootConfigErrors()) log.warning(text);
  importFolder(library, deck, running);
  running.add('the watch of missing files', watchMissingFiles({ store, deck, clock }));
  running.add('the supervision of mpv', () => player.expectExit());
  return {
    ...condition,
    stop: ({ hasFailed }) => {
      goesOn = hasFailed;
      return running.dispose();
    },
  };
};

/** The privileged helper for renames if there is one, else our own code. */
const toHostNameSetter = ({ hostNameSocket: socketPath }: PlayerConfig) =>
  socketPath === undefined ? {} : { setter: createHostNameClient({ socketPath }) };

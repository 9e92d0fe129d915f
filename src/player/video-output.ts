// Starts video output: mpv on the detected display, or the prestarted one.
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { DisposalStack } from '../base/disposal-stack.ts';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { PlayerConfig } from '../config/player.ts';
import { withSetOutput } from '../deck/output.ts';
import type { ClipStore } from '../deck/ports.ts';
import type { DecodingPlan } from '../mpv/decoding/decoding-way.ts';
import { askProgram } from '../mpv/decoding/machine/bounded-program.ts';
import { readScreens } from '../mpv/decoding/machine/hardware.ts';
import { type KeptFacts, keepMachineFacts } from '../mpv/decoding/machine/machine-facts.ts';
import { createPlanner } from '../mpv/decoding/planner.ts';
import { withoutLeft } from '../mpv/decoding/step-down.ts';
import type { LeftDecoders } from '../mpv/decoding/step-down-record.ts';
import { withClipRate } from '../mpv/display/clip-rate.ts';
import { toDefaultMode } from '../mpv/display/default-mode.ts';
import { findScreen, hasSameScreens, toScreenOptions } from '../mpv/display/display.ts';
import { DisplayWatch } from '../mpv/display/display-hotplug.ts';
import { readDisplayModes, toModeOptions } from '../mpv/display/display-modes.ts';
import type { Heads } from '../mpv/heads.ts';
import { MpvPlayer } from '../mpv/mpv-player.ts';
import type { LaunchEnvironment } from '../mpv/prestart/launch-environment.ts';
import { createPrestart, type Prestart } from '../mpv/prestart/prestart.ts';

/** mpv is killed after a second. */
const STOP_TIMEOUT_SECONDS = 1.2;
/** The programs that tell of the decoders wait until the first picture is long on the screen. */
const FACTS_DELAY_SECONDS = 3;

export interface VideoOutput {
  readonly player: MpvPlayer;
  /** Folder in memory, cleared by a reboot. */
  readonly runtimeDir: string;
  /** How each file is decoded. */
  readonly decodingPlan: DecodingPlan;
  /** Modes of the connected displays. */
  displayModes(): readonly string[];
  /** What decodes here. */
  readonly facts: KeptFacts;
  /** False where mpv plays into nothing, for want of a display. */
  hasDisplay(): boolean;
  /** Calls back some seconds after each start of mpv, when its screen and the machine's decoders are known. */
  onSettled(listener: () => void): void;
  /** Undefined when there was no prestart. */
  readonly prestart: Prestart | undefined;
}

/** @param deps.first absolute path of the first picture */
export const startVideoOutput = (deps: {
  readonly config: PlayerConfig;
  readonly runtimeDir: string;
  readonly store: ClipStore;
  readonly first: () => string;
  /** X and Wayland displays; empty strings when not set. */
  readonly displays: readonly string[];
  readonly launched: LaunchEnvironment | undefined;
  readonly leftDecoders: LeftDecoders;
  readonly heads: Heads;
  readonly running: DisposalStack;
  readonly log: Log;
}): VideoOutput => {
  const { config, runtimeDir, store, first, displays, launched, leftDecoders, heads, running, log } = deps;
  const drmFolder = join(config.hostRoot, 'sys/class/drm');
  const findOurScreen = () => findScreen({ displays, drmFolder });
  const displayModes = () => readDisplayModes({ drmFolder, connector: config.displayConnector });
  const hasDisplay = () => findOurScreen().kind !== 'none' || config.mpvArgs.some((given) => given.startsWith('--vo='));
  if (!hasDisplay()) log.info('no display: playing without video output (--vo=null)');
  const settings = () => store.document().settings;
  const socketPath = join(runtimeDir, 'mpv.sock');
  const prestart =
    launched &&
    createPrestart({
      pid: launched.mpvPid,
      hasItsScreen: () => hasSameScreens(drmFolder, launched.screens),
      path: join(config.stateDir, 'launch'),
      program: config.mpv,
      socketPath,
      outputPath: join(runtimeDir, 'mpv-output'),
      first: () => {
        const { rotationDegrees, fit } = settings().output;
        return { path: first(), rotationDegrees, fit };
      },
      log,
    });
  const facts = keepMachineFacts({
    root: config.hostRoot,
    mpv: config.mpv,
    path: join(config.stateDir, 'decoders.json'),
    ask: askProgram,
    log,
  });
  const choice = () => settings().output.decoder ?? 'auto';
  const isDecoderChosen = () => choice() !== 'auto';
  const decodingPlan = createPlanner({ facts: facts.current, choice, extraArguments: config.mpvArgs });
  const player = new MpvPlayer({
    program: config.mpv,
    socketPath,
    ...{ prestart, leftDecoders, heads, isDecoderChosen },
    screenOptions: () => toScreenOptions(findOurScreen(), config.displayConnector),
    extraArguments: config.mpvArgs,
    chosenOptions: () => {
      const offered = displayModes();
      const { hardware, abilities } = facts.current();
      const chosen = settings().output.displayMode ?? toDefaultMode(hardware.compatible, offered);
      const mode = withClipRate(chosen, {
        clips: store.document().clips,
        // A rate that another screen had would leave this one dark.
        modes: isDeepStrictEqual(hardware.screens, readScreens(drmFolder)) ? (abilities.modes ?? []) : [],
        connector: config.displayConnector,
      });
      return toModeOptions(findOurScreen(), mode, offered);
    },
    decodingPlan,
    log,
  });
  const screens = new DisplayWatch({
    drmFolder,
    // Only a new mpv detects the display and its mode.
    onPlugged: (connectors) => {
      if (findOurScreen().kind !== 'bare') return;
      log.info(`display connected: ${connectors.join(', ')}`);
      player.restart().catch((error) => log.error(`mpv restart failed: ${toMessage(error)}`));
    },
  });
  const settledListeners = new Set<() => void>();
  const tellSettled = (): void => {
    for (const listener of settledListeners) listener();
  };
  running.add('mpv', () => player.stop().then(leftDecoders.saved), { timeoutSeconds: STOP_TIMEOUT_SECONDS });
  running.add('the watch over displays', () => screens.stop(), { withPrevious: true });
  running.add('the facts of the machine', followStarts(player, facts, tellSettled), { withPrevious: true });
  screens.start();
  player.start();
  return {
    player,
    runtimeDir,
    decodingPlan: withoutLeft(decodingPlan, leftDecoders, isDecoderChosen),
    displayModes,
    hasDisplay,
    facts,
    onSettled: (listener) => void settledListeners.add(listener),
    prestart,
  };
};

/** Reads the machine some seconds after the first mpv has started, and again after each other one, where it has changed. */
const followStarts = (player: MpvPlayer, facts: KeptFacts, onRead: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isFirst = true;
  let wasRunning = false;
  const unsubscribe = player.subscribe(({ running }) => {
    if (running && !wasRunning) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void facts.refresh(isFirst).finally(onRead);
        isFirst = false;
      }, FACTS_DELAY_SECONDS * 1000);
    }
    wasRunning = running;
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
};

/** At each start, output settings override the choices of the page. */
export const setOutputs = async (store: ClipStore, config: PlayerConfig, log: Log): Promise<void> => {
  const { settings } = store.document();
  const output = withSetOutput(settings.output, config);
  if (output === settings.output) return;
  await store
    .update((document) => ({ ...document, settings: { ...document.settings, output } }))
    .catch((error) => log.error(`cannot apply output settings: ${toMessage(error)}`));
};

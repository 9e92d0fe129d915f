// The rows of /api/v1 about the box: its name and state, its outputs, its log, and the live channel.

import { AppError } from '../../base/errors.ts';
import { POWER_ON_ACTIONS } from '../../deck/clips/clip-list.ts';
import { flag, named, object, oneOf, text, type ValueOf } from '../../schema/schema.ts';
import { HttpError } from '../http-error.ts';
import { send } from '../response.ts';
import { toClips, toTransport } from './deck-answers.ts';
import { JPEG } from './file-response.ts';
import { type ApiContext, type ApiOperation, bareOperation, type Call, operation, toClipFacts } from './operation.ts';
import { OUTPUTS, OUTPUTS_PATCH, patchOutput, toOutputs } from './outputs.ts';
import { isOwner } from './owner.ts';
import { CLIPS, DEVICE, LOG, TRANSPORT } from './schemas.ts';

/** @throws AppError `invalid-value` */
const toWidth = (given: string | undefined): number | undefined => {
  if (given === undefined) return undefined;
  const width = /^[1-9]\d{1,3}$/.test(given) ? Number(given) : 0;
  if (width >= 16 && width <= 7680) return width;
  throw new AppError('invalid-value', `width=${JSON.stringify(given.slice(0, 40))} is refused; allowed: 16 to 7680.`);
};

const toDevice = (context: ApiContext, { request }: Pick<Call<unknown>, 'request'>): ValueOf<typeof DEVICE> => {
  const { deck, machine, health, ports, timeline, fleet } = context;
  const { showSplash, powerOn, safeLock } = deck.state().document.settings;
  const { freeBytes, sizeBytes } = machine.clipsPartition();
  const announcedName = machine.announcedName();
  const { temperatureCelsius, memoryBytes, memoryFreeBytes, warnings } = health() ?? {};
  return {
    name: machine.hostName(),
    ...(announcedName !== undefined && { announcedName }),
    interfaces: machine.interfaces(),
    deviceId: machine.deviceId,
    licensed: machine.licensed,
    version: machine.version,
    latestVersion: machine.latestVersion(),
    showSplash,
    powerOn,
    safeLock,
    maySetSafeLock: isOwner(context, request),
    hasShortToken: context.hasShortToken,
    clipsFreeBytes: freeBytes,
    clipsSizeBytes: sizeBytes,
    uptimeSeconds: Math.round(process.uptime()),
    vitals: {
      ...(temperatureCelsius !== undefined && { temperatureCelsius }),
      ...(memoryBytes !== undefined && { memoryBytes }),
      ...(memoryFreeBytes !== undefined && { memoryFreeBytes }),
      ...(warnings !== undefined && { warnings }),
    },
    hasBroker: fleet() !== undefined,
    ports,
    ...(timeline !== undefined && { hyperdeckTimeline: timeline() }),
  };
};

const toLog = ({ log }: ApiContext): ValueOf<typeof LOG> => ({
  lines: log.recent().map((line) => ({ at: line.at.toISOString(), level: line.level, text: line.text })),
});

export const DEVICE_OPERATIONS: readonly ApiOperation[] = [
  operation({
    id: 'getDevice',
    method: 'GET',
    path: '/device',
    summary: 'Reports name, addresses, licence, versions, disk and vital signs.',
    shape: DEVICE,
    run: toDevice,
  }),
  operation({
    id: 'patchDevice',
    method: 'PATCH',
    path: '/device',
    summary:
      'Changes what is given: host name, splash screen at boot, what is done at power-on, the lock of Safe (the latter on a device with a token, or from the device itself).',
    body: object({}, { name: text(100), showSplash: flag, powerOn: oneOf(...POWER_ON_ACTIONS), safeLock: flag }),
    shape: DEVICE,
    run: async (context, call) => {
      const { name, ...settings } = call.body;
      if (settings.safeLock !== undefined && !isOwner(context, call.request)) {
        throw new HttpError({
          code: 'owner-only',
          message:
            'safeLock is refused: this device has no token; allowed: from the device itself, with `cuedeck safe-lock`.',
        });
      }
      if (name !== undefined) await context.machine.rename(name);
      if (Object.keys(settings).length > 0) await context.deck.updateSettings(() => settings);
      return toDevice(context, call);
    },
  }),
  operation({
    id: 'getOutputs',
    method: 'GET',
    path: '/outputs',
    summary: 'Reports where picture and sound go, and what else there is.',
    shape: OUTPUTS,
    run: toOutputs,
  }),
  operation({
    id: 'patchOutputs',
    method: 'PATCH',
    path: '/outputs',
    summary:
      'Changes what is given: audio device and delay, rotation, fit, display mode (from the next start of the player), decoder (from the next clip), master volume and mute.',
    body: OUTPUTS_PATCH,
    shape: OUTPUTS,
    run: async (context, { body }) => {
      const { deck } = context;
      await deck.updateSettings(({ output }) => ({ output: patchOutput(output, body) }));
      if (body.volumePercent !== undefined) deck.master.setVolume(body.volumePercent);
      if (body.muted !== undefined) deck.master.mute(body.muted);
      return toOutputs(context);
    },
  }),
  bareOperation({
    id: 'getOutputPicture',
    method: 'GET',
    path: '/output/picture',
    summary: 'Sends a picture of what is on the output now; at most two a second are made, however many ask.',
    query: { width: 'at most so many pixels wide, 16 to 7680; default: as wide as the output' },
    media: [JPEG],
    run: async ({ outputPicture }, { query, request, response }) => {
      const body = await outputPicture.jpeg(toWidth(query.width));
      send(request, response, { status: 200, type: JPEG, body: [body] });
    },
  }),
  bareOperation({
    id: 'restartPlayer',
    method: 'POST',
    path: '/device/restart-player',
    summary: 'Restarts the player program; what was on comes back.',
    run: ({ outputs }) => outputs.restart(),
  }),
  operation({
    id: 'getLog',
    method: 'GET',
    path: '/log',
    summary: 'Sends the last lines of the log, oldest first.',
    shape: LOG,
    run: toLog,
  }),
  operation({
    id: 'getDiagnostics',
    method: 'GET',
    path: '/diagnostics',
    summary: 'Sends all that helps to find a fault in one document, without the token.',
    shape: named(
      'Diagnostics',
      object({ at: text(), device: DEVICE, outputs: OUTPUTS, transport: TRANSPORT, clips: CLIPS, log: LOG }),
    ),
    run: async (context, call) => {
      const state = context.deck.state();
      return {
        at: new Date().toISOString(),
        device: toDevice(context, call),
        outputs: await toOutputs(context),
        transport: toTransport(state),
        clips: toClips(state, toClipFacts(context)),
        log: toLog(context),
      };
    },
  }),
  bareOperation({
    id: 'getEvents',
    method: 'GET',
    path: '/events',
    summary: 'Streams changes: clips, transport, position, settings, pictures, playability, conversions, lists.',
    media: ['text/event-stream'],
    run: ({ feed }, { request, response }) => feed.open(request, response),
  }),
];

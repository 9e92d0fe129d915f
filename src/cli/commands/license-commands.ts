// `cuedeck license`: shows whether the device is licensed, and installs a licence.
import { readFile } from 'node:fs/promises';
import { toReason, toSystemCode } from '../../base/errors.ts';
import { createLog } from '../../base/log.ts';
import { readDeviceId } from '../../host/licence/device-id.ts';
import { installLicence, isLicensed } from '../../host/licence/licence.ts';
import { inFolders } from '../backup/folder-task-runner.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call, Command } from '../command.ts';
import { checkState } from '../state-check.ts';

/** From the player that runs; from the hardware and the state folder when none does. */
const findDevice = async ({ api, place }: Call): Promise<{ readonly deviceId: string; readonly licensed: boolean }> => {
  try {
    const { deviceId, licensed } = await api.call('get', '/device');
    return { deviceId, licensed: licensed || (await isLicensed(place.stateDir, { deviceId })) };
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== EXIT.unavailable) throw error;
    const log = createLog({ journal: false, level: 'info' });
    const deviceId = await readDeviceId({ systemRoot: '/', stateDir: place.stateDir, log });
    return { deviceId, licensed: await isLicensed(place.stateDir, { deviceId }) };
  }
};

const show: Command = {
  name: 'license',
  takes: [],
  options: [],
  meaning: 'shows the id of the device and whether it is licensed; all features work without a licence',
  run: async (call) => {
    const { deviceId, licensed } = await findDevice(call);
    return {
      lines: [`Device ${deviceId}, ${licensed ? 'licensed' : 'not licensed'}.`],
      json: { deviceId, licensed },
    };
  },
};

const install: Command = {
  name: 'license install',
  takes: [{ name: 'FILE', completes: 'file' }],
  options: [],
  meaning: 'checks a licence file and installs it',
  run: async (call) => {
    const [path = ''] = call.arguments;
    await inFolders(call, (ask) => checkState(call, ask));
    const text = await readFile(path, 'utf8').catch((error) => {
      throw new CliError(EXIT.refused, `${path} cannot be read: ${toReason(error)}. Name the licence file.`);
    });
    const { deviceId } = await findDevice(call);
    try {
      const { signature: _signature, ...licence } = await installLicence(text, {
        stateDir: call.place.stateDir,
        deviceId,
      });
      return { lines: [`Device ${deviceId} is licensed.`], json: licence };
    } catch (error) {
      if (!(error instanceof Error) || toSystemCode(error.cause) !== 'EACCES') throw error;
      throw new CliError(EXIT.noPermission, `The state folder ${call.place.stateDir} is not for this user. Use sudo.`);
    }
  },
};

export const LICENCE_COMMANDS = { show, install } as const;

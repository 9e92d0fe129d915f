// `cuedeck license`: shows whether the device is licensed, and installs a licence.
import { type Ask, inFolders } from '../backup/folder-task-runner.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Call, Command } from '../command.ts';
import { readText } from '../read-text.ts';
import { checkState } from '../state-check.ts';

interface DeviceLicence {
  readonly deviceId: string;
  readonly licensed: boolean;
}

/** From the running player, else from the hardware and the state folder. */
const findDevice = async ({ api }: Call, ask: Ask): Promise<DeviceLicence> => {
  try {
    const { deviceId, licensed } = await api.call('get', '/device');
    return { deviceId, licensed: licensed || (await ask('askLicensed', { deviceId })) };
  } catch (error) {
    if (!(error instanceof CliError) || error.exit !== EXIT.unavailable) throw error;
    const deviceId = await ask('findDeviceId', undefined);
    return { deviceId, licensed: await ask('askLicensed', { deviceId }) };
  }
};

const show: Command = {
  name: 'license',
  takes: [],
  options: [],
  meaning: 'shows the id of the device and whether it is licensed; all features work without a licence',
  run: async (call) => {
    const { deviceId, licensed } = await inFolders(call, (ask) => findDevice(call, ask));
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
    return inFolders(call, async (ask) => {
      await checkState(call, ask);
      const text = await readText(path, 'Name the licence file.');
      const { deviceId } = await findDevice(call, ask);
      const licence = await ask('installLicence', { text, deviceId });
      return { lines: [`Device ${deviceId} is licensed.`], json: licence };
    });
  },
};

export const LICENCE_COMMANDS = { show, install } as const;

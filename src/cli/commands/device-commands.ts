// Commands on the device: status, host name, version.
import { VERSION } from '../../host/version.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { toPrintable, toSizeText, toTable } from '../format.ts';
import type { StatusAnswer } from '../player-status.ts';
import { toStateText } from './transport-commands.ts';

const toVersionText = ({ VERSION: running, LVERSION: latest }: StatusAnswer): string =>
  latest === running ? running : `${running}; ${latest} is out`;

const toStatusLines = (status: StatusAnswer): readonly string[] => {
  const addresses = Object.entries(status.IFACES).map(([name, address]) => `${name} ${address}`);
  const count = status.CLIPS.length - 1;
  return toTable(
    [
      ['Name', status.PLAYERNAME],
      ['State', toStateText(status)],
      ['Speed', `${status.SPEED}`],
      ['Clips', `${count}, ${toSizeText(status.PARTFREE)} free of ${toSizeText(status.PARTSIZE)}`],
      ['Address', addresses.length === 0 ? 'none: no network' : addresses.join(', ')],
      ['At boot', status.SHOWINFO ? 'splash screen' : 'black'],
      ['Version', toVersionText(status)],
      ['Device', `${status.DEVICEID}, ${status.LICENSED ? 'licensed' : 'not licensed'}`],
    ],
    toPrintable,
  );
};

const status: Command = {
  name: 'status',
  takes: [],
  options: [],
  meaning: 'shows playback, name, disk, addresses and version',
  run: async ({ api }) => {
    const answer = await api.get('/status');
    return { lines: toStatusLines(answer), json: answer };
  },
};

const hostName: Command = {
  name: 'hostname',
  takes: [{ name: 'NAME', isOptional: true }],
  options: [],
  meaning: 'shows or changes the host name of the device',
  run: async ({ api, arguments: [name] }) => {
    const answer = await (name === undefined ? api.get('/status') : api.get('/update_host', { hostname: name }));
    const line = name === undefined ? answer.PLAYERNAME : `The host name is ${answer.PLAYERNAME} now.`;
    return { lines: [line], json: name === undefined ? { hostname: answer.PLAYERNAME } : answer };
  },
};

const LOCK_WORDS = { on: true, off: false } as const;
const isLockArgument = (word: string): word is keyof typeof LOCK_WORDS => Object.hasOwn(LOCK_WORDS, word);

const safeLock: Command = {
  name: 'safe-lock',
  takes: [{ name: 'STATE', isOptional: true, completes: Object.keys(LOCK_WORDS) }],
  options: [],
  meaning: 'shows whether Safe is locked for all pages; `on` locks it, `off` unlocks it',
  run: async ({ api, arguments: [word] }) => {
    if (word !== undefined && !isLockArgument(word)) {
      throw new CliError(EXIT.usage, `safe-lock ${toPrintable(word)} is invalid; allowed: on or off.`);
    }
    const answer = await (word === undefined
      ? api.askV1('GET', '/device')
      : api.askV1('PATCH', '/device', { safeLock: LOCK_WORDS[word] }));
    const isOn = 'safeLock' in answer && answer.safeLock === true;
    const line = isOn ? 'Safe is locked on for all pages.' : 'Safe is not locked; each page has its own switch.';
    return { lines: [line], json: { safeLock: isOn } };
  },
};

const version: Command = {
  name: 'version',
  takes: [],
  options: [],
  meaning: 'shows the versions of this command and of the running player',
  run: async ({ api }) => {
    try {
      const answer = await api.get('/status');
      return {
        lines: [`cuedeck ${VERSION}`, `player ${toVersionText(answer)}`],
        json: { cuedeck: VERSION, player: answer.VERSION, latest: answer.LVERSION },
      };
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      return { lines: [`cuedeck ${VERSION}`, `player unknown: ${error.message}`], json: { cuedeck: VERSION } };
    }
  },
};

export const DEVICE_COMMANDS = { status, hostName, safeLock, version } as const;

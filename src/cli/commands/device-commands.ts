// Commands on the device: status, host name, version.
import { VERSION } from '../../host/version.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Command } from '../command.ts';
import { toPrintable, toSizeText, toTable } from '../format.ts';
import { type PlayerState, readStatus, readStatusWithState, type StatusAnswer } from '../player-status.ts';
import { readActiveList } from './list-choice.ts';
import { toShowRows } from './show-text.ts';
import { toStateText } from './state-text.ts';

const toVersionText = (running: string, latest: string): string =>
  latest === running ? running : `${running}; ${latest} is out`;

type Row = readonly [name: string, value: string];

/** @param shown what is not as usual */
const toStatusLines = (status: StatusAnswer, state: PlayerState, shown: readonly Row[]): readonly string[] => {
  const addresses = Object.entries(status.IFACES).map(([name, address]) => `${name} ${address}`);
  const count = status.CLIPS.length - 1;
  return toTable(
    [
      ['Name', status.PLAYERNAME],
      ['State', toStateText(status, state)],
      ...shown,
      ['Speed', `${status.SPEED}`],
      ['Clips', `${count}, ${toSizeText(status.PARTFREE)} free of ${toSizeText(status.PARTSIZE)}`],
      ['Address', addresses.length === 0 ? 'none: no network' : addresses.join(', ')],
      ['At boot', status.SHOWINFO ? 'splash screen' : 'black'],
      ['Version', toVersionText(status.VERSION, status.LVERSION)],
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
  more: 'Black, volume, overlay, standby, a wait and the active list each have a line when they are not as usual. `--json` always has them: the list in `list`, the others in `transport`.',
  run: async ({ api }) => {
    const { status, state, transport, clips } = await readStatusWithState(api);
    const list = await readActiveList(api, transport);
    const shown = toShowRows(transport, clips, list);
    return { lines: toStatusLines(status, state, shown), json: { ...status, transport, list: list ?? null } };
  },
};

const hostName: Command = {
  name: 'hostname',
  takes: [{ name: 'NAME', isOptional: true }],
  options: [],
  meaning: 'shows or changes the host name of the device',
  run: async ({ api, isJson, arguments: [name] }) => {
    if (name === undefined) {
      const { name: hostname } = await api.call('get', '/device');
      return { lines: [hostname], json: { hostname } };
    }
    const { name: hostname } = await api.call('patch', '/device', { body: { name } });
    return { lines: [`The host name is ${hostname} now.`], json: isJson && (await readStatus(api)) };
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
    const { safeLock: isOn } = await (word === undefined
      ? api.call('get', '/device')
      : api.call('patch', '/device', { body: { safeLock: LOCK_WORDS[word] } }));
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
      const { version: player, latestVersion: latest } = await api.call('get', '/device');
      return {
        lines: [`cuedeck ${VERSION}`, `player ${toVersionText(player, latest)}`],
        json: { cuedeck: VERSION, player, latest },
      };
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      return { lines: [`cuedeck ${VERSION}`, `player unknown: ${error.message}`], json: { cuedeck: VERSION } };
    }
  },
};

export const DEVICE_COMMANDS = { status, hostName, safeLock, version } as const;

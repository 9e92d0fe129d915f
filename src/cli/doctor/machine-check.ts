// Checks disk, clock, network, power and heat.
import { access, constants, readdir, readFile, statfs } from 'node:fs/promises';
import type { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { toReason } from '../../base/errors.ts';
import { RESERVE_BYTES } from '../../deck/disk-reserve.ts';
import { readBoardPower } from '../../host/health/board-power.ts';
import { toAddresses } from '../../host/interfaces.ts';
import { toSizeText } from '../format.ts';
import { type Finding, good, note, problem, unknown } from './finding.ts';
import { type Stray, toStrayText } from './stray-check.ts';

const readText = async (path: string): Promise<string> => (await readFile(path, 'utf8').catch(() => '')).trim();
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Below this, the next uploads will be rejected. */
const LOW_SPACE_BYTES = 1_000_000_000;

/** @param strays what could be deleted instead of clips, largest first */
export const judgeSpace = (
  part: string,
  { folder, free, size }: { readonly folder: string; readonly free: number; readonly size: number },
  [largest]: readonly Stray[],
): Finding => {
  const text = `${toSizeText(free)} free of ${toSizeText(size)} in ${folder}.`;
  const what = largest === undefined ? 'clips' : `${toStrayText(largest)} first, which is not a clip, then clips`;
  if (free <= RESERVE_BYTES) return problem(part, text, `It is full: delete ${what}.`);
  return free < LOW_SPACE_BYTES ? note(part, text, `Before the next uploads, delete ${what}.`) : good(part, text);
};

export const examineDisk = async (part: string, folder: string, strays: readonly Stray[] = []): Promise<Finding> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    const isReadOnly = await access(folder, constants.W_OK).then(
      () => false,
      (error) => error.code === 'EROFS',
    );
    if (isReadOnly)
      return problem(part, `${folder} is read-only.`, 'The card may be worn: make a backup and use a new card.');
    return judgeSpace(part, { folder, free: bavail * bsize, size: blocks * bsize }, strays);
  } catch (error) {
    return problem(
      part,
      `${folder}: ${toReason(error)}.`,
      'Check the card, and CUEDECK_CLIPS_DIR and CUEDECK_STATE_DIR.',
    );
  }
};

/** A board without a battery boots with a past date. */
const EARLIEST_PLAUSIBLE = Date.UTC(2026, 0, 1);

export const examineClock = async (root: string, nowMilliseconds: number): Promise<Finding> => {
  const now = `${new Date(nowMilliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (nowMilliseconds < EARLIEST_PLAUSIBLE) {
    return problem(
      'Clock',
      `It says ${now}, which is wrong.`,
      'Connect a network with time service, or set it: sudo date -s "2026-01-31 20:00"',
    );
  }
  if (await isThere(join(root, 'run/systemd/timesync/synchronized')))
    return good('Clock', `${now}, set by the network.`);
  if (!(await isThere(join(root, 'run/systemd/timesync'))))
    return note('Clock', `${now}; nothing says whether the network sets it.`);
  return note('Clock', `${now}, not yet set by the network.`, 'Playing does not need it; log times do.');
};

const hasCarrier = async (root: string, name: string): Promise<boolean> =>
  (await readText(join(root, 'sys/class/net', name, 'carrier'))) === '1';

export const examineNetwork = async (root: string, found: ReturnType<typeof networkInterfaces>): Promise<Finding> => {
  const addresses = Object.entries(toAddresses(found)).map(([name, address]) => `${name} ${address}`);
  const route = /^(\S+)\t00000000\t/m.exec(await readText(join(root, 'proc/net/route')))?.[1];
  if (addresses.length > 0) {
    return good(
      'Network',
      `${addresses.join(', ')}${route === undefined ? '; no way to other networks, which a show does not need' : ''}.`,
    );
  }
  const names = (await readdir(join(root, 'sys/class/net')).catch(() => [])).filter((name) => name !== 'lo');
  const live = (await Promise.all(names.map((name) => hasCarrier(root, name)))).includes(true);
  return live
    ? problem('Network', 'It is plugged in but has no address.', 'Check the DHCP server, or set a fixed address.')
    : problem('Network', 'No network is connected.', 'Check the cable or the Wi-Fi settings.');
};

/** @param device as the player knows it; undefined when it does not answer */
export const examineName = (
  device: { readonly name: string; readonly announcedName?: string } | undefined,
): readonly Finding[] =>
  device?.announcedName === undefined
    ? []
    : [
        note(
          'Name',
          `Another device on the network is called ${device.name}: this one answers to ${device.announcedName}.local.`,
          'Give one of them another name: cuedeck hostname NAME',
        ),
      ];

const POWER_ADVICE = 'Use the power supply made for the board, and a short cable.';

export const examinePower = async (root: string): Promise<Finding> => {
  const power = await readBoardPower(root);
  if (power === undefined) return note('Power', 'This board does not tell its voltage.');
  if (power.isVoltageLow) return problem('Power', 'The voltage is too low now.', POWER_ADVICE);
  if (power.wasVoltageLow) return problem('Power', 'The voltage was too low since the start.', POWER_ADVICE);
  return good(
    'Power',
    power.wasVoltageLow === undefined ? 'The voltage is right.' : 'The voltage was never too low since the start.',
  );
};

const HOT_CELSIUS = 75;
const TOO_HOT_CELSIUS = 80;

export const examineHeat = async (root: string): Promise<Finding> => {
  const raw = await readText(join(root, 'sys/class/thermal/thermal_zone0/temp'));
  const celsius = Number(raw) / 1000;
  const isSlowed = (await readBoardPower(root))?.isSlowed === true;
  if (raw === '' || Number.isNaN(celsius)) return note('Heat', 'This board does not tell its temperature.');
  const text = `The processor has ${celsius.toFixed(0)} °C.`;
  const advice = 'Give it air or a cooler; at 80 °C it slows down.';
  if (isSlowed || celsius >= TOO_HOT_CELSIUS) return problem('Heat', `${text} It is slowed down.`, advice);
  return celsius >= HOT_CELSIUS ? note('Heat', text, advice) : good('Heat', text);
};

export const examineFaults = (
  faults: readonly { readonly at: string; readonly text: string }[] | undefined,
  isUnit: boolean,
): readonly Finding[] => {
  const part = 'Faults';
  if (!isUnit) return [note(part, 'The player is no service here; its log is where it was started.')];
  if (faults === undefined)
    return [unknown(part, 'The journal cannot be read.', 'Use sudo, or join the group systemd-journal.')];
  if (faults.length === 0) return [good(part, 'None in the log of the last seven days.')];
  return faults.map(({ at, text }) =>
    note(part, `${at.slice(0, 19).replace('T', ' ')} ${text}`, 'cuedeck logs shows what came before.'),
  );
};

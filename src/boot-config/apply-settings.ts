// Applies cuedeck.txt early at boot: writes files on the data partition.
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toReason } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { withOwnNames } from '../host/hostname/hosts-file.ts';
import { readSystemFile, replaceSystemFile } from '../host/system-file.ts';
import { closeUnknownBox, demandToken } from './closed-box.ts';
import { findDamage } from './file-damage.ts';
import { toNetworkFiles } from './network-files.ts';
import { OUTPUT_SETTINGS, type PendingOutputs, parsePendingOutputs } from './pending-outputs.ts';
import { type CardValues, isChanged, parseSavedValues, readCard, toHolding, withPrevious } from './settings.ts';
import { withSetting } from './settings-file.ts';

interface CardPlaces {
  /** cuedeck.txt on the boot partition. */
  readonly card: string;
  /** Folder for our saved state on the data partition, for root only. */
  readonly kept: string;
  /** Folder of the host name on a read-only root. */
  readonly names: string;
  /** The hosts file that the image came with. */
  readonly hosts: string;
  readonly playerConf: string;
  /** Settings of the player for this boot alone. */
  readonly closed: string;
}

/** The mode of player.conf in the package. */
const SECRET_MODE = 0o640;

/** System files are written one byte per character, and network names may be in any script. */
const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const toDigest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Does nothing when the file is unchanged since it was last applied, or is no settings file. A failed step does not stop the others;
 * it is repeated at the next boot, where the others do not overwrite later changes made elsewhere.
 * @returns the number of failed steps
 */
export const applyCard = async (places: CardPlaces, log: Log): Promise<number> => {
  const stateFile = (name: string): string => join(places.kept, name);
  // Saved for users without access to this log: the page's log shows them too.
  const reportProblems = async (problems: readonly string[]): Promise<void> => {
    for (const text of problems) log.warning(text);
    await replaceSystemFile(stateFile('problems'), problems.length === 0 ? undefined : toLines(problems)).catch(
      (error) => log.error(`cannot save the errors of cuedeck.txt: ${toReason(error)}`),
    );
  };
  const keepSettings = async (trouble: string): Promise<number> => {
    const isClosed = await closeUnknownBox({ ...places, values: stateFile('values.json') });
    const effect = isClosed
      ? 'Until this is fixed, the page and the APIs demand a token that nobody knows.'
      : 'The settings stay unchanged.';
    await reportProblems([`${places.card} ${trouble}. ${effect}`]);
    // Forgets the digest, so that the previous file is read again when it is put back.
    await replaceSystemFile(stateFile('digest'), undefined);
    return 0;
  };

  let bytes: Buffer;
  try {
    bytes = await readFile(places.card);
  } catch (error) {
    return keepSettings(`cannot be read: ${toReason(error)}`);
  }
  const digest = `${toDigest(bytes)}\n`;
  // The file is applied even where something else is in the place of the digest.
  if ((await readSystemFile(stateFile('digest')).catch(() => undefined)) === digest) return 0;
  const damage = findDamage(bytes);
  if (damage !== undefined) return keepSettings(damage);
  const card = readCard(bytes);
  await reportProblems(card.problems.map((text) => `cuedeck.txt: ${text}`));
  const previous = parseSavedValues(await readFile(stateFile('values.json'), 'utf8').catch(() => ''));
  const values = toHolding(card, previous);

  let failures = 0;
  const unset = new Set<string>();
  const step = async (what: string, settings: readonly string[], work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures += 1;
      for (const name of settings) unset.add(name);
      log.error(`cuedeck.txt: ${what} could not be set: ${toReason(error)}.`);
    }
  };
  // Nothing else sets these, so they are always written.
  await step('the network', [], () => writeNetwork(stateFile('network'), values));
  await step('the SSH keys', [], () => replaceSystemFile(stateFile('authorized_keys'), toLines(values['ssh-key'])));
  await step('the time zone', [], () => replaceSystemFile(stateFile('timezone'), toLines(values.timezone)));
  await step('the time servers', [], () =>
    replaceSystemFile(stateFile('timesyncd.conf'), values.ntp && toBytes(`[Time]\nNTP=${values.ntp[0]}\n`)),
  );
  await step('the talkgroup service', [], () => replaceSystemFile(stateFile('talkgroup'), toLines(values.talkgroup)));
  if (isChanged('hostname', values, previous))
    await step('the host name', ['hostname'], () => writeName(places, values.hostname?.[0]));
  if (isChanged('token', values, previous))
    await step('the token', ['token'], () => writeToken(places, values.token?.[0]));
  const outputs = OUTPUT_SETTINGS.filter((name) => isChanged(name, values, previous));
  if (outputs.length > 0) {
    // Settings that were removed from the file return to the player's defaults.
    const wanted = Object.fromEntries(outputs.map((name) => [name, values[name]?.[0] ?? '']));
    await step('the outputs', outputs, () => writeOutputs(stateFile('outputs.json'), wanted));
  }
  // Last, so that after a power cut everything is repeated.
  await replaceSystemFile(
    stateFile('values.json'),
    toBytes(`${JSON.stringify(withPrevious(values, previous, unset))}\n`),
  );
  if (failures > 0) return failures;
  await replaceSystemFile(stateFile('digest'), digest);
  log.info(`applied cuedeck.txt: ${Object.keys(values).sort().join(', ') || 'nothing set'}.`);
  return 0;
};

const toLines = (lines: readonly string[] | undefined): string | undefined =>
  lines === undefined ? undefined : toBytes(`${lines.join('\n')}\n`);

const writeNetwork = async (folder: string, values: CardValues): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(toNetworkFiles(values))) await replaceSystemFile(join(folder, name), text);
};

/** Merged with settings that the player has not accepted yet. */
const writeOutputs = async (path: string, wanted: PendingOutputs): Promise<void> => {
  const pending = parsePendingOutputs((await readSystemFile(path)) ?? '');
  await replaceSystemFile(path, `${JSON.stringify({ ...pending, ...wanted })}\n`);
};

/** A name that is removed from the file leaves the host name unchanged. */
const writeName = async ({ names, hosts }: CardPlaces, name: string | undefined): Promise<void> => {
  if (name === undefined) return;
  await mkdir(names, { recursive: true });
  const text =
    // An empty copy, left by a power cut, does not count.
    (await readSystemFile(join(names, 'hosts'))) || (await readSystemFile(hosts)) || '127.0.0.1\tlocalhost\n';
  await replaceSystemFile(join(names, 'hosts'), withOwnNames(text, [name]));
  await replaceSystemFile(join(names, 'hostname'), `${name}\n`);
};

const writeToken = async ({ playerConf, closed }: CardPlaces, token: string | undefined): Promise<void> => {
  try {
    await replaceSystemFile(
      playerConf,
      withSetting((await readSystemFile(playerConf)) ?? '', 'CUEDECK_TOKEN', token),
      SECRET_MODE,
    );
  } catch (error) {
    if (token !== undefined) await demandToken(closed, token);
    throw error;
  }
};

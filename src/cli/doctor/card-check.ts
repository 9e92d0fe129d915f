// Checks cuedeck.txt.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toReason, toSystemCode } from '../../base/errors.ts';
import { findDamage } from '../../boot-config/file-damage.ts';
import { readCard } from '../../boot-config/settings.ts';
import { BOOT_CONFIG_ERRORS, readBootConfigErrors } from '../../host/boot-config-errors.ts';
import { type Finding, good, problem, unknown } from './finding.ts';

const PART = 'Card';
const ADVICE = 'Put the card into a PC, mend cuedeck.txt and start the box again.';

const toProblem = (text: string): Finding => problem(PART, `cuedeck.txt${text}`, ADVICE);

/** @param root `/`, or a folder in its place */
export const examineCard = async (root: string): Promise<readonly Finding[]> => {
  let bytes: Buffer;
  try {
    bytes = await readFile(join(root, 'boot/firmware/cuedeck.txt'));
  } catch (error) {
    const code = toSystemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      // A box that should have the file did not find it at boot: boot has saved the reason.
      const told = await readBootConfigErrors(join(root, BOOT_CONFIG_ERRORS));
      return told.map((text) => problem(PART, text, ADVICE));
    }
    if (code === 'EACCES') return [unknown(PART, 'Only root may read cuedeck.txt.', 'Use sudo.')];
    return [toProblem(` cannot be read: ${toReason(error)}.`)];
  }
  const damage = findDamage(bytes);
  if (damage !== undefined) return [toProblem(` ${damage}.`)];
  const { problems } = readCard(bytes);
  if (problems.length === 0) return [good(PART, 'Every line of cuedeck.txt is taken.')];
  return problems.map((text) => toProblem(`: ${text}`));
};

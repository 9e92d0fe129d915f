// cuedeck.txt of a box from a card: which of its lines are refused. A device without that file has nothing to say of it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCard } from '../../card/card-settings.ts';
import { type Finding, good, problem } from './finding.ts';

const PART = 'Card';

/** @param root `/`, or a folder that stands for the system's files */
export const examineCard = async (root: string): Promise<readonly Finding[]> => {
  const bytes = await readFile(join(root, 'boot/firmware/cuedeck.txt')).catch(() => undefined);
  if (bytes === undefined) return [];
  const { problems } = readCard(bytes);
  if (problems.length === 0) return [good(PART, 'Every line of cuedeck.txt is taken.')];
  return problems.map((text) =>
    problem(PART, `cuedeck.txt: ${text}`, 'Put the card into a PC, mend cuedeck.txt and start the box again.'),
  );
};

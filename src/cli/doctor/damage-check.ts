// Checks whether the card still has the clips as they were.
import { toDamageText } from '../../deck/clips/damage.ts';
import type { PlayerApi } from '../player-api.ts';
import { readClips } from '../player-status.ts';
import { type Finding, note, problem } from './finding.ts';
import { unlessSilent } from './unless-silent.ts';

const PART = 'Card';
const MAX_NAMED = 5;
const ADVICE = 'If this happens more than once, replace the card.';

/** @returns nothing when the player does not answer, or knows of no damage */
export const examineDamage = async (api: PlayerApi): Promise<readonly Finding[]> => {
  const clips = await unlessSilent(readClips(api), []);
  const findings = clips.flatMap(({ number, name, damaged }) =>
    damaged === undefined
      ? []
      : [
          problem(
            PART,
            `Clip ${number}, “${name}”, found on ${damaged.foundAt.slice(0, 10)}. ${toDamageText(damaged)}`,
            ADVICE,
          ),
        ],
  );
  const rest = findings.length - MAX_NAMED;
  return rest > 0 ? [...findings.slice(0, MAX_NAMED), note(PART, `${rest} more clips are damaged.`)] : findings;
};

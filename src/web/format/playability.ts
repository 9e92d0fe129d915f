// The verdict on how a clip plays, in words.
import { NEVER_SILENT, type Playability } from '../../deck/clips/playability.ts';

const BADGES: Readonly<Record<Playability['verdict'], string>> = {
  smooth: 'Plays smoothly',
  tight: 'Tight',
  'too-slow': 'Too slow',
  unknown: 'Not measured yet',
};

export const toVerdictText = ({ verdict }: Playability): string => BADGES[verdict];

/** True where the operator should know before the show. */
export const isWorrying = (known: Playability | undefined): known is Playability =>
  known?.verdict === 'tight' || known?.verdict === 'too-slow';

/** The reason and what to do, in one text; empty where there is nothing to say. That it is not measured yet says itself. */
export const toAdviceText = ({ verdict, advice }: Playability): string =>
  advice.filter((text) => verdict !== 'unknown' || text === NEVER_SILENT).join(' ');

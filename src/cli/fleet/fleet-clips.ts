// The clips of one player of the fleet, as commands of the fleet call them.
import type { PlayerClient } from '../../client/player-client.ts';
import { toClipLabels } from '../../mqtt/clip-labels.ts';
import { readClips } from '../player-status.ts';

export interface FleetClip {
  readonly id: string;
  readonly file: string;
  /** What commands call it: its name, numbered where several have the same. */
  readonly word: string;
}

/** Without the splash screen and the files that are still examined. */
export const readFleetClips = async (client: Pick<PlayerClient, 'call'>): Promise<readonly FleetClip[]> => {
  const clips = await readClips(client);
  const labels = toClipLabels(clips);
  return clips.flatMap(({ id, file, kind }, index) =>
    kind === 'splash' ? [] : [{ id, file, word: labels[index] ?? '' }],
  );
};

// The clips of one player of the fleet, as commands of the fleet call them.
import type { PlayerClient } from '../../client/player-client.ts';
import { toClipLabels } from '../../mqtt/clip-labels.ts';
import { readClips } from '../player-status.ts';

export interface FleetClip {
  readonly id: string;
  readonly file: string;
  /** Its label in commands: its name, numbered if several have the same. */
  readonly word: string;
}

/** Without the splash screen and files in their probe. */
export const readFleetClips = async (client: Pick<PlayerClient, 'call'>): Promise<readonly FleetClip[]> => {
  const clips = await readClips(client);
  const labels = toClipLabels(clips);
  return clips.flatMap(({ id, file, kind }, index) =>
    kind === 'splash' ? [] : [{ id, file, word: labels[index] ?? '' }],
  );
};

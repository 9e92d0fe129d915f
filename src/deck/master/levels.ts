// The master levels over whatever plays, as the player is given them.

/** 0 to 1 each; the sound's is a share of the volume in percent, on top of the clip's own. */
export interface MasterLevels {
  readonly sound: number;
}

export const FULL_LEVELS: MasterLevels = { sound: 1 };

// The master levels over whatever plays, as the player is given them.

export interface MasterLevels {
  /** 0 is black, 1 the whole picture. */
  readonly picture: number;
  /** 0 to 1: a share of the volume in percent, on top of the clip's own. */
  readonly sound: number;
}

export const FULL_LEVELS: MasterLevels = { picture: 1, sound: 1 };

export const FADE_TARGETS = ['black', 'picture'] as const;
export type FadeTarget = (typeof FADE_TARGETS)[number];

/** Where the output fades to, or stands. */
export interface Fade {
  readonly to: FadeTarget;
  readonly isRunning: boolean;
}

export const toLevel = (target: FadeTarget): number => (target === 'black' ? 0 : 1);

// Damage of a clip's file: its bytes are no longer those that the player once took in.

/** `changed`: other bytes, though nobody wrote to the file; `unreadable`: the card refuses to read them. */
export const DAMAGES = ['changed', 'unreadable'] as const;

interface Damage {
  readonly what: (typeof DAMAGES)[number];
  /** ISO 8601. */
  readonly foundAt: string;
}

/** By the id of the clip. */
export type Damages = ReadonlyMap<string, Damage>;

const TEXTS: Readonly<Record<Damage['what'], string>> = {
  changed: 'Damaged: the card has changed the data of this file. Delete the clip and upload the file again.',
  unreadable: 'Damaged: the card can no longer read all of this file. Delete the clip and upload the file again.',
};

export const toDamageText = ({ what }: Damage): string => TEXTS[what];

/** Why the clip did not play, or may play wrongly; undefined: nothing is known against it. */
export const toClipTrouble = (
  { clipFaults, damaged }: { readonly clipFaults: ReadonlyMap<string, string>; readonly damaged: Damages },
  clipId: string,
): string | undefined => {
  const damage = damaged.get(clipId);
  return clipFaults.get(clipId) ?? (damage && toDamageText(damage));
};

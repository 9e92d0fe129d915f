// Output settings waiting for the player.
import { anyText, fittingFields, parseMessage, type ValueOf } from '../schema/schema.ts';

export const OUTPUT_SETTINGS = ['display-mode', 'rotation', 'sound'] as const;

const PENDING = fittingFields({ 'display-mode': anyText, rotation: anyText, sound: anyText });
/** By name; an empty value returns to the player's default. */
export type PendingOutputs = ValueOf<typeof PENDING>;

/** Ignores other fields; invalid JSON has no settings. */
export const parsePendingOutputs = (text: string): PendingOutputs => parseMessage(PENDING, text) ?? {};

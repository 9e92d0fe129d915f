// Output settings waiting for the player.
import { anyText, fittingFields, parseMessage, type ValueOf } from '../schema/schema.ts';

export const OUTPUT_SETTINGS = ['display-mode', 'rotation', 'sound'] as const;

const PENDING = fittingFields({ 'display-mode': anyText, rotation: anyText, sound: anyText });
/** By name; an empty one goes back to what the player does by itself. */
export type PendingOutputs = ValueOf<typeof PENDING>;

/** Anything else than such settings is passed over, and what is no JSON holds none. */
export const parsePendingOutputs = (text: string): PendingOutputs => parseMessage(PENDING, text) ?? {};

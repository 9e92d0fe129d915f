// What OSC addresses do, one row each.

import { AppError } from '../base/errors.ts';
import { clipAt } from '../deck/clips/clip-list.ts';
import type { Deck } from '../deck/deck.ts';
import { setSpeed } from '../deck/playback/relative-seek.ts';

export type OscValue = number | string | boolean;

interface OscCommand {
  /** What the first argument has to be; `none`: a button, whose release (a single 0) does nothing. */
  readonly takes: 'none' | 'whole' | 'number';
  readonly run: (deck: Deck, value: number) => Promise<void>;
}

/** What all our addresses begin with. */
export const OSC_ROOT = '/cuedeck/';

export const OSC_COMMANDS: Readonly<Record<string, OscCommand>> = {
  '/cuedeck/play': { takes: 'none', run: (deck) => deck.play() },
  '/cuedeck/pause': { takes: 'none', run: (deck) => deck.pause() },
  '/cuedeck/toggle': { takes: 'none', run: (deck) => deck.togglePlay() },
  '/cuedeck/stop': { takes: 'none', run: (deck) => deck.stop() },
  '/cuedeck/select': { takes: 'whole', run: (deck, value) => deck.select(value) },
  '/cuedeck/fire': {
    takes: 'whole',
    run: (deck, value) => deck.cue((clips) => clipAt(clips, value), { playing: true }),
  },
  '/cuedeck/goto': { takes: 'number', run: (deck, value) => deck.goTo(toMilliseconds(value)) },
  '/cuedeck/speed': {
    takes: 'number',
    run: (deck, value) => deck.change((state) => setSpeed(state, roundFloat(value))),
  },
};

export const isOscCommand = (address: string): boolean => Object.hasOwn(OSC_COMMANDS, address.toLowerCase());

/** A float of 32 bits has about 7 digits; what lies behind them is noise. */
const roundFloat = (value: number): number => Number(value.toPrecision(7));
const MAX_QUOTE_LENGTH = 40;

/** A value from outside as it stands in a sentence. */
const quote = (value: OscValue): string => {
  const text = JSON.stringify(value) ?? '';
  return text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;
};

const toMilliseconds = (value: number): number => Math.round(value * 1000) / 1000;

/**
 * Does what a message says.
 * @throws AppError `missing-parameter`, `invalid-value`, and what the deck refuses
 */
export const runOscMessage = async (deck: Deck, address: string, values: readonly OscValue[]): Promise<void> => {
  const command = isOscCommand(address) ? OSC_COMMANDS[address.toLowerCase()] : undefined;
  if (command === undefined) throw new AppError('invalid-value', `${quote(address)} is not known.`);
  const [value] = values;
  if (command.takes === 'none') {
    const isRelease = value === 0 || value === false;
    return isRelease ? undefined : command.run(deck, 0);
  }
  const allowed = command.takes === 'whole' ? 'a whole number' : 'a number';
  if (value === undefined) throw new AppError('missing-parameter', `${address} needs ${allowed}.`);
  if (typeof value !== 'number' || !Number.isFinite(value) || (command.takes === 'whole' && !Number.isInteger(value))) {
    throw new AppError('invalid-value', `${address} ${quote(value)} is refused; allowed: ${allowed}.`);
  }
  return command.run(deck, value);
};

// Text from outside on one line that reads as it was sent.

/** Control characters, line separators, and marks that turn round the direction of the text behind them. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** A space in the place of each run of characters that would forge a line, or turn one round. */
export const toOneLine = (text: string): string => text.replace(UNPRINTABLE, ' ');

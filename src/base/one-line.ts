// Text from outside on one line that reads as it was sent.

/** Each control character, line separator, and mark that reverses the direction of the text after it. */
export const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const RUNS = new RegExp(`${UNPRINTABLE.source}+`, UNPRINTABLE.flags);

/** A space in the place of each run of characters that would forge a line, or reverse one. */
export const toOneLine = (text: string): string => text.replace(RUNS, ' ');

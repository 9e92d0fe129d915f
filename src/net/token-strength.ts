// Rejects tokens that are too easy to guess.

/** Fewer characters than this are tried through, however slowly. */
export const MIN_TOKEN_CHARACTERS = 12;

/** @param token empty: there is none, which is another matter */
export const isShortToken = (token: string): boolean => token !== '' && [...token].length < MIN_TOKEN_CHARACTERS;

// Rejects tokens that are too easy to guess.

/** A shorter token can be guessed, however slowly. */
export const MIN_TOKEN_CHARACTERS = 12;

/** @param token empty: no token, which does not count as short */
export const isShortToken = (token: string): boolean => token !== '' && [...token].length < MIN_TOKEN_CHARACTERS;

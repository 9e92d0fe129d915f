// The token of a boot whose settings cannot be kept or read: a box of which nothing is known must not be open.
import { randomBytes } from 'node:crypto';
import { readSystemFile, replaceSystemFile } from '../host/system-file.ts';

const SECRET_MODE = 0o600;
const RANDOM_BYTES = 24;

/** Makes the player demand this token until the box is switched off. */
export const demandToken = (path: string, token: string): Promise<void> =>
  replaceSystemFile(path, `CUEDECK_TOKEN=${token}\n`, SECRET_MODE);

/**
 * Closes a box whose cuedeck.txt, which may set a token, was never read. What was read earlier stays in force, also that there is no token.
 * @param places.values the values of the last read
 * @returns whether the box is closed now
 */
export const closeUnknownBox = async (places: {
  readonly values: string;
  readonly playerConf: string;
  readonly closed: string;
}): Promise<boolean> => {
  const read = (path: string): Promise<string> =>
    readSystemFile(path).then(
      (text) => text ?? '',
      () => '',
    );
  const isKnown =
    (await read(places.values)).trim() !== '' || /^\s*CUEDECK_TOKEN=./m.test(await read(places.playerConf));
  if (isKnown) return false;
  // Nobody knows it.
  await demandToken(places.closed, randomBytes(RANDOM_BYTES).toString('hex'));
  return true;
};

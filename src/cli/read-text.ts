// Reads a text file that the user has named, which may be another one than meant: a film, an image of a card, a device.
import { createReadStream } from 'node:fs';
import { CliError, EXIT, toReadError } from './cli-error.ts';
import { toSizeText } from './format.ts';

/** Far more than a licence or a list of talkgroups takes. */
const MAX_BYTES = 16_000_000;

/**
 * @param advice a sentence for when it cannot be read
 * @throws CliError
 */
export const readText = async (path: string, advice: string): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_BYTES) break;
    }
  } catch (error) {
    throw toReadError(path, error, advice);
  }
  if (bytes > MAX_BYTES) throw new CliError(EXIT.refused, `${path} has more than ${toSizeText(MAX_BYTES)}. ${advice}`);
  return Buffer.concat(chunks).toString('utf8');
};

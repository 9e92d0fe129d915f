// Writes a JSON document in parts: a long list takes its time, and other requests have their turn meanwhile.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** As long as a command may be held up without being felt. */
const MAX_TURN_MS = 5;

/** Node accepts one connection a turn: with one turn between two parts, a hundred new ones would wait for a hundred parts. */
const TURNS_BETWEEN = 32;

const letOthersRun = async (): Promise<void> => {
  for (let count = 0; count < TURNS_BETWEEN; count += 1) await nextTurn();
};

const toText = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** The document in small texts: by the entries of a list, also of one in an object. */
function* toTexts(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '[';
    for (const [index, entry] of value.entries()) yield (index === 0 ? '' : ',') + toText(entry);
    yield ']';
  } else if (typeof value === 'object' && value !== null && Object.values(value).some(Array.isArray)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    yield '{';
    for (const [index, [name, field]] of fields.entries()) {
      yield `${index === 0 ? '' : ','}${toText(name)}:`;
      if (Array.isArray(field)) yield* toTexts(field);
      else yield toText(field);
    }
    yield '}';
  } else yield toText(value);
}

/**
 * @param onPart told the bytes of each part of a document that takes several
 * @returns the parts in order; undefined when onPart returns false: nobody wants the rest
 */
export const toJsonParts = async (
  value: unknown,
  onPart: (bytes: number) => boolean = () => true,
): Promise<readonly Buffer[] | undefined> => {
  const parts: Buffer[] = [];
  let texts: string[] = [];
  let beganAt = performance.now();
  for (const text of toTexts(value)) {
    texts.push(text);
    if (performance.now() - beganAt < MAX_TURN_MS) continue;
    const part = Buffer.from(texts.join(''));
    parts.push(part);
    texts = [];
    await letOthersRun();
    if (!onPart(part.length)) return undefined;
    beganAt = performance.now();
  }
  const last = Buffer.from(texts.join(''));
  if (parts.length > 0 && !onPart(last.length)) return undefined;
  return [...parts, last];
};

// The secret that login cookies are made with: made once and kept, so that a login lasts over a restart.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { toReason } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { fitting, object, recordMode, textForm } from '../../schema/schema.ts';
import { createDurableFile } from '../../storage/durable-file.ts';

/** Like the token, it opens everything. */
const SECRET_MODE = 0o600;

const KEPT = object({ key: textForm('43 letters of base64url', fitting(/^[\w-]{43}$/)) });
const MODE = recordMode(() => new Error('not a session key'));
const parseKept = (value: unknown): { readonly key: string } => KEPT.parse(value, 'it', MODE);

/** @returns 256 random bits as base64url; new ones at each start where they can't be kept */
export const readSessionKey = async (deps: { readonly stateDir: string; readonly log: Log }): Promise<string> => {
  const path = join(deps.stateDir, 'session-key.json');
  const file = createDurableFile({ path, parse: parseKept, mode: SECRET_MODE });
  try {
    const { document, problems } = await file.read();
    for (const problem of problems) deps.log.warning(problem);
    if (document !== undefined) return document.key;
  } catch (error) {
    deps.log.error(`All browsers must log in again: ${toReason(error)}.`);
    return newKey();
  }
  const key = newKey();
  await file
    .write({ key })
    .catch((error) =>
      deps.log.error(
        `All browsers must log in again after the next restart: the key of their logins cannot be saved: ${toReason(error)}.`,
      ),
    );
  return key;
};

const newKey = (): string => randomBytes(32).toString('base64url');

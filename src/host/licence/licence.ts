// Licences: a JSON file that names the device, signed with Ed25519. Nothing in CueDeck is locked by it.
import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { AppError, toReason, toSystemCode } from '../../base/errors.ts';
import { anyText, parseUntrusted, record } from '../../schema/schema.ts';
import { createDurableFile } from '../../storage/durable-file.ts';
import { readRegularFile } from '../../storage/regular-file.ts';
import { LICENCE_PUBLIC_KEY } from './licence-key.ts';

/**
 * A licence file: a flat object of texts.
 * The signature covers the UTF-8 of `cuedeck licence 1`, a line feed, and the object without `signature` as JSON without spaces,
 * its keys in the order of their code units.
 */
interface Licence {
  readonly deviceId: string;
  /** Base64. */
  readonly signature: string;
  readonly [field: string]: string;
}

const LICENCE_FILE = 'licence.json';
const PREFACE = 'cuedeck licence 1\n';

const toSignedBytes = (fields: Readonly<Record<string, string>>): Buffer => {
  const names = Object.keys(fields).filter((name) => name !== 'signature');
  const sorted = Object.fromEntries(names.sort().map((name) => [name, fields[name]]));
  return Buffer.from(`${PREFACE}${JSON.stringify(sorted)}`, 'utf8');
};

/** @param privateKey an Ed25519 key */
export const signLicence = (
  fields: { readonly deviceId: string; readonly [field: string]: string },
  privateKey: KeyObject,
): Licence => ({ ...fields, signature: sign(null, toSignedBytes(fields), privateKey).toString('base64') });

const FLAT = record(anyText);

/** Parses the public key of the build. */
export const parsePublicKey = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });

interface Lock {
  readonly deviceId: string;
  readonly publicKey: KeyObject;
}

/** @throws AppError `invalid-value` with the reason when it is not a licence of this device */
const parseLicence = (given: unknown, { deviceId, publicKey }: Lock): Licence => {
  const reject = (why: string): AppError => new AppError('invalid-value', `The licence is refused: ${why}.`);
  const value = parseUntrusted(FLAT, given);
  if (value === undefined) throw reject('it is not an object of texts');
  const { deviceId: licensed, signature } = value;
  if (licensed === undefined || signature === undefined) throw reject('it names no device or is not signed');
  if (licensed !== deviceId) throw reject(`it is for device ${JSON.stringify(licensed)}, this one is ${deviceId}`);
  if (!verify(null, toSignedBytes(value), publicKey, Buffer.from(signature, 'base64')))
    throw reject('its signature does not hold');
  return { ...value, deviceId: licensed, signature };
};

/** True when the state folder has a valid licence of this device. */
export const isLicensed = async (
  stateDir: string,
  {
    deviceId,
    publicKey = parsePublicKey(LICENCE_PUBLIC_KEY),
  }: { readonly deviceId: string; readonly publicKey?: KeyObject },
): Promise<boolean> => {
  try {
    parseLicence(JSON.parse((await readRegularFile(join(stateDir, LICENCE_FILE))).toString('utf8')), {
      deviceId,
      publicKey,
    });
    return true;
  } catch {
    return false;
  }
};

/**
 * Validates a licence and installs it in the state folder.
 * @param text content of the operator's file
 * @throws AppError `invalid-value` with the reason, `no-space`, `storage-failed`
 */
export const installLicence = async (
  text: string,
  deps: { readonly stateDir: string; readonly deviceId: string; readonly publicKey?: KeyObject },
): Promise<Licence> => {
  const { stateDir, deviceId, publicKey = parsePublicKey(LICENCE_PUBLIC_KEY) } = deps;
  const parse = (value: unknown): Licence => parseLicence(value, { deviceId, publicKey });
  const licence = parse(parseJson(text));
  try {
    await createDurableFile({ path: join(stateDir, LICENCE_FILE), parse }).write(licence);
  } catch (error) {
    const code = toSystemCode(error) === 'ENOSPC' ? 'no-space' : 'storage-failed';
    throw new AppError(code, `The licence could not be kept: ${toReason(error)}.`, { cause: error });
  }
  return licence;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid-value', 'The licence is refused: it is not JSON.', { cause: error });
  }
};

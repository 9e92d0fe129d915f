import { generateKeyPairSync, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installLicence, isLicensed, parsePublicKey, signLicence } from '../../../src/host/licence/licence.ts';
import { LICENCE_PUBLIC_KEY } from '../../../src/host/licence/licence-key.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const deviceId = '0123456789abcdef';
const licence = signLicence({ deviceId, holder: 'Théâtre "Nord"', issued: '2026-01-31' }, privateKey);
const lock = { deviceId, publicKey };

const reasonOf = async (text: string, parts = lock): Promise<string> =>
  installLicence(text, { stateDir: await temporaryFolder(), ...parts }).then(
    () => 'accepted',
    ({ code, message }) => `${code}: ${message}`,
  );

test('a licence that was installed holds after a restart', async () => {
  const stateDir = await temporaryFolder();
  expect(await isLicensed(stateDir, lock)).toBe(false);
  expect(await installLicence(JSON.stringify(licence, null, 2), { stateDir, ...lock })).toEqual(licence);
  expect(await isLicensed(stateDir, lock)).toBe(true);
});

test('the order of its fields and the space between them do not matter', async () => {
  const turned = Object.fromEntries(Object.entries(licence).reverse());
  expect(await reasonOf(`\n ${JSON.stringify(turned, null, 8)}\n`)).toBe('accepted');
});

test('what is signed is laid down to the byte', () => {
  const signed =
    'cuedeck licence 1\n{"deviceId":"0123456789abcdef","holder":"Théâtre \\"Nord\\"","issued":"2026-01-31"}';
  expect(verify(null, Buffer.from(signed), publicKey, Buffer.from(licence.signature, 'base64'))).toBe(true);
});

test.each([
  ['it is not JSON', 'licence'],
  ['it is not an object of texts', '[]'],
  ['it is not an object of texts', JSON.stringify({ ...licence, seats: 1 })],
  ['it names no device or is not signed', JSON.stringify({ deviceId })],
  ['its signature does not hold', JSON.stringify({ ...licence, holder: 'Me' })],
  ['its signature does not hold', JSON.stringify({ ...licence, more: 'x' })],
  ['its signature does not hold', JSON.stringify({ ...licence, signature: '' })],
])('refused: %s', async (why, text) => {
  expect(await reasonOf(text)).toBe(`invalid-value: The licence is refused: ${why}.`);
});

test('a licence of another device is refused, and says of which', async () => {
  expect(await reasonOf(JSON.stringify(licence), { ...lock, deviceId: 'fedcba9876543210' })).toBe(
    'invalid-value: The licence is refused: it is for device "0123456789abcdef", this one is fedcba9876543210.',
  );
});

test('a licence of another key does not count', async () => {
  const other = generateKeyPairSync('ed25519').publicKey;
  expect(await reasonOf(JSON.stringify(licence), { ...lock, publicKey: other })).toContain(
    'its signature does not hold',
  );
});

test.each(['', '\0\0', 'null', '[]', '{"deviceId":"0123456789abcdef"}'])(
  'a broken licence file (%j) is no licence',
  async (text) => {
    const stateDir = await temporaryFolder();
    await writeFile(join(stateDir, 'licence.json'), text);
    expect(await isLicensed(stateDir, lock)).toBe(false);
    expect(await readFile(join(stateDir, 'licence.json'), 'utf8')).toBe(text);
  },
);

test('the key in the build is a key', () => {
  expect(parsePublicKey(LICENCE_PUBLIC_KEY).asymmetricKeyType).toBe('ed25519');
});

#!/usr/bin/env node
// Makes a new pair of keys for licences: the private one goes into a file outside the repository, the public one is
// printed for src/host/licence/licence-key.ts. Devices built with the former public key take only licences of the former pair.
//   node scripts/licence-key.mjs PRIVATE_KEY_FILE
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [path] = process.argv.slice(2);
const repository = resolve(dirname(fileURLToPath(import.meta.url)), '..');
if (path === undefined || !relative(repository, resolve(path)).startsWith('..')) {
  console.error('usage: node scripts/licence-key.mjs PRIVATE_KEY_FILE (outside the repository)');
  process.exit(64);
}
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
// Never over an older key: the licences it signed could not be renewed.
writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
console.log(publicKey.export({ format: 'der', type: 'spki' }).toString('base64'));

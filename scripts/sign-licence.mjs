#!/usr/bin/env node
// Signs a licence and prints it; further fields go into it as they are.
//   node scripts/sign-licence.mjs PRIVATE_KEY_FILE DEVICE_ID [NAME=TEXT …] > licence.json
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

const [keyPath, deviceId, ...more] = process.argv.slice(2);
if (keyPath === undefined || !/^[0-9a-f]{16}$/.test(deviceId ?? '') || more.some((field) => !/^\w+=/.test(field))) {
  console.error('usage: node scripts/sign-licence.mjs PRIVATE_KEY_FILE DEVICE_ID [NAME=TEXT …]');
  process.exit(64);
}
// What is signed is laid down in one place only.
const { outputFiles } = await build({
  entryPoints: ['src/host/licence/licence.ts'],
  absWorkingDir: new URL('..', import.meta.url).pathname,
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
});
const { signLicence } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`
);
const fields = Object.fromEntries(
  more.map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]),
);
const licence = signLicence(
  { deviceId, issued: new Date().toISOString().slice(0, 10), ...fields },
  createPrivateKey(readFileSync(keyPath)),
);
console.log(JSON.stringify(licence, null, 2));

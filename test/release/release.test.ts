// scripts/release: what it refuses, and what its bill of materials says.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canListPackages, createRepository, VERSION } from './repository.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[];
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
}

const printBill = (): string => execFileSync('node', ['scripts/sbom.mjs'], { encoding: 'utf8' });

test('a commit without a tag is refused', async () => {
  const repository = await createRepository();
  const { code, text } = await repository.release('--no-images');
  expect([code, text]).toEqual([1, expect.stringContaining(`is not tagged v${VERSION}`)]);
  expect(readdirSync(repository.path)).not.toContain('build');
});

test('the tag of another version is refused', async () => {
  const repository = await createRepository();
  await repository.git('tag', `v${VERSION}1`);
  const { code, text } = await repository.release('--no-images');
  expect([code, text]).toEqual([1, expect.stringContaining(`(v${VERSION}1) is not tagged v${VERSION}`)]);
});

test('a file that is not committed is refused, and named', async () => {
  const repository = await createRepository();
  await repository.git('tag', `v${VERSION}`);
  writeFileSync(join(repository.path, 'debian/notes'), '');
  const { code, text } = await repository.release('--no-images');
  expect([code, text]).toEqual([1, expect.stringContaining('debian/notes')]);
});

test('an unknown option is refused', async () => {
  const repository = await createRepository();
  const usage = 'usage: scripts/release [--dry-run] [--no-images]';
  expect(await repository.release('--no-image')).toEqual({ code: 2, text: usage });
});

test.skipIf(!canListPackages)('the bill of materials names each package of the bundles with its licence', () => {
  const text = printBill();
  const { bomFormat, metadata, components } = JSON.parse(text);
  expect([bomFormat, metadata.component.name, metadata.component.version]).toEqual(['CycloneDX', 'cuedeck', VERSION]);

  const listed = (components as readonly Component[]).map(
    ({ name, version, licenses: [first] }) => `${name} ${version}: ${first?.license?.id ?? first?.expression}`,
  );
  const texts = readFileSync('dist/licences.txt', 'utf8');
  const bundled = [...texts.matchAll(/(?:^|-{80}\n\n)(\S+ \S+: .+)\n/g)].map(([, heading]) => heading);
  expect(listed.sort()).toEqual(bundled.sort());
  expect(listed.filter((each) => !/: \(?[A-Z][\w.-]+/.test(each))).toEqual([]);
  const names = components.map(({ name }: Component) => name);
  for (const name of ['express', 'preact', 'debug', 'busboy']) expect(names).toContain(name);
  expect(names.filter((name: string) => ['vitest', 'esbuild', 'typescript'].includes(name))).toEqual([]);
  expect(components.filter(({ hashes }: Component) => hashes?.[0]?.alg !== 'SHA-512')).toEqual([]);

  expect(text).not.toContain(process.cwd());
  expect(text).not.toMatch(/node_modules|registry\.|"distribution"/);
  expect(printBill()).toBe(text);
});

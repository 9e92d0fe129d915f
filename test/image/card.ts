// A card as an owner has it: a copy of the image, with cuedeck.txt edited on a PC.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Board = 'amd64' | 'pi';

/** Where scripts/image puts the boot partition. */
const BOOT_OFFSET = '@@4M';
const CACHE = process.env.CUEDECK_TEST_CACHE ?? '/var/cache/cuedeck-test';

export interface Card {
  readonly path: string;
  /** A file of the boot partition. */
  read(name: string): Buffer;
  write(name: string, text: string): void;
  /** Sets values in cuedeck.txt and leaves all else of it as it is. */
  edit(values: Readonly<Record<string, string>>): void;
}

/** What scripts/image makes of this working copy, not compressed; made once for all tests. */
export const buildImage = (board: Board): string => {
  const path = join(CACHE, `image-under-test-${board}.img`);
  const built = `${path}.built`;
  const state = sourceState();
  if (existsSync(path) && existsSync(built) && readFileSync(built, 'utf8') === state) return path;
  mkdirSync(CACHE, { recursive: true });
  const startedAt = performance.now();
  execFileSync('scripts/image', [board], {
    env: { ...process.env, BUNDLED: '1', RAW: `${path}.new` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(`${path}.new`, path);
  writeFileSync(built, state);
  console.log(`image ${board}: built in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return path;
};

/** Of all that goes into the image. */
const sourceState = (): string => {
  const files = execFileSync(
    'find',
    ['dist', 'image', 'systemd', 'debian', 'clips', 'docs', 'scripts', '-type', 'f', '!', '-name', '*.map'],
    {
      encoding: 'utf8',
    },
  );
  const hash = createHash('sha256');
  for (const file of files.trim().split('\n').sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
};

/** @param gib size of the card: the image is smaller */
export const createCard = (image: string, folder: string, gib: number): Card => {
  const path = join(folder, 'card.img');
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('cp', ['--sparse=always', image, path]);
  if (statSync(image).size >= gib * 2 ** 30) throw new Error(`the image is larger than ${gib} GiB`);
  execFileSync('truncate', ['-s', `${gib}G`, path]);
  const mtools = (program: string, ...args: readonly string[]): Buffer =>
    execFileSync(program, args, { env: { ...process.env, MTOOLS_SKIP_CHECK: '1' }, maxBuffer: 2 ** 28 });
  const read = (name: string): Buffer => mtools('mcopy', '-n', '-i', `${path}${BOOT_OFFSET}`, `::${name}`, '-');
  const write = (name: string, text: string): void => {
    const copy = join(folder, 'edited');
    writeFileSync(copy, text);
    mtools('mcopy', '-o', '-i', `${path}${BOOT_OFFSET}`, copy, `::${name}`);
  };
  return {
    path,
    read,
    write,
    edit: (values) => {
      let text = read('cuedeck.txt').toString();
      for (const [name, value] of Object.entries(values)) {
        if (!text.includes(`\n${name}=`)) throw new Error(`cuedeck.txt has no ${name}`);
        text = text.replace(new RegExp(`^${name}=.*?(\\r?)$`, 'm'), (_line, end) => `${name}=${value}${end}`);
      }
      write('cuedeck.txt', text);
    },
  };
};

// scripts/release: what it makes. Packing takes half a minute on a busy machine.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../appliance/command.ts';
import { canListPackages, createRepository, VERSION } from './repository.ts';

const FILES = [
  'SHA256SUMS',
  `cuedeck-appliance_${VERSION}_all.deb`,
  `cuedeck-talkgroup_${VERSION}_all.deb`,
  `cuedeck_${VERSION}.cdx.json`,
  `cuedeck_${VERSION}_all.deb`,
  `cuedeck_${VERSION}_amd64.img.zst`,
];

/** Cannot build that of the Pi; the other takes no time. */
const IMAGE = '#!/bin/sh\n[ "$1" = pi ] && exit 3\necho image > "$2"\n';

test.skipIf(!canListPackages)(
  'a tag gives all files and their sums; an image that cannot be built is named',
  async () => {
    const repository = await createRepository();
    writeFileSync(join(repository.path, 'scripts/image'), IMAGE);
    await repository.git('commit', '--quiet', '--all', '--message', 'second');
    await repository.git('tag', '--annotate', '--message', 'release', `v${VERSION}`);
    const made = join(repository.path, 'build/release');
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, 'left-over'), '');

    const { code, text } = await repository.release();
    expect(text).toContain('left out, as this machine cannot build it: the image of pi');
    expect(code).toBe(0);
    expect(readdirSync(made).sort()).toEqual([...FILES].sort());
    await run('sh', '-c', 'cd "$1" && sha256sum --check --strict SHA256SUMS', 'sh', made);
    expect(readFileSync(join(made, 'SHA256SUMS'), 'utf8').split('\n').length - 1).toBe(FILES.length - 1);
  },
);

// The packages of the images: what tells of decoders, and what decodes on a PC.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VAAPI_PACKAGES } from '../../src/cli/doctor/decoder-check.ts';

/** As scripts/image-root lists them before it does anything. */
const packagesOf = (board: 'pi' | 'amd64'): readonly string[] => {
  const [lists = ''] = readFileSync('scripts/image-root', 'utf8').split(/(?<=^esac\n)/m);
  return execFileSync('sh', ['-c', `${lists}printf %s "$packages"`, 'image-root', board])
    .toString()
    .split(',');
};

const fieldOf = (name: string): readonly string[] => {
  const control = readFileSync('debian/cuedeck/control', 'utf8');
  const [, list = ''] = new RegExp(`^${name}: (.*)$`, 'm').exec(control) ?? [];
  return list.split(', ').map((entry) => entry.replace(/ .*/, ''));
};

/** VAAPI is of PCs. */
const OF_PC = ['vainfo'];

test.each(['pi', 'amd64'] as const)('the image %s has what the player depends on and recommends', (board) => {
  const wanted = [...fieldOf('Depends'), ...fieldOf('Recommends')];
  expect(packagesOf(board)).toEqual(
    expect.arrayContaining(wanted.filter((name) => board === 'amd64' || !OF_PC.includes(name))),
  );
});

test('that of a PC has the decoders that the doctor asks for', () => {
  expect(packagesOf('amd64')).toEqual(expect.arrayContaining(Object.values(VAAPI_PACKAGES)));
});

import { expect, test } from 'vitest';
import { toUnwritable } from '../../src/cli/backup/unwritable.ts';

const failed = (code: string): Error => Object.assign(new Error(code), { code });

test('a backup without a name, from a folder that takes none, says where it can go', () => {
  const path = 'cuedeck-stage-2026-01-31.tar';
  const places =
    'Name a file: cuedeck backup /var/tmp/cuedeck-stage-2026-01-31.tar. Or write it to another machine: ssh root@NAME.local cuedeck backup - > cuedeck-stage-2026-01-31.tar';
  expect(toUnwritable(path, '/root', failed('EROFS')).message).toBe(
    `The folder /root is on a read-only file system. ${places}`,
  );
  expect(toUnwritable(path, '/root', failed('EACCES')).message).toMatch(
    /^The folder \/root cannot be written to: .*EACCES/,
  );
});

test('one with a name says why that is not possible', () => {
  expect(toUnwritable('/root/a.tar', undefined, failed('EROFS')).message).toMatch(
    /^\/root\/a\.tar cannot be written: .*\. Name a file in another folder\.$/,
  );
});

import { expect, test } from 'vitest';
import { isDue, isUnreadable, toChecked, toExpected } from '../../../src/library/integrity/check-rules.ts';
import type { ChecksumEntry } from '../../../src/library/integrity/checksum-record.ts';

const DAY_MS = 24 * 3600 * 1000;
const CHECKED = '2026-05-01T12:00:00.000Z';
const NOW = { ms: Date.parse(CHECKED), boot: 'one' };
const FACTS = { file: { bytes: 100, changedMs: 5000, inode: 7 }, touchedMs: 6000 };
const ENTRY: ChecksumEntry = { ...FACTS, crc32: 11, checkedAt: CHECKED };
const RECEIVED = { bytes: 100, crc32: 22, changedMs: 5000 };
const DAMAGE = { what: 'changed', foundAt: CHECKED } as const;
const withFile = (change: Partial<typeof FACTS.file>) => ({ ...FACTS, file: { ...FACTS.file, ...change } });
const inDays = (days: number) => ({ ...NOW, ms: NOW.ms + days * DAY_MS });

test.each([
  ['that was never read', undefined, FACTS, NOW, true],
  ['that was read just now', ENTRY, FACTS, NOW, false],
  ['that was read 29 days ago', ENTRY, FACTS, inDays(29), false],
  ['that was read 30 days ago', ENTRY, FACTS, inDays(30), true],
  ['that was read in the future', ENTRY, FACTS, inDays(-2), true],
  ['of another size', ENTRY, withFile({ bytes: 101 }), NOW, true],
  ['that was written since', ENTRY, withFile({ changedMs: 5001 }), NOW, true],
  ['that another one took the name of', ENTRY, withFile({ inode: 8 }), NOW, true],
  ['whose times were put back', ENTRY, { ...FACTS, touchedMs: 6001 }, NOW, true],
  ['that came in this boot', { ...ENTRY, boot: 'one' }, FACTS, NOW, false],
  ['that came before the last boot', { ...ENTRY, boot: 'zero' }, FACTS, NOW, true],
  ['with a time that is none', { ...ENTRY, checkedAt: 'soon' }, FACTS, NOW, true],
  ['that was damaged 23 hours ago', { ...ENTRY, damage: DAMAGE }, FACTS, inDays(23 / 24), false],
  ['that was damaged a day ago', { ...ENTRY, damage: DAMAGE }, FACTS, inDays(1), true],
])('a file %s is due: %#', (_name, entry, facts, now, due) => {
  expect(isDue(entry, facts, now)).toBe(due);
});

test.each([
  ['the checksum that was made of it', ENTRY, undefined, FACTS, 11],
  ['that one rather than what arrived', ENTRY, RECEIVED, FACTS, 11],
  ['what arrived, for the first look', undefined, RECEIVED, FACTS, 22],
  [
    'what arrived, when a lost write left less of it',
    undefined,
    RECEIVED,
    { ...withFile({ bytes: 60, changedMs: 4000 }), touchedMs: 4000.4 },
    22,
  ],
  [
    'nothing, when somebody put an older file in its place before the first look',
    undefined,
    RECEIVED,
    withFile({ bytes: 60, changedMs: 4000, inode: 8 }),
    undefined,
  ],
  [
    'nothing, when somebody copied an older file of the same size over it before the first look',
    undefined,
    RECEIVED,
    withFile({ changedMs: 4000 }),
    undefined,
  ],
  ['what arrived, when only its name has changed', undefined, RECEIVED, { ...FACTS, touchedMs: 9000 }, 22],
  ['nothing, when it was written after it arrived', undefined, RECEIVED, withFile({ changedMs: 5001 }), undefined],
  ['nothing, when it was replaced', ENTRY, undefined, withFile({ inode: 8 }), undefined],
  [
    'what arrived, when that took the place of another file',
    { ...ENTRY, ...withFile({ bytes: 9 }) },
    RECEIVED,
    FACTS,
    22,
  ],
  [
    'nothing, when an older copy took the place of what arrived',
    ENTRY,
    RECEIVED,
    withFile({ changedMs: 1 }),
    undefined,
  ],
  ['nothing, when it came another way', undefined, undefined, FACTS, undefined],
])('a file must have %s', (_name, entry, received, facts, expected) => {
  expect(toExpected(entry, received, facts)).toBe(expected);
});

test('a file that is read for the first time is taken as it is, and read again after the next boot', () => {
  const first = toChecked(undefined, FACTS, { expected: undefined, found: 11, now: NOW });
  expect(first).toEqual({ ...ENTRY, boot: 'one' });
  const second = toChecked(first, FACTS, { expected: 11, found: 11, now: { ...NOW, boot: 'two' } });
  expect(second).toEqual(ENTRY);
  expect(isDue(second, FACTS, { ...NOW, boot: 'three' })).toBe(false);
});

test('where the boot is not known, only days count', () => {
  const now = { ...NOW, boot: '' };
  const first = toChecked(undefined, FACTS, { expected: undefined, found: 11, now });
  expect([first, isDue(first, FACTS, now)]).toEqual([ENTRY, false]);
});

test('other bytes are damage, which keeps the time at which it was found and the checksum of what it was', () => {
  const damaged = toChecked(ENTRY, FACTS, { expected: 11, found: 12, now: NOW });
  expect(damaged).toEqual({ ...ENTRY, boot: 'one', damage: DAMAGE });
  const later = inDays(1);
  const checkedAt = new Date(later.ms).toISOString();
  const still = toChecked(damaged, FACTS, { expected: 11, found: 13, now: later });
  expect(still).toEqual({ ...ENTRY, checkedAt, boot: 'one', damage: DAMAGE });
});

test('a fault that passed is forgotten after the next boot, and the file is then left alone', () => {
  const damaged = toChecked(ENTRY, FACTS, { expected: 11, found: undefined, now: NOW });
  const now = { ...NOW, boot: 'two' };
  expect(isDue(damaged, FACTS, now)).toBe(true);
  const whole = toChecked(damaged, FACTS, { expected: 11, found: 11, now });
  expect([whole, isDue(whole, FACTS, { ...NOW, boot: 'three' })]).toEqual([ENTRY, false]);
});

test.each([
  ['EIO', true],
  ['ENODATA', true],
  ['EREMOTEIO', true],
  ['EILSEQ', true],
  ['ETIMEDOUT', false],
  ['EACCES', false],
])('%s from the file system means that the card cannot read the file: %s', (code, is) => {
  expect(isUnreadable(Object.assign(new Error('read failed'), { code }))).toBe(is);
});

test('a file that cannot be read is damaged also when nobody knows what it was', () => {
  const { crc32: _crc32, ...rest } = ENTRY;
  const damage = { what: 'unreadable', foundAt: CHECKED };
  const given = { expected: undefined, found: undefined, now: { ...NOW, boot: '' } };
  expect(toChecked(undefined, FACTS, given)).toEqual({ ...rest, damage });
});

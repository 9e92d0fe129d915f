import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/base/errors.ts';
import { createCatalogue, MAX_TALKGROUPS } from '../../../src/talkgroup/registry/catalogue.ts';
import { parseCatalogueFile } from '../../../src/talkgroup/registry/catalogue-file.ts';

const refusal = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
  }
  return 'not refused';
};

describe('lists of talkgroups, told apart by their shape', () => {
  const WORLD = { number: 91, name: 'World-wide' };
  const EUROPE = { number: 92, name: 'Europe' };

  test.each([
    ['BrandMeister', '{"91":"World-wide","92":"Europe"}'],
    [
      'FreeDMR/ADN',
      '{"count":2,"results":[{"id":91,"callsign":"World-wide","tgid":"TG91"},{"id":"92","callsign":"Europe"}]}',
    ],
    [
      'TGIF',
      '[{"id":"91","name":"World-wide","website":"","description":"V29ybGQ="},{"id":92,"name":"Europe","website":"","description":""}]',
    ],
    ['CSV', 'TG Number,TG Name\r\n91,World-wide\r\n"92","Europe"\r\n'],
    ['CSV', '91,World-wide\n92,Europe\n'],
    ['Pi-Star TGList', '# Dest ID;Option;Name;Description\n#\n91;0;World-wide;TG91\n92;0;Europe;TG92\n'],
    ['list_talkgroups', '[{"number":"91","name":"World-wide"},{"number":"92","name":"Europe"}]'],
    ['BrandMeister', '\ufeff{"91":"World-wide","92":"Europe"}'],
  ])('%s: %s', (format, text) => {
    expect(parseCatalogueFile(text)).toEqual({ format, entries: [WORLD, EUROPE], skipped: {} });
  });

  test('what is no talkgroup is left out, and counted by its reason', () => {
    const text = ['91;0;World-wide;TG91', '4000;1;DISCONNECT;REF4000', '9990;2;PARROT;PC9990', '9998;0;X;TG9998']
      .concat(['x;0;NOT A NUMBER;', '16777216;0;TOO LARGE;', '91;0;AGAIN;', '202;0;;TG202'])
      .join('\n');
    expect(parseCatalogueFile(text)).toEqual({
      format: 'Pi-Star TGList',
      entries: [
        { number: 91, name: 'World-wide' },
        { number: 202, name: 'TG202' },
      ],
      skipped: { 'reflector or private call': 2, 'service number': 1, 'no talkgroup number': 2, repeated: 1 },
    });
  });

  test('a quoted CSV name may hold commas and quotes', () => {
    expect(parseCatalogueFile('TG Number,TG Name\n91,"World, ""wide"""').entries).toEqual([
      { number: 91, name: 'World, "wide"' },
    ]);
  });

  test.each([
    ['nothing', ''],
    ['an empty object', '{}'],
    ['an empty array', '[]'],
    ['an object of other keys', '{"name":"x"}'],
    ['an object of other values', '{"91":{"a":1}}'],
    ['an array of texts', '["91"]'],
    ['an array of other objects', '[{"a":1}]'],
    ['results that are no list', '{"results":5}'],
    ['broken JSON', '{"91":'],
    ['a web page', '<!doctype html><p>No'],
    ['a line of words', 'hello, world'],
    ['null', 'null'],
  ])('%s is refused', (_name, text) => {
    expect(refusal(() => parseCatalogueFile(text))).toMatch(/^invalid-value: This is no talkgroup list; allowed: /);
  });
});

describe('the catalogue', () => {
  const create = (...numbers: readonly number[]) => {
    let changes = 0;
    const catalogue = createCatalogue({
      talkgroups: numbers.map((number) => ({ number, name: `Name ${number}`, enabled: true })),
      onChange: () => {
        changes++;
      },
    });
    return { catalogue, changes: () => changes };
  };
  const KEEP = { dryRun: false, deleteMissing: false };

  test('an import adds, renames, keeps, and deletes only when told to', () => {
    const { catalogue, changes } = create(91, 92, 93);
    const entries = [
      { number: 91, name: 'Name 91' },
      { number: 92, name: 'Europe' },
      { number: 262, name: 'Germany' },
    ];
    const counts = { added: 1, changed: 1, unchanged: 1, deleted: 0 };
    expect(catalogue.merge(entries, { dryRun: true, deleteMissing: true })).toEqual({ ...counts, deleted: 1 });
    expect([changes(), catalogue.list().map(({ number }) => number)]).toEqual([0, [91, 92, 93]]);
    expect(catalogue.merge(entries, KEEP)).toEqual(counts);
    expect(catalogue.list().map(({ number, name }) => `${number} ${name}`)).toEqual([
      '91 Name 91',
      '92 Europe',
      '93 Name 93',
      '262 Germany',
    ]);
    expect(catalogue.merge(entries, { dryRun: false, deleteMissing: true })).toEqual({
      ...{ added: 0, changed: 0, unchanged: 3, deleted: 1 },
    });
    expect(catalogue.get(93)).toBeUndefined();
    expect(changes()).toBe(2);
  });

  test('the same list a second time changes nothing, also with repeated names', () => {
    const { catalogue, changes } = create();
    const entries = [1, 2, 3].map((number) => ({ number, name: 'Local' }));
    catalogue.merge(entries, KEEP);
    expect(catalogue.list().map(({ name }) => name)).toEqual(['Local', 'Local (2)', 'Local (3)']);
    expect(catalogue.merge(entries, KEEP)).toEqual({ added: 0, changed: 0, unchanged: 3, deleted: 0 });
    expect(changes()).toBe(1);
  });

  test('names are unique even when a name looks like one that was kept apart', () => {
    const { catalogue } = create();
    catalogue.merge(
      [
        { number: 5, name: 'Local (2)' },
        { number: 1, name: 'Local' },
        { number: 2, name: 'Local' },
      ],
      KEEP,
    );
    expect(new Set(catalogue.list().map(({ name }) => name)).size).toBe(3);
  });

  test('names do not reverse the text behind them', () => {
    const { catalogue } = create();
    catalogue.merge([{ number: 1, name: 'a\u202eb\u2066c' }], KEEP);
    expect(catalogue.nameOf(1)).toBe('a b c');
  });

  test('names are one clean line of at most 64 characters, and never empty', () => {
    const { catalogue } = create();
    const entries = ['  a\u0000\n  b ', '', 'x'.repeat(100), 'e\u0301', '<b>'].map((name, index) => ({
      number: index + 1,
      name,
    }));
    catalogue.merge(entries, KEEP);
    expect(catalogue.list().map(({ name }) => name)).toEqual(['a b', 'TG 2', 'x'.repeat(64), '\u00e9', '<b>']);
  });

  test('the local talkgroup 9 comes in switched off; what is switched stays so', () => {
    const { catalogue } = create(91);
    catalogue.enable(91, false);
    catalogue.merge(
      [
        { number: 9, name: 'Local' },
        { number: 91, name: 'World' },
        { number: 92, name: 'Europe' },
      ],
      KEEP,
    );
    expect([9, 91, 92, 93, 4000].map((number) => catalogue.isCarried(number))).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    catalogue.enable(9, true);
    expect(catalogue.isCarried(9)).toBe(true);
  });

  test('5,000 talkgroups are taken, one more is refused as a whole', () => {
    const { catalogue } = create();
    const entries = Array.from({ length: MAX_TALKGROUPS + 1 }, (_, index) => ({ number: 10_001 + index, name: 'T' }));
    expect(refusal(() => catalogue.merge(entries, KEEP))).toBe(
      'invalid-value: 5001 talkgroups are too many; allowed: up to 5000.',
    );
    expect(catalogue.list()).toEqual([]);
    catalogue.merge(entries.slice(1), KEEP);
    expect(catalogue.list()).toHaveLength(5000);
  });

  test('a talkgroup nobody knows cannot be switched', () => {
    expect(refusal(() => create().catalogue.enable(91, false))).toBe(
      'invalid-value: Talkgroup 91 is not in the catalogue.',
    );
  });
});

test('a key that is no number is skipped and counted, the others are taken', () => {
  expect(parseCatalogueFile('{"91":"World","name":"x","":"y","-5":"z"}')).toEqual({
    ...{ format: 'BrandMeister', entries: [{ number: 91, name: 'World' }] },
    skipped: { 'no talkgroup number': 3 },
  });
});

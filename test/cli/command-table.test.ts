// Rules that every row of the table keeps, whoever writes it.
import { expect, test } from 'vitest';
import { COMMON_OPTIONS, toCommonOptions } from '../../src/cli/command.ts';
import { COMMAND_TABLE, findRow } from '../../src/cli/command-table.ts';
import { parseJournal } from '../../src/cli/commands/logs-command.ts';
import { parseTime, toSizeText, toTable, toTimeText } from '../../src/cli/format.ts';

const options = COMMAND_TABLE.flatMap((row) => [...row.options, ...toCommonOptions(row)]);

test('a name stands for one command, and every meaning is one clause without a full stop', () => {
  expect(new Set(COMMAND_TABLE.map(({ name }) => name)).size).toBe(COMMAND_TABLE.length);
  for (const { meaning } of [...COMMAND_TABLE, ...options, ...COMMON_OPTIONS]) expect(meaning).toMatch(/[^.]$/);
});

test('an option is called in lower-case words with hyphens', () => {
  for (const { name } of [...options, ...COMMON_OPTIONS]) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test('an option of one name takes a value everywhere or nowhere', () => {
  for (const { name, value } of options) {
    const others = [...options, ...COMMON_OPTIONS].filter((option) => option.name === name);
    expect([name, others.map((option) => option.value === undefined)]).toEqual([
      name,
      others.map(() => value === undefined),
    ]);
  }
});

test.each([
  [['update', '3', '--loop'], 'edit', ['3', '--loop']],
  [['update', 'cuedeck.deb'], 'update', ['cuedeck.deb']],
  [['license', 'install', 'x'], 'license install', ['x']],
  [['license'], 'license', []],
  [['talkgroup', 'peer', 'add', '1', 'x'], 'talkgroup peer add', ['1', 'x']],
  [['talkgroup', 'peer'], undefined, undefined],
  [[], undefined, undefined],
])('%j is %s', (words, name, rest) => {
  const found = findRow(COMMAND_TABLE, words);
  expect([found?.row.name, found?.rest]).toEqual([name, rest]);
});

test('times and sizes are read and written as people do', () => {
  expect([parseTime('75.5'), parseTime('1:15.5'), parseTime('1:02:03')]).toEqual([75.5, 75.5, 3723]);
  for (const bad of ['', '-1', '1:60', 'x', '1::2', '1e3']) expect(() => parseTime(bad)).toThrow(/is not a time/);
  expect([toTimeText(3.4805), toTimeText(59.9999), toTimeText(3723)]).toEqual(['0:03.481', '1:00.000', '1:02:03.000']);
  expect([toSizeText(512), toSizeText(999_999), toSizeText(28_100_000_000)]).toEqual([
    '512 bytes',
    '1.0 MB',
    '28.1 GB',
  ]);
});

test('a foreign name cannot send anything to the terminal, nor spoil the table', () => {
  expect(
    toTable([
      ['a\u001b[2J', 'b'],
      ['x'.repeat(60), 'c'],
    ]),
  ).toEqual([`a\ufffd[2J${' '.repeat(35)}  b`, `${'x'.repeat(39)}…  c`]);
});

test('lines of the journal become lines of the log; bytes and nonsense do no harm', () => {
  const output = [
    '{"__REALTIME_TIMESTAMP":"1777665300000000","_SYSTEMD_UNIT":"cuedeck-player.service","PRIORITY":"3","MESSAGE":"player frozen"}',
    '{"__REALTIME_TIMESTAMP":"1777665301000000","_SYSTEMD_UNIT":"init.scope","UNIT":"cuedeck-player.service","MESSAGE":[71,114,195,188,195,159,101]}',
    'nonsense',
    '',
  ].join('\n');
  expect(parseJournal(output)).toEqual([
    { at: '2026-05-01T19:55:00.000Z', unit: 'cuedeck-player', level: 'error', text: 'player frozen' },
    { at: '2026-05-01T19:55:01.000Z', unit: 'cuedeck-player', level: 'info', text: 'Grüße' },
  ]);
});

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { TALKGROUP_SETTINGS } from '../../src/config/talkgroup.ts';
import { COMMANDS, type Command } from '../../src/talkgroup/admin/commands.ts';
import { API_OPERATIONS, type Operation, toPath } from '../../src/talkgroup/http/operations.ts';
import { BRIDGE_REFUSALS } from '../../src/talkgroup/openbridge/bridge-counters.ts';
import { API_STATUSES } from '../../src/talkgroup/telemetry/counters.ts';
import { metricsOf, register, startService } from './fakes/running-service.ts';

const FOLDER = new URL('../../docs/talkgroup/', import.meta.url);
const TEXT = readdirSync(FOLDER)
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
  .join('\n');

/** Rows of the table with this header, cells trimmed; the formatter pads them. */
const tableOf = (header: string): readonly (readonly string[])[] => {
  const lines = TEXT.split('\n');
  const start = lines.findIndex((line) => line.replace(/ +/g, ' ') === header);
  if (start < 0) throw new Error(`no table ${header}`);
  const rows = lines.slice(start + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
};

const code = (text: string): string => `\`${text}\``;

describe('the tables of the documentation are those of the code', () => {
  test('settings', () => {
    expect(tableOf('| variable | default | meaning |')).toEqual(
      Object.values(TALKGROUP_SETTINGS).map(({ variable, standard, meaning }) => [
        code(variable),
        standard === '' ? 'empty' : code(standard),
        meaning,
      ]),
    );
  });

  test('operations', () => {
    expect(tableOf('| operation | path | parameters | what it does |')).toEqual(
      Object.entries(API_OPERATIONS).map(([name, { parameters, meaning }]: [string, Operation]) => [
        name,
        code(toPath(name)),
        ['peer', ...parameters].map(code).join(', '),
        meaning,
      ]),
    );
  });

  test('statuses', () => {
    const statuses = tableOf('| status | when |').map(([status]) => Number(status));
    expect(statuses).toEqual([...API_STATUSES, 404].filter((status) => status !== 200).sort());
  });

  test('reasons of a bridge', () => {
    expect(tableOf('| reason | why a burst was refused |').map(([reason]) => reason)).toEqual(
      BRIDGE_REFUSALS.map(code),
    );
  });

  test('metrics of a bridge', async () => {
    const service = await startService();
    const metrics = await metricsOf(service);
    const names = metrics.flatMap((line) => /^# TYPE (cuedeck_talkgroup_bridge_\S+) /.exec(line)?.[1] ?? []);
    expect(tableOf('| metric | what it counts |').map(([name]) => name)).toEqual(names.map(code));
  });

  test('commands', () => {
    expect(tableOf('| command | what it does |')).toEqual(
      Object.entries(COMMANDS).map(([name, { takes, meaning }]: [string, Command]) => [
        code([name, ...takes].join(' ')),
        meaning,
      ]),
    );
  });
});

describe('the curl lines of the documentation', () => {
  const lines = TEXT.split('\n').filter((line) => line.startsWith('curl "'));

  test('they do what they say, with the token in the form and as the user', async () => {
    const service = await startService();
    const { token } = await register(service, 234_567_801);
    await service.admin('catalogue import', ['91,World\n262,Germany']);
    const run = promisify(execFile);
    const answers: string[] = [];
    for (const line of lines) {
      const env = { ...process.env, MASTER: service.http, PEER: '234567801', TOKEN: token };
      const { stdout } = await run('sh', ['-c', line.replace('curl ', 'curl --silent --max-time 10 ')], { env });
      answers.push(stdout);
    }
    expect(lines.filter((line) => line.includes('--user "$TOKEN:"')).length).toBeGreaterThan(0);
    expect(answers).toEqual([
      '[{"number":"91","name":"World"},{"number":"262","name":"Germany"}]',
      'OK',
      'OK',
      JSON.stringify({
        static_talkgroups: [
          { number: '91', name: 'World', timeslot: 'SLOT2', enabled: true },
          { number: '262', name: 'Germany', timeslot: 'SLOT1', enabled: false },
        ],
        dynamic_talkgroups: [],
      }),
      'OK',
    ]);
  });
});

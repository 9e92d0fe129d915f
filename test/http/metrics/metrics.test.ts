import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asOrigin } from '../../../src/base/origin.ts';
import { PlayCounters } from '../../../src/deck/plays/play-counters.ts';
import { PlayRecorder } from '../../../src/deck/plays/play-recorder.ts';
import { toHistogram, toPrometheusText } from '../../../src/http/metrics/prometheus-text.ts';
import { createServer } from '../server-under-test.ts';

interface Family {
  readonly type: string;
  readonly samples: Record<string, number>;
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(\\{${LABEL}(?:,${LABEL})*\\})? (-?[0-9.e+-]+|\\+Inf|NaN)$`);

/** The text format as its specification has it; throws on anything else. */
const parseMetrics = (text: string): Record<string, Family> => {
  const families: Record<string, Family> = {};
  let [helped, current] = ['', ''];
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.slice(0, -1).split('\n')) {
    const [, helpName] = new RegExp(`^# HELP (${NAME}) \\S.*$`).exec(line) ?? [];
    const [, typeName, type] = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`).exec(line) ?? [];
    if (helpName !== undefined) helped = helpName;
    else if (typeName !== undefined && type !== undefined) {
      if (typeName !== helped || typeName in families) throw new Error(`out of place: ${line}`);
      families[typeName] = { type, samples: {} };
      current = typeName;
    } else {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      const family = families[current];
      if (name === undefined || family === undefined) throw new Error(`no sample: ${line}`);
      const suffix = name.slice(current.length);
      const isOfFamily = family.type === 'histogram' ? /^_(bucket|sum|count)$/.test(suffix) : suffix === '';
      const key = suffix + labels;
      if (!name.startsWith(current) || !isOfFamily || key in family.samples) throw new Error(`out of place: ${line}`);
      family.samples[key] = Number(value);
    }
  }
  return families;
};

const createMetered = async (token = '') => {
  let counters: PlayCounters | undefined;
  const totals = () => counters?.totals() ?? expect.fail();
  const plays = { running: () => undefined, read: async () => [], totals };
  const server = await createServer({ plays, token });
  const recorder = new PlayRecorder(server);
  counters = new PlayCounters({ ...server, recorder });
  return server;
};

test('plays, frames, faults, commands, restarts, starts, disk and temperature are told in valid text', async () => {
  const { ask, deck, player, clock, settle } = await createMetered();
  const clip = deck.state().document.clips[1] ?? expect.fail();
  const before = parseMetrics((await ask('/metrics')).text);
  await asOrigin({ door: 'osc', from: '' }, () => deck.cue(() => clip, { playing: true }));
  for (let frame = 0; frame < 25; frame += 1) {
    clock.advance(0.04);
    player.advance(0.04);
  }
  player.interfere({ frameCounts: { droppedByDecoder: 1, droppedByOutput: 2, late: 3 } });
  await deck.stop();
  player.lose('crashed');
  player.revive();
  await settle();
  const { text, headers } = await ask('/metrics');
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const after = parseMetrics(text);
  expect(after).toMatchObject({
    cuedeck_plays_total: { type: 'counter', samples: { '{door="osc",ended="stop"}': 1 } },
    cuedeck_frames_due_total: { type: 'counter', samples: { '': 25 } },
    cuedeck_frames_dropped_total: { type: 'counter', samples: { '{by="decoder"}': 1, '{by="output"}': 2 } },
    cuedeck_frames_late_total: { type: 'counter', samples: { '': 3 } },
    cuedeck_faults_total: { type: 'counter', samples: { '{kind="playback"}': 0, '{kind="clip"}': 0 } },
    cuedeck_mpv_restarts_total: {
      type: 'counter',
      samples: { '{reason="crashed"}': 1, '{reason="frozen"}': 0, '{reason="killed"}': 0 },
    },
    cuedeck_start_to_picture_seconds: {
      type: 'histogram',
      samples: { '_bucket{le="0.05"}': 1, '_bucket{le="+Inf"}': 1, _sum: 0, _count: 1 },
    },
    cuedeck_playing: { type: 'gauge', samples: { '': 0 } },
    cuedeck_clips: { type: 'gauge', samples: { '': 3 } },
    cuedeck_temperature_celsius: { type: 'gauge', samples: { '': 51.5 } },
  });
  const osc = (families: Record<string, Family>): number =>
    families.cuedeck_commands_total?.samples['{door="osc"}'] ?? 0;
  expect(osc(after) - osc(before)).toBe(1);
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  if (checked.error === undefined) expect([checked.status, checked.stderr]).toEqual([0, '']);
});

test('they are behind the token, and are only read', async () => {
  const { ask } = await createMetered('a token of some length');
  expect((await ask('/metrics')).status).toBe(401);
  expect((await ask('/metrics?token=a%20token%20of%20some%20length')).status).toBe(200);
  const headers = { Authorization: 'Bearer a token of some length' };
  expect((await ask('/metrics', { method: 'POST', headers })).status).toBe(405);
  expect((await ask('/metrics', { method: 'HEAD', headers })).text).toBe('');
});

test('a label may hold any text, and buckets add up', () => {
  const metric = { name: 'a', type: 'gauge', help: 'b' } as const;
  const text = toPrometheusText([{ ...metric, samples: [[{ c: 'd"\\\n' }, 1]] }]);
  expect(text).toBe('# HELP a b\n# TYPE a gauge\na{c="d\\"\\\\\\n"} 1\n');
  expect(Object.keys(parseMetrics(text))).toEqual(['a']);
  expect(toHistogram([1, 2], [3, 0, 4], 9)).toEqual([
    [{ le: '1' }, 3, '_bucket'],
    [{ le: '2' }, 3, '_bucket'],
    [{ le: '+Inf' }, 7, '_bucket'],
    [{}, 9, '_sum'],
    [{}, 7, '_count'],
  ]);
});

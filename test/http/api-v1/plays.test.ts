import { expect, test } from 'vitest';
import { asOrigin } from '../../../src/base/origin.ts';
import type { Play } from '../../../src/deck/plays/play.ts';
import { PlayRecorder } from '../../../src/deck/plays/play-recorder.ts';
import { NO_PLAYS } from '../../fakes/api-parts.ts';
import { createServer, type Question } from '../server-under-test.ts';

const PLAY: Play = {
  ...{ startedAt: '2026-05-01T20:15:00.000Z', endedAt: '2026-05-01T20:15:10.000Z' },
  ...{ clipId: 'a', clip: '=cmd,"x"', inSeconds: 0, outSeconds: 10 },
  by: { door: 'osc', from: '10.0.0.7' },
  ended: 'end',
  ...{ framesDue: 250, framesDropped: 3, framesDroppedByDecoder: 1, framesDroppedByOutput: 2, framesLate: 4 },
};

const createPlays = async () => {
  const asked: object[] = [];
  const read = async (options: object): Promise<readonly Play[]> => {
    asked.push(options);
    return [PLAY];
  };
  const server = await createServer({
    plays: { running: () => ({ ...PLAY, ended: null }), read, totals: () => NO_PLAYS },
  });
  return { ...server, asked };
};

test('plays are listed as JSON, since an instant and up to a limit', async () => {
  const { ask, asked } = await createPlays();
  expect(JSON.parse((await ask('/api/v1/plays')).text)).toEqual([PLAY]);
  await ask('/api/v1/plays?since=2026-05-01T00:00:00Z&limit=10000');
  expect(asked).toEqual([
    { sinceSeconds: 0, limit: 100 },
    { sinceSeconds: Date.UTC(2026, 4, 1) / 1000, limit: 10_000 },
  ]);
});

test('plays are listed that began before an instant or a day', async () => {
  const { ask, asked } = await createPlays();
  await ask('/api/v1/plays?since=2026-05-01&until=2026-05-02&limit=5');
  await ask('/api/v1/plays?until=2026-05-01T20:15:00.001Z');
  expect(asked).toEqual([
    { sinceSeconds: Date.UTC(2026, 4, 1) / 1000, untilSeconds: Date.UTC(2026, 4, 2) / 1000, limit: 5 },
    { sinceSeconds: 0, untilSeconds: Date.UTC(2026, 4, 1, 20, 15, 0, 1) / 1000, limit: 100 },
  ]);
});

test('as a table they open in a spreadsheet, and no name of a clip is computed there', async () => {
  const { ask } = await createPlays();
  const { text, headers } = await ask('/api/v1/plays?format=csv');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(text.split('\r\n')).toEqual([
    'startedAt,endedAt,clipId,clip,inSeconds,outSeconds,door,from,ended,framesDue,framesDropped,framesDroppedByDecoder,framesDroppedByOutput,framesLate',
    `2026-05-01T20:15:00.000Z,2026-05-01T20:15:10.000Z,a,"'=cmd,""x""",0,10,osc,10.0.0.7,end,250,3,1,2,4`,
    '',
  ]);
});

test.each(['since=yesterday', 'until=now', 'until=', 'limit=0', 'limit=10001', 'limit=x', 'format=xml'])(
  '%s is refused',
  async (query) => {
    const { ask, asked } = await createPlays();
    const { status, text } = await ask(`/api/v1/plays?${query}`);
    expect([status, JSON.parse(text).code]).toEqual([400, 'invalid-value']);
    expect(asked).toEqual([]);
  },
);

test('the running play is told by itself', async () => {
  const { ask } = await createPlays();
  expect(JSON.parse((await ask('/api/v1/plays/running')).text)).toEqual({ play: { ...PLAY, ended: null } });
});

test('a play tells whether the page, the command line or another program fired it, by which API ever', async () => {
  const server = await createServer();
  const recorder = new PlayRecorder(server);
  const doors: string[] = [];
  recorder.subscribe({ onBegin: ({ by }) => doors.push(`${by.door} ${by.from}`) });
  const fire = async (path: string, question: Question): Promise<void> => {
    await server.ask(path, question);
    await server.deck.stop();
  };
  const body = '{"clipId":"a"}';
  await fire('/api/v1/transport/fire', { method: 'POST', body, headers: { 'X-CueDeck': 'page' } });
  await fire('/api/v1/transport/fire', { method: 'POST', body, headers: { 'X-CueDeck': 'cli' } });
  await fire('/api/v1/transport/fire', { method: 'POST', body, headers: { 'X-CueDeck': '1' }, from: '127.0.0.9' });
  await fire('/play', {});
  await asOrigin({ door: 'mqtt', from: 'cuedeck/all/do/play' }, () => server.deck.play());
  expect(doors).toEqual([
    'page 127.0.0.1',
    'cli 127.0.0.1',
    'http 127.0.0.9',
    'http 127.0.0.1',
    'mqtt cuedeck/all/do/play',
  ]);
});

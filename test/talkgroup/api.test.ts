import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { API_OPERATIONS, toPath } from '../../src/talkgroup/http/operations.ts';
import { createTalkgroupApi } from '../../src/talkgroup/http/talkgroup-api.ts';
import { createRecordingLog } from '../fakes/recording-log.ts';
import { transmission } from './fakes/bursts.ts';
import { type Answer, joinByUdp, type RunningService, register, startService } from './fakes/running-service.ts';
import { createTestNetwork, TOKEN, toPeerRecord } from './fakes/test-network.ts';

const PEER = 2_345_678;
const WRONG = 'f'.repeat(40);
const PATHS = Object.keys(API_OPERATIONS).map(toPath);

const OK = { status: 200, type: 'text/plain; charset=utf-8', body: 'OK' };
const invalid = (status: number) => ({ status, type: 'text/plain; charset=utf-8', body: 'invalid' });
const shown = ({ status, type, body }: Answer) => ({ status, type, body });

const start = async () => {
  const service = await startService();
  const { token } = await register(service, PEER);
  for (const [number, name] of [
    ['91', 'World'],
    ['92', 'Europe'],
    ['262', 'Germany'],
    ['5090600', 'CueDeck'],
  ])
    await service.admin('catalogue add', [number ?? '', name ?? '']);
  const call = async (operation: string, fields: Readonly<Record<string, string>> = {}) =>
    shown(await service.post(`/api/${operation}.json`, { peer: String(PEER), token, ...fields }));
  const list = async (): Promise<unknown> => JSON.parse((await call('get_talkgroups')).body);
  return { service, token, call, list };
};

describe('list_talkgroups', () => {
  test('what the peer may request, ascending by number, without what is switched off or not allowed', async () => {
    const { service, call } = await start();
    await service.admin('catalogue disable', ['92']);
    expect(await call('list_talkgroups')).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: '[{"number":"91","name":"World"},{"number":"262","name":"Germany"},{"number":"5090600","name":"CueDeck"}]',
    });
    await service.admin('peer allow', [String(PEER), '1-100,262']);
    expect((await call('list_talkgroups')).body).toBe(
      '[{"number":"91","name":"World"},{"number":"262","name":"Germany"}]',
    );
  });

  test('service numbers are never among them', () => {
    const { network } = createTestNetwork({ peers: [toPeerRecord(PEER)] });
    const numbers = [4000, 5000, 9990, 9991, 9999, 10_000];
    network.catalogue.merge(
      numbers.map((number) => ({ number, name: `T${number}` })),
      { dryRun: false, deleteMissing: true },
    );
    const api = createTalkgroupApi({ network, log: createRecordingLog() });
    const body = `peer=${PEER}&token=${TOKEN}`;
    expect(api.answer({ operation: 'list_talkgroups', body, authorization: undefined, address: '10.0.0.1' }).body).toBe(
      '[{"number":"10000","name":"T10000"}]',
    );
  });
});

describe('get and set', () => {
  test('a peer begins with nothing', async () => {
    expect(await (await start()).list()).toEqual({ static_talkgroups: [], dynamic_talkgroups: [] });
  });

  test('set adds with timeslot 2 and enabled, or as told; the lists ascend', async () => {
    const { call, list } = await start();
    expect(await call('set_talkgroup', { tg: '5090600' })).toEqual(OK);
    expect(await call('set_talkgroup', { tg: '91', timeslot: '1', enabled: 'false' })).toEqual(OK);
    expect(await list()).toEqual({
      static_talkgroups: [
        { number: '91', name: 'World', timeslot: 'SLOT1', enabled: false },
        { number: '5090600', name: 'CueDeck', timeslot: 'SLOT2', enabled: true },
      ],
      dynamic_talkgroups: [],
    });
  });

  test('set on a set talkgroup changes its timeslot and whether it is enabled', async () => {
    const { call, list } = await start();
    await call('set_talkgroup', { tg: '91', timeslot: '1', enabled: 'false' });
    await call('set_talkgroup', { tg: '91', timeslot: '2', enabled: 'true' });
    expect(await list()).toMatchObject({
      static_talkgroups: [{ number: '91', timeslot: 'SLOT2', enabled: true }],
    });
    await call('set_talkgroup', { tg: '91', timeslot: '1' });
    expect(await list()).toMatchObject({ static_talkgroups: [{ timeslot: 'SLOT1', enabled: true }] });
  });

  test("a user's voice makes a talkgroup dynamic, a disabled static one besides", async () => {
    const { service, call, list } = await start();
    const hotspot = await joinByUdp(service, 2_345_672);
    const mine = { peer: '2345672', token: hotspot.token };
    await call('set_talkgroup', { ...mine, tg: '92', enabled: 'false' });
    for (const [destination, stream] of [
      [91, 1],
      [92, 2],
    ] as const) {
      const spoken = { peer: 2_345_672, source: 2_345_672, destination, timeslot: 1, stream } as const;
      for (const burst of transmission(spoken, 2)) hotspot.send(burst);
    }
    await service.settle();
    expect(JSON.parse((await call('get_talkgroups', mine)).body)).toEqual({
      static_talkgroups: [{ number: '92', name: 'Europe', timeslot: 'SLOT2', enabled: false }],
      dynamic_talkgroups: [
        { number: '91', name: 'World', timeslot: 'SLOT1' },
        { number: '92', name: 'Europe', timeslot: 'SLOT1' },
      ],
    });
    await call('set_talkgroup', { ...mine, tg: '91' });
    await call('del_talkgroup', { ...mine, tg: '92' });
    expect(JSON.parse((await call('get_talkgroups', mine)).body)).toEqual({
      static_talkgroups: [{ number: '91', name: 'World', timeslot: 'SLOT2', enabled: true }],
      dynamic_talkgroups: [],
    });
    expect(await list()).toEqual({ static_talkgroups: [], dynamic_talkgroups: [] });
  });

  test('a dynamic one is gone to the second, also between two sweeps', () => {
    const world = createTestNetwork();
    const hotspot = world.join(PEER);
    const spoken = { peer: PEER, source: 1, destination: 91, timeslot: 2, stream: 1 } as const;
    for (const burst of transmission(spoken, 1)) hotspot.send(burst);
    const api = createTalkgroupApi({ network: world.network, log: createRecordingLog() });
    const get = () =>
      api.answer({
        ...{ operation: 'get_talkgroups', body: `peer=${PEER}&token=${TOKEN}`, address: '10.0.0.1' },
        authorization: undefined,
      }).body;
    world.clock.advance(899.99);
    expect(get()).toContain('"dynamic_talkgroups":[{');
    world.clock.advance(0.01);
    expect(get()).toContain('"dynamic_talkgroups":[]');
  });

  test.each([
    ['1', 'SLOT2'],
    ['2', 'SLOT2'],
    ['7', 'SLOT2'],
    ['', 'SLOT2'],
  ])('a simplex peer that sends timeslot %j gets %s', async (timeslot, slot) => {
    const { service, call } = await start();
    const hotspot = await joinByUdp(service, 2_345_672, { configuration: { slots: 4 } });
    const mine = { peer: '2345672', token: hotspot.token };
    expect(await call('set_talkgroup', { ...mine, tg: '91', timeslot })).toEqual(OK);
    expect(JSON.parse((await call('get_talkgroups', mine)).body)).toMatchObject({
      static_talkgroups: [{ timeslot: slot }],
    });
  });

  test('a talkgroup that has left the catalogue is still shown, and can be deleted', async () => {
    const { service, call, list } = await start();
    await call('set_talkgroup', { tg: '91' });
    await service.admin('catalogue import', ['92,Europe'], { 'delete-missing': true });
    expect(await list()).toMatchObject({ static_talkgroups: [{ number: '91', name: 'TG 91', enabled: false }] });
    expect(await call('set_talkgroup', { tg: '91' })).toEqual(invalid(400));
    expect(await call('del_talkgroup', { tg: '91' })).toEqual(OK);
    expect(await list()).toEqual({ static_talkgroups: [], dynamic_talkgroups: [] });
  });

  test('a peer may set 200 talkgroups', () => {
    const { network } = createTestNetwork({ peers: [toPeerRecord(PEER)] });
    const api = createTalkgroupApi({ network, log: createRecordingLog() });
    const set = (tg: number) =>
      api.answer({
        ...{ operation: 'set_talkgroup', body: `peer=${PEER}&token=${TOKEN}&tg=${tg}`, address: '10.0.0.1' },
        authorization: undefined,
      }).status;
    const numbers = Array.from({ length: 199 }, (_, index) => 10_000 + index);
    const before = network.catalogue.list();
    const entries = [...before, ...numbers.map((number) => ({ number, name: '' }))];
    network.catalogue.merge(entries, { dryRun: false, deleteMissing: false });
    for (const number of numbers) set(number);
    expect([set(91), set(92), set(91)]).toEqual([200, 400, 200]);
    // Those that have left the catalogue stay set, and leave room for others.
    network.catalogue.merge(before, { dryRun: false, deleteMissing: true });
    expect([set(92), set(93)]).toEqual([200, 200]);
    // Back again they are too many: what is set can still be changed, and nothing be added.
    network.catalogue.merge(entries, { dryRun: false, deleteMissing: false });
    expect([set(262), set(93), network.subscriptions.of(PEER).length]).toEqual([400, 200, 202]);
  });

  test.each([
    ['switched off', ['catalogue disable', '91']],
    ['not allowed any more', ['peer allow', String(PEER), '92']],
  ] as const)(
    'a static talkgroup that is %s is shown as not enabled, and can be switched off',
    async (_what, words) => {
      const { service, call, list } = await start();
      await call('set_talkgroup', { tg: '91', timeslot: '1' });
      const [command, ...rest] = words;
      await service.admin(command, rest);
      const shownAs = { number: '91', name: 'World', timeslot: 'SLOT1', enabled: false };
      expect(await list()).toEqual({ static_talkgroups: [shownAs], dynamic_talkgroups: [] });
      expect(await call('set_talkgroup', { tg: '91' })).toEqual(invalid(400));
      expect(await call('set_talkgroup', { tg: '91', timeslot: '1', enabled: 'false' })).toEqual(OK);
      expect(await call('set_talkgroup', { tg: '262', enabled: 'false' })).toEqual(
        command === 'peer allow' ? invalid(400) : OK,
      );
      await service.admin('catalogue enable', ['91']);
      await service.admin('peer allow', [String(PEER), 'all']);
      expect(await list()).toMatchObject({
        static_talkgroups: [shownAs, {}].slice(0, command === 'peer allow' ? 1 : 2),
      });
    },
  );
});

describe('delete', () => {
  test('what is not set is deleted all the same', async () => {
    expect(await (await start()).call('del_talkgroup', { tg: '91' })).toEqual(OK);
  });

  test('a talkgroup that cannot be set can be deleted, set or not; set refuses it', async () => {
    const { service, call } = await start();
    await service.admin('catalogue disable', ['92']);
    await service.admin('peer allow', [String(PEER), '1-100']);
    for (const tg of ['93', '92', '262', '4000', '9990', '16777215']) {
      expect([tg, await call('set_talkgroup', { tg })]).toEqual([tg, invalid(400)]);
      expect([tg, await call('del_talkgroup', { tg })]).toEqual([tg, OK]);
    }
  });

  test.each(['set_talkgroup', 'del_talkgroup'])('%s refuses what is no talkgroup number', async (operation) => {
    const { call } = await start();
    for (const tg of ['0', '16777216', '-1', '1.0', '0x5b', ' 91', '91 ', '', '９１'])
      expect(await call(operation, { tg })).toEqual(invalid(400));
    expect(await call(operation)).toEqual(invalid(400));
    expect(await call(operation, { tg: '91' })).toEqual(OK);
  });
});

describe('an invalid request', () => {
  test.each([
    ['timeslot 0', { timeslot: '0' }],
    ['timeslot 3', { timeslot: '3' }],
    ['an empty timeslot', { timeslot: '' }],
    ['timeslot SLOT2', { timeslot: 'SLOT2' }],
    ['enabled 1', { enabled: '1' }],
    ['enabled True', { enabled: 'True' }],
    ['an empty enabled', { enabled: '' }],
    ['a value of 129 characters', { other: 'x'.repeat(129) }],
  ])('%s', async (_name, fields) => {
    const { call, list } = await start();
    expect(await call('set_talkgroup', { tg: '91', ...fields })).toEqual(invalid(400));
    expect(await list()).toEqual({ static_talkgroups: [], dynamic_talkgroups: [] });
  });

  test.each(['', '234567', '23456789', '2345678901', '234567x', ' 2345678', '+2345678', '２３４５６７８'])(
    'peer %j is not 7 or 9 digits',
    async (peer) => {
      expect(await (await start()).call('get_talkgroups', { peer })).toEqual(invalid(400));
    },
  );

  test('a field given twice, whichever it is', async () => {
    const { service, token } = await start();
    const once = `peer=${PEER}&token=${token}&tg=91`;
    for (const more of [`peer=${PEER}`, `token=${token}`, 'tg=91', 'x=1&x=2'])
      expect(shown(await service.post('/api/set_talkgroup.json', `${once}&${more}`))).toEqual(invalid(400));
    expect(shown(await service.post('/api/set_talkgroup.json', `${once}&x=1`))).toEqual(OK);
  });

  test('a body that is no form', async () => {
    const { service, token } = await start();
    const json = JSON.stringify({ peer: String(PEER), token });
    for (const headers of [
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'multipart/form-data; boundary=x' },
      { 'Content-Type': 'application/x-www-form-urlencoded; charset=x-unknown' },
      { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' },
    ])
      expect(shown(await service.post('/api/get_talkgroups.json', json, { headers }))).toEqual(invalid(400));
    expect(shown(await service.post('/api/get_talkgroups.json', ''))).toEqual(invalid(400));
  });

  test('parameters in the address count for nothing', async () => {
    const { service, token } = await start();
    expect(shown(await service.post(`/api/get_talkgroups.json?peer=${PEER}&token=${token}`, ''))).toEqual(invalid(400));
  });
});

describe('the token', () => {
  const basic = (user: string, password = '') => ({
    headers: { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
  });
  const get = (service: RunningService, fields: Record<string, string>, init = {}) =>
    service.post('/api/get_talkgroups.json', { peer: String(PEER), ...fields }, init).then(shown);

  test('goes in the form, or as the user of Basic credentials, or both alike', async () => {
    const { service, token } = await start();
    const data = { status: 200, body: '{"static_talkgroups":[],"dynamic_talkgroups":[]}' };
    expect(await get(service, { token })).toMatchObject(data);
    expect(await get(service, {}, basic(token))).toMatchObject(data);
    expect(await get(service, { token }, basic(token))).toMatchObject(data);
  });

  test('given twice and different, the request is invalid', async () => {
    const { service, token } = await start();
    expect(await get(service, { token }, basic(WRONG))).toEqual(invalid(400));
    expect(await get(service, { token: WRONG }, basic(token))).toEqual(invalid(400));
  });

  test.each([
    ['missing', () => ({})],
    ['wrong', () => basic(WRONG)],
    ['in the password', (token: string) => basic('', token)],
    ['with a password beside it', (token: string) => basic(token, 'x')],
    ['as a bearer', (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })],
    ['in broken base64', () => ({ headers: { Authorization: 'Basic %%%' } })],
  ])('%s: 401', async (_name, toInit) => {
    const { service, token } = await start();
    expect(await get(service, {}, toInit(token))).toEqual(invalid(401));
  });

  test('credentials that a browser keeps are none in the requests of other sites; it is never asked for them', async () => {
    const { service, token, list } = await start();
    const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)', ...basic(token).headers };
    const setFrom = (more: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>> = {}) =>
      service.post(
        '/api/set_talkgroup.json',
        { peer: String(PEER), tg: '91', ...fields },
        { headers: { ...browser, ...more } },
      );
    for (const more of [
      {},
      { Origin: 'null' },
      { Origin: 'http://evil.example' },
      { Referer: 'http://evil.example/' },
    ]) {
      const answer = await setFrom(more);
      expect([shown(answer), answer.headers.get('www-authenticate')]).toEqual([invalid(401), null]);
    }
    expect(await list()).toEqual({ static_talkgroups: [], dynamic_talkgroups: [] });
    expect(shown(await setFrom({ Origin: service.http }))).toEqual(OK);
    expect(shown(await setFrom({ Origin: 'null', Authorization: '' }, { token }))).toEqual(OK);
    const asked = await get(service, {}, {});
    expect(asked.status).toBe(401);
  });

  test('of another peer, or of before a new one: 401', async () => {
    const { service, token } = await start();
    const other = await register(service, 2_345_672);
    expect(await get(service, { token: other.token })).toEqual(invalid(401));
    await service.admin('peer token', [String(PEER)]);
    expect(await get(service, { token })).toEqual(invalid(401));
  });

  test('an unknown peer, a wrong token and none are one and the same, headers included', async () => {
    const { service } = await start();
    const answers = [
      await service.post('/api/get_talkgroups.json', { peer: '7654321', token: WRONG }),
      await service.post('/api/get_talkgroups.json', { peer: String(PEER), token: WRONG }),
      await service.post('/api/get_talkgroups.json', { peer: String(PEER) }),
      await service.post('/api/get_talkgroups.json', { peer: '0345678', token: WRONG }),
    ];
    const seen = answers.map((answer) => {
      const headers = Object.fromEntries(answer.headers);
      return { ...shown(answer), headers: { ...headers, date: '' } };
    });
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(seen[0]).toMatchObject(invalid(401));
  });

  test('they are one also in time', () => {
    const { network, clock } = createTestNetwork({ peers: [toPeerRecord(PEER)] });
    const api = createTalkgroupApi({ network, log: createRecordingLog() });
    const bodies = [`peer=${PEER}&token=${WRONG}`, `peer=7654321&token=${WRONG}`];
    const spent: [number[], number[]] = [[], []];
    for (let round = 0; round < 4000; round++) {
      // Each from an address of its own, so that no limit is reached.
      const address = `10.0.${round >> 8}.${round & 255}`;
      for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const startedAt = process.hrtime.bigint();
        api.answer({ operation: 'get_talkgroups', body: bodies[index] ?? '', authorization: undefined, address });
        spent[index].push(Number(process.hrtime.bigint() - startedAt));
      }
      clock.advance(0.1);
    }
    const [known, unknown] = spent.map((list) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0);
    // Medians of microseconds: one step more for known peers, a comparison or a hash, would be a third or more.
    expect((known ?? 0) / (unknown ?? 1)).toBeGreaterThan(0.8);
    expect((known ?? 0) / (unknown ?? 1)).toBeLessThan(1.25);
  });
});

describe('the status of refusals', () => {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s: 405 and what is allowed', async (method) => {
    const { service } = await start();
    for (const path of PATHS) {
      const response = await fetch(`${service.http}${path}`, { method });
      expect({
        ...{ status: response.status, type: response.headers.get('content-type'), body: await response.text() },
        allow: response.headers.get('allow'),
      }).toEqual({ ...invalid(405), allow: 'POST' });
    }
  });

  test('HEAD: 405 without a body', async () => {
    const { service } = await start();
    const response = await fetch(`${service.http}${PATHS[0]}`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([405, '']);
  });

  test.each(['/api/', '/api/set_talkgroup', '/api/SET_TALKGROUP.json', '/api/set_talkgroup.json/', '/api/x.json'])(
    '%s: 404',
    async (path) => {
      const { service, token } = await start();
      const answer = await service.post(path, { peer: String(PEER), token, tg: '91' });
      expect(shown(answer)).toEqual(invalid(404));
    },
  );

  test('a body of 4 kB is read, one more byte is 413, also without a length', async () => {
    const { service, token } = await start();
    const bare = `peer=${PEER}&token=${token}`;
    // Many short fields: none is too long by itself.
    const filled = (size: number): string => {
      let body = bare;
      for (let index = 0; body.length < size; index++) body += `&${index}=${'x'.repeat(100)}`;
      return body.slice(0, size);
    };
    expect((await service.post('/api/get_talkgroups.json', filled(4096))).status).toBe(200);
    expect(shown(await service.post('/api/get_talkgroups.json', filled(4097)))).toEqual(invalid(413));
    const chunked = request(`${service.http}/api/get_talkgroups.json`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Transfer-Encoding': 'chunked' },
    });
    const answered = new Promise<[number | undefined, string]>((resolve, reject) => {
      chunked.on('error', reject);
      chunked.on('response', (response) => {
        text(response).then((body) => resolve([response.statusCode, body]), reject);
      });
    });
    chunked.end(filled(5000));
    expect(await answered).toEqual([413, 'invalid']);
  });

  test('after ten failures within a minute an address is answered 429, but for the right token, and a minute later again', async () => {
    const { service, call } = await start();
    const wrong = () => call('get_talkgroups', { token: WRONG });
    for (let attempt = 0; attempt < 10; attempt++) expect(await wrong()).toEqual(invalid(401));
    for (let attempt = 0; attempt < 5; attempt++) expect(await wrong()).toEqual(invalid(429));
    // Whoever fails behind the same address does not keep the owner out.
    expect(await call('set_talkgroup', { tg: '91' })).toEqual(OK);
    service.clock.advance(59);
    expect(await wrong()).toEqual(invalid(429));
    service.clock.advance(2);
    expect(await wrong()).toEqual(invalid(401));
  });

  test('invalid requests that carry the right token are no failures', async () => {
    const { call } = await start();
    for (let attempt = 0; attempt < 20; attempt++) await call('set_talkgroup', { tg: 'x' });
    expect(await call('set_talkgroup', { tg: '91' })).toEqual(OK);
  });

  test('what goes wrong here is 500, and in the log', () => {
    const { network } = createTestNetwork({ peers: [toPeerRecord(PEER)] });
    const log = createRecordingLog();
    const broken = {
      ...network,
      catalogue: {
        ...network.catalogue,
        list: () => {
          throw new TypeError('out of order');
        },
      },
    };
    const api = createTalkgroupApi({ network: broken, log });
    const body = `peer=${PEER}&token=${TOKEN}`;
    expect(api.answer({ operation: 'list_talkgroups', body, authorization: undefined, address: '10.0.0.1' })).toEqual({
      ...{ status: 500, isData: false, body: 'invalid' },
    });
    expect(log.recent().map(({ text }) => text)).toEqual(['list_talkgroups failed: out of order']);
  });
});

test('two clients at once: every change of both is kept', async () => {
  const { call, list } = await start();
  const numbers = ['91', '92', '262', '5090600'];
  await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      call(index % 8 < 4 ? 'set_talkgroup' : 'get_talkgroups', { tg: numbers[index % 4] ?? '' }),
    ),
  );
  expect(await list()).toMatchObject({ static_talkgroups: numbers.map((number) => ({ number })) });
});

test('a client that sends half a request holds up nobody', async () => {
  const { service, call } = await start();
  const { hostname, port } = new URL(service.http);
  const socket = connect(Number(port), hostname);
  socket.write('POST /api/get_talkgroups.json HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\npeer=');
  expect((await call('get_talkgroups')).status).toBe(200);
  const startedAt = performance.now();
  await service.stop();
  expect(performance.now() - startedAt).toBeLessThan(2000);
  socket.destroy();
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { dataOf, transmission } from './fakes/bursts.ts';
import { joinByUdp, type RunningService, startService } from './fakes/running-service.ts';

const PEER = 2_345_671;

interface Watch {
  /** Waits for the next event of a part. */
  next(part: string): Promise<unknown>;
  close(): void;
}

const watch = async (service: RunningService): Promise<Watch> => {
  const controller = new AbortController();
  const response = await fetch(`${service.http}/dashboard/events`, { signal: controller.signal });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const events: [part: string, data: unknown][] = [];
  let unread = '';
  const read = async (): Promise<void> => {
    const chunk = await reader?.read();
    if (chunk?.done !== false) throw new Error('the page was closed');
    unread += chunk.value;
    const blocks = unread.split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, part = '', data = 'null'] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (part !== '') events.push([part, JSON.parse(data)]);
    }
  };
  return {
    next: async (part) => {
      for (;;) {
        const index = events.findIndex(([name]) => name === part);
        const [event] = index < 0 ? [] : events.splice(index, 1);
        if (event !== undefined) return event[1];
        await read();
      }
    },
    close: () => controller.abort(),
  };
};

describe('the live page', () => {
  test('it is served with its script and style, and a policy that allows nothing else', async () => {
    const service = await startService();
    for (const [path, type, word] of [
      ['/', 'text/html; charset=utf-8', '<title>CueDeck talkgroups</title>'],
      ['/dashboard.css', 'text/css; charset=utf-8', 'color-scheme'],
      ['/dashboard.js', 'text/javascript; charset=utf-8', 'EventSource'],
    ] as const) {
      const response = await fetch(`${service.http}${path}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(await response.text()).toContain(word);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('x-powered-by')).toBeNull();
    }
  });

  test('everything comes at once, then what changes: peers, who talks, what was heard', async () => {
    const service = await startService();
    await service.admin('catalogue add', ['91', 'World']);
    const page = await watch(service);
    expect(await page.next('peers')).toEqual({ registered: 0, running: 0, list: [] });
    expect(await page.next('talkgroups')).toEqual({ carried: 1, list: [] });
    expect(await page.next('talking')).toEqual([]);
    expect(await page.next('heard')).toEqual([]);

    const hotspot = await joinByUdp(service, PEER);
    service.clock.advance(1);
    expect(await page.next('peers')).toMatchObject({
      ...{ registered: 1, running: 1 },
      list: [{ id: PEER, callsign: 'M0ABC', location: 'London, IO91', software: '20240101_Pi-Star', talkgroups: [] }],
    });

    const bursts = transmission({ peer: PEER, source: PEER, destination: 91, timeslot: 1, stream: 7 }, 3);
    for (const burst of bursts.slice(0, -1)) hotspot.send(burst);
    await service.settle();
    service.clock.advance(0.5);
    expect(await page.next('talking')).toMatchObject([{ radio: PEER, to: 91, name: 'World', peer: PEER, timeslot: 1 }]);
    expect(await page.next('talkgroups')).toEqual({ carried: 1, list: [{ number: 91, name: 'World', listeners: 1 }] });
    for (const burst of bursts.slice(-1)) hotspot.send(burst);
    await service.settle();
    service.clock.advance(0.5);
    expect(await page.next('talking')).toEqual([]);
    expect(await page.next('heard')).toMatchObject([{ radio: PEER, to: 91, name: 'World', lengthSeconds: 0.5 }]);
    // Nothing is listened to that is not carried.
    await service.admin('catalogue disable', ['91']);
    await joinByUdp(service, PEER + 1);
    service.clock.advance(1);
    expect(await page.next('talkgroups')).toEqual({ carried: 0, list: [] });
    page.close();
  });

  test('text messages and positions of radios push nobody off it who spoke', async () => {
    const service = await startService();
    const hotspot = await joinByUdp(service, PEER);
    const call = { peer: PEER, source: PEER, destination: 91, timeslot: 2 } as const;
    for (const burst of transmission({ ...call, stream: 1 }, 1)) hotspot.send(burst);
    await service.settle();
    for (let block = 0; block < 150; block++) {
      hotspot.send(dataOf({ ...call, stream: 2 + block }));
      await service.settle();
      service.clock.advance(0.06);
    }
    const page = await watch(service);
    const heard = (await page.next('heard')) as readonly { readonly voice: boolean }[];
    expect(heard.filter(({ voice }) => voice)).toMatchObject([{ radio: PEER, to: 91 }]);
    const { length } = (await service.admin('last-heard')).filter(({ voice }) => voice);
    expect(length).toBe(1);
    page.close();
  });

  test('nothing secret is on it', async () => {
    const service = await startService();
    const { token, password, ports } = await joinByUdp(service, PEER);
    const controller = new AbortController();
    const response = await fetch(`${service.http}/dashboard/events`, { signal: controller.signal });
    const chunk = await response.body?.getReader().read();
    const text = Buffer.from(chunk?.value ?? []).toString();
    controller.abort();
    expect(text).toContain(String(PEER));
    for (const secret of [token, password, '127.0.0.1', String(ports[0])]) expect(text).not.toContain(secret);
  });

  test('it can be switched off, the API stays', async () => {
    const service = await startService({ environment: { CUEDECK_TALKGROUP_DASHBOARD: 'off' } });
    for (const path of ['/', '/dashboard.js', '/dashboard/events']) {
      const response = await fetch(`${service.http}${path}`);
      expect([response.status, await response.text()]).toEqual([404, 'invalid']);
    }
    expect((await service.post('/api/get_talkgroups.json', { peer: '2345671', token: 'x' })).status).toBe(401);
  });

  test('open pages do not hold up a stop, and fifty are enough', async () => {
    const service = await startService();
    const pages = await Promise.all(Array.from({ length: 50 }, () => fetch(`${service.http}/dashboard/events`)));
    const extra = await fetch(`${service.http}/dashboard/events`);
    expect(await extra.text()).toBe('event: full\ndata: {}\n\n');
    const startedAt = performance.now();
    await service.stop();
    // A page stays open for as long as somebody looks at it.
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await Promise.all(pages.map((page) => page.text()));
  });

  test('a client that asks for it many times on one connection and goes keeps nobody else out', async () => {
    const service = await startService();
    const { hostname, port } = new URL(service.http);
    const greedy = connect(Number(port), hostname);
    greedy.write('GET /dashboard/events HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60));
    await once(greedy, 'data');
    greedy.destroy();
    // The service learns of it a moment later.
    await expect
      .poll(async () => {
        const controller = new AbortController();
        const response = await fetch(`${service.http}/dashboard/events`, { signal: controller.signal });
        const { value } = (await response.body?.getReader().read()) ?? {};
        controller.abort();
        return Buffer.from(value ?? [])
          .toString()
          .split('\n')[0];
      })
      .toBe('event: peers');
  });
});

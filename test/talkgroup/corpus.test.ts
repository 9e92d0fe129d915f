import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headerOf } from './fakes/bursts.ts';
import { burstsOf } from './fakes/hotspot.ts';
import { createUdpHotspot, joinByUdp, register, startService } from './fakes/running-service.ts';

const linesOf = (name: string): readonly string[] =>
  readFileSync(new URL(`corpus/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

const PEER = 2_345_671;
const OTHER = 2_345_672;

test('every datagram of the corpus, from a stranger and from a peer: none is too much, none is answered at length', async () => {
  const service = await startService();
  await service.admin('catalogue add', ['91', 'World']);
  const victim = await joinByUdp(service, OTHER);
  await service.post('/api/set_talkgroup.json', { peer: String(OTHER), token: victim.token, tg: '91' });
  const misbehaving = await joinByUdp(service, PEER);
  const stranger = await createUdpHotspot(service, PEER, { password: 'x' });
  for (const line of linesOf('datagrams.txt')) {
    const [hex = ''] = line.split(' ');
    const datagram = Buffer.from(hex === '-' ? '' : hex, 'hex');
    for (const sender of [stranger, misbehaving]) {
      sender.received.length = 0;
      sender.send(datagram);
      await service.settle();
      const longest = Math.max(0, ...sender.received.map(({ length }) => length));
      // A login of 8 bytes has an answer of 10, and so have options without text.
      expect([line, longest]).toEqual([line, Math.min(longest, 11, Math.max(datagram.length, 10))]);
    }
  }
  expect([victim.state(), await service.admin('status')]).toMatchObject(['running', { peers: 2 }]);
  const again = await joinByUdp(service, 2_345_673);
  victim.received.length = 0;
  service.clock.advance(10);
  again.send(headerOf({ peer: 2_345_673, source: 5, destination: 91, timeslot: 1, stream: 0xabcdef }));
  await service.settle();
  expect(burstsOf(victim)).toHaveLength(1);
});

test('every form of the corpus is answered as it deserves', async () => {
  const service = await startService();
  await service.admin('catalogue add', ['91', 'World']);
  const { token } = await register(service, PEER);
  const answers: string[] = [];
  const expected: string[] = [];
  for (const line of linesOf('forms.txt')) {
    const [status = '', body = '', name = ''] = line.split('\t');
    const form = body.replaceAll('PEER', String(PEER)).replaceAll('TOKEN', token);
    const answer = await service.post('/api/set_talkgroup.json', form);
    answers.push(`${name}: ${answer.status} ${answer.body}`);
    expected.push(`${name}: ${status} ${status === '200' ? 'OK' : 'invalid'}`);
    service.clock.advance(61);
  }
  expect(answers).toEqual(expected);
});

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/talkgroup/admin/commands.ts';
import { diagnose } from '../../src/talkgroup/admin/doctor.ts';
import { toSnippet } from '../../src/talkgroup/admin/snippet.ts';
import { authorisationBytes, loginBytes, optionsBytes, pingBytes } from '../../src/talkgroup/homebrew/message-bytes.ts';
import { setStatic } from '../../src/talkgroup/subscriptions/subscriptions.ts';
import { toLengthText, toTimeText } from '../../src/talkgroup/time-text.ts';
import { transmission } from './fakes/bursts.ts';
import { STANDARD_CONFIGURATION } from './fakes/hotspot.ts';
import { createUdpHotspot, joinByUdp, type RunningService, startService } from './fakes/running-service.ts';
import { talkgroupCommand } from './fakes/talkgroup-command.ts';
import { NEW_YEAR } from './fakes/test-clock.ts';
import { createTestNetwork, toPeerRecord } from './fakes/test-network.ts';

const PEER = '234567801';

/** Runs `cuedeck talkgroup …` in this process. */
const cli = (service: RunningService, line: string, input = '') =>
  talkgroupCommand(service, line.split(' ').filter(Boolean), input);

/** A section as DMRGateway reads it: keys up to `=`, quotes around a value taken off, comments skipped. */
const readSection = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines
      .filter((line) => line.includes('=') && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replace(/^"(.*)"$/, '$1')]),
  );

describe('peers', () => {
  test('add prints token, password and a section that brings the hotspot in as it is printed', async () => {
    const service = await startService();
    const { code, out } = await cli(service, `peer add ${PEER} m0abc --address 127.0.0.1 --section 5`);
    expect(code).toBe(0);
    const section = readSection(out.slice(out.indexOf('[DMR Network 5]')));
    expect([...section.keys()]).toEqual([
      ...[
        'Enabled',
        'Name',
        'Id',
        'Address',
        'Port',
        'Password',
        'PassAllTG0',
        'PassAllTG1',
        'PassAllPC0',
        'PassAllPC1',
      ],
      ...['Location', 'Debug'],
    ]);
    expect([section.get('Address'), section.get('Port'), section.get('Id')]).toEqual([
      '127.0.0.1',
      String(service.dmrPort),
      PEER,
    ]);
    const hotspot = await createUdpHotspot(service, Number(section.get('Id')), {
      password: section.get('Password') ?? '',
    });
    hotspot.start();
    await service.pass(10);
    expect(hotspot.state()).toBe('running');

    const token = /API token +([0-9a-f]+)$/.exec(out.find((line) => line.includes('API token')) ?? '')?.[1] ?? '';
    const answer = await service.post('/api/get_talkgroups.json', { peer: PEER, token });
    expect(answer.status).toBe(200);
    // Once: nothing shows them again.
    const password = section.get('Password') ?? '';
    for (const line of [`peer show ${PEER}`, 'peer list', `doctor ${PEER}`, 'status', `peer show ${PEER} --json`]) {
      const shown = (await cli(service, line)).out.join('\n');
      expect([shown.includes(token), shown.includes(password)]).toEqual([false, false]);
    }
  });

  test('without an address the section names the public one of the settings, or where the master listens', async () => {
    const named = await startService({ environment: { CUEDECK_TALKGROUP_PUBLIC_HOST: 'dmr.example.org' } });
    expect((await cli(named, `peer add ${PEER} M0ABC`)).out).toContain('Address=dmr.example.org');
    const plain = await startService();
    expect((await cli(plain, `peer add ${PEER} M0ABC`)).out).toContain('Address=127.0.0.1');
  });

  test('a new password sends the hotspot away and keeps it out until it has the new one', async () => {
    const service = await startService();
    const hotspot = await joinByUdp(service, Number(PEER));
    const { out } = await cli(service, `peer password ${PEER}`);
    await service.settle();
    expect(hotspot.state()).toBe('connecting');
    await service.pass(30);
    expect(hotspot.state()).not.toBe('running');
    const password = readSection(out).get('Password') ?? '';
    const again = await createUdpHotspot(service, Number(PEER), { password });
    again.start();
    await service.pass(10);
    expect(again.state()).toBe('running');
    expect(out.join('\n')).not.toContain('API token');
  });

  test('remove ends its session, its rights and its talkgroups', async () => {
    const service = await startService();
    await service.admin('catalogue add', ['91', 'World']);
    const hotspot = await joinByUdp(service, Number(PEER));
    await service.post('/api/set_talkgroup.json', { peer: PEER, token: hotspot.token, tg: '91' });
    expect((await cli(service, `peer remove ${PEER}`)).out).toEqual([`Peer ${PEER} is removed.`]);
    await service.pass(30);
    expect(hotspot.state()).not.toBe('running');
    const answer = await service.post('/api/get_talkgroups.json', { peer: PEER, token: hotspot.token });
    expect(answer.status).toBe(401);
    expect(await service.admin('status')).toMatchObject({ peers: 0, subscriptions: 0 });
  });

  test('rights are set, and shown in words', async () => {
    const service = await startService();
    await cli(service, `peer add ${PEER} M0ABC`);
    await cli(service, `peer allow ${PEER} 91,262,2620-2629`);
    await cli(service, `peer expiry ${PEER} 0`);
    expect((await cli(service, `peer options ${PEER} session`)).out).toEqual([
      `Peer ${PEER} (M0ABC) is not in`,
      '  last seen       never',
      '  simplex         no',
      '  dynamic expiry  never',
      '  may use         91,262,2620-2629',
      '  its options     set static talkgroups while it is in',
      '  listens to no talkgroup',
    ]);
    await cli(service, `peer allow ${PEER} all`);
    expect(await service.admin('peer show', [PEER])).toMatchObject({ allowed: 'all', expiryMinutes: 0 });
  });

  test('another expiry holds for the talkgroups that are dynamic already, from their last voice on', async () => {
    const service = await startService();
    await service.admin('catalogue import', ['91,World']);
    const hotspot = await joinByUdp(service, Number(PEER));
    for (const burst of transmission({ peer: Number(PEER), source: 1, destination: 91, timeslot: 2, stream: 1 }, 0))
      hotspot.send(burst);
    await service.settle();
    await service.pass(60);
    const left = async (minutes: number): Promise<readonly (number | undefined)[]> =>
      (await service.admin('peer expiry', [PEER, String(minutes)])).talkgroups.map(({ leftSeconds }) => leftSeconds);
    expect(await left(5)).toEqual([4 * 60]);
    expect(await left(0)).toEqual([undefined]);
    // What was to stay for ever has its time from now on.
    expect(await left(15)).toEqual([15 * 60]);
    await service.pass(120);
    expect(await left(1)).toEqual([]);
  });

  test('what a peer listens to is shown with the time that is left', async () => {
    const service = await startService();
    await service.admin('catalogue import', ['91,World\n92,Europe\n93,America']);
    const hotspot = await joinByUdp(service, Number(PEER));
    const mine = { peer: PEER, token: hotspot.token };
    await service.post('/api/set_talkgroup.json', { ...mine, tg: '92', enabled: 'false', timeslot: '1' });
    await service.post('/api/set_talkgroup.json', { ...mine, tg: '93' });
    const spoken = { peer: Number(PEER), source: 2_345_678, destination: 91, timeslot: 2, stream: 1 } as const;
    for (const burst of transmission(spoken, 1)) hotspot.send(burst);
    await service.settle();
    const { out } = await cli(service, `peer show ${PEER}`);
    expect([out[0], ...out.slice(-4)]).toEqual([
      `Peer ${PEER} (M0ABC) is in, 20240101_Pi-Star`,
      '  talkgroups:',
      '    92  Europe   timeslot 1  disabled',
      '    93  America  timeslot 2  static',
      '    91  World    timeslot 2  dynamic   15 minutes left',
    ]);
    await service.admin('catalogue disable', ['93']);
    await service.admin('peer allow', [PEER, '92-93']);
    expect((await cli(service, `peer show ${PEER}`)).out.slice(-3)).toEqual([
      '    92  Europe   timeslot 1  disabled',
      '    93  America  timeslot 2  static    not carried: switched off in the catalogue',
      '    91  World    timeslot 2  dynamic   15 minutes left, not carried: not on the allow list of the peer',
    ]);
    expect((await cli(service, `doctor ${PEER}`)).out.slice(1)).toEqual([
      'It has talkgroups that are not carried for it: 93 (switched off in the catalogue), 91 (not on the allow list of the peer).',
    ]);
    expect((await cli(service, `drop-dynamics ${PEER}`)).out).toEqual([`Peer ${PEER}: 1 dynamic talkgroup dropped.`]);
    expect((await cli(service, 'last-heard')).out).toEqual([
      `${toTimeText(service.clock.wallSeconds())}  radio 2345678  to 91 World  peer ${PEER} TS2  0.0 s`,
    ]);
  });

  test.each([
    ['peer add 12345 M0ABC', '"12345" is no peer id; allowed: 6, 7 or 9 digits.'],
    ['peer add 0234567 M0ABC', '"0234567" is no peer id; allowed: 6, 7 or 9 digits.'],
    ['peer add 2345678 M', '"M" is no callsign; allowed: 3 to 10 letters, digits, blanks, / or -.'],
    ['peer add 2345678 M0ABC --section 0', '"0" is no section; allowed: 1 to 9.'],
    ['peer add 2345678 M0ABC --address a"b', '"a\\"b" is no address; allowed: a host name or an IP address.'],
    ['peer show 2345678', 'There is no peer 2345678.'],
    ['peer remove 2345678', 'There is no peer 2345678.'],
    [`peer expiry ${PEER} -1`, '"-1" is no expiry; allowed: 0 (never) to 10080 minutes.'],
    [`peer expiry ${PEER} 10081`, '"10081" is no expiry; allowed: 0 (never) to 10080 minutes.'],
    [`peer allow ${PEER} 5-1`, '"5-1" is no range; allowed: NUMBER or NUMBER-NUMBER.'],
    [`peer allow ${PEER} x`, '"x" is no talkgroup; allowed: digits, 1 to 16777215.'],
    [`peer options ${PEER} yes`, '"yes" is no mode; allowed: ignore, session.'],
    [`peer add ${PEER} M0ABC`, `Peer ${PEER} is registered already.`],
    ['catalogue enable 91', 'Talkgroup 91 is not in the catalogue.'],
    ['catalogue add 4000 X', '4000 is a service of the master.'],
  ])('%s is refused in words, and nothing has changed', async (line, message) => {
    const service = await startService();
    await service.admin('peer add', [PEER, 'M0ABC']);
    const before = await service.admin('peer show', [PEER]);
    const { code, out, err } = await cli(service, line);
    expect([code, out, err]).toEqual([1, [], [message]]);
    expect(await service.admin('peer list')).toHaveLength(1);
    expect(await service.admin('peer show', [PEER])).toEqual(before);
  });
});

describe('the catalogue', () => {
  test('import tells what it did, or would do', async () => {
    const service = await startService();
    const lists = '91;0;World;TG91\n4000;1;OFF;REF4000\n9;0;LOCAL;TG9\n';
    expect((await cli(service, 'catalogue import - --dry-run', lists)).out).toEqual([
      'Pi-Star TGList, nothing is changed (--dry-run):',
      '  added                        2',
      '  changed                      0',
      '  unchanged                    0',
      '  deleted                      0',
      '  skipped                      1',
      '    reflector or private call  1',
    ]);
    expect((await cli(service, 'catalogue list')).out).toEqual(['The catalogue is empty.']);
    await cli(service, 'catalogue import -', lists);
    expect((await cli(service, 'catalogue list')).out).toEqual(['9   LOCAL  off', '91  World']);
    await cli(service, 'catalogue enable 9');
    await cli(service, 'catalogue disable 91');
    await cli(service, 'catalogue import - --delete-missing', '[{"number":"91","name":"World"}]');
    expect((await cli(service, 'catalogue list')).out).toEqual(['91  World  off']);
  });

  test('a list of 5,000 from a network is taken in one go', async () => {
    const service = await startService();
    const list = Array.from({ length: 5000 }, (_, index) => ({
      ...{ id: String(10_000 + index), name: `Talkgroup ${index}`, website: '', description: 'x'.repeat(500) },
    }));
    expect(await service.admin('catalogue import', [JSON.stringify(list)])).toMatchObject({ added: 5000 });
  });

  test('what is no list is refused', async () => {
    const service = await startService();
    expect(await cli(service, 'catalogue import -', '<html>')).toMatchObject({
      ...{ code: 1, out: [] },
      err: [expect.stringContaining('This is no talkgroup list')],
    });
  });
});

describe('the command line', () => {
  test('help names every command', async () => {
    const service = await startService();
    const { code, out } = await cli(service, '--help');
    expect(code).toBe(0);
    for (const name of Object.keys(COMMANDS)) expect(out.some((line) => line.trim().startsWith(name))).toBe(true);
  });

  test('`talkgroup peer` prints the commands that begin so, as `cuedeck fleet` does: exit 2', async () => {
    const service = await startService();
    const { code, out, err } = await cli(service, 'peer');
    const names = out.filter((line) => /^ {2}[a-z]/.test(line)).map((line) => line.trim().split(' ')[0]);
    const peerCommands = Object.keys(COMMANDS).filter((name) => name.startsWith('peer '));
    expect([code, names, err]).toEqual([2, peerCommands.map((name) => name.split(' ')[1]), []]);
  });

  test.each([
    'nonsense',
    'peer nonsense',
    'peer add',
    'status --conf /dev/null',
    'peer add 1 2 3',
    'status --dry-run',
    'peer list --unknown',
    'peer add 1 2 --section',
  ])('`%s` is not understood: exit 2', async (line) => {
    const service = await startService();
    const { code, out, err } = await cli(service, line);
    expect([code, out, err.length > 0]).toEqual([2, [], true]);
  });

  test('--json gives the answer for programs', async () => {
    const service = await startService();
    await cli(service, `peer add ${PEER} M0ABC`);
    const { out } = await cli(service, 'peer list --json');
    expect(JSON.parse(out.join(''))).toEqual([{ id: Number(PEER), callsign: 'M0ABC', isIn: false }]);
  });

  test('status is shows the service at a glance', async () => {
    const service = await startService();
    service.clock.advance(3700);
    expect((await cli(service, 'status')).out).toEqual([
      'cuedeck-talkgroup 0.0.0-test, up 1 hour',
      '  peers          0 in of 0',
      '  talkgroups     0',
      '  subscriptions  0',
      '  transmissions  0',
      '  bursts         0 received, 0 sent',
      '  failed writes  0',
      `  API            ${service.http}`,
      `  DMR            127.0.0.1:${service.dmrPort}`,
    ]);
  });
});

describe('the socket', () => {
  const post = async (service: RunningService, path: string, body: string, method = 'POST') => {
    const call = request({ socketPath: service.adminSocket, path, method });
    call.setHeader('Content-Type', 'application/json');
    const answered = new Promise<readonly [number | undefined, string]>((resolve, reject) => {
      call.on('error', reject);
      call.on('response', (response) => {
        text(response).then((answer) => resolve([response.statusCode, answer]), reject);
      });
    });
    call.end(body);
    return answered;
  };

  test.each([
    ['not JSON', '{'],
    ['an array', '[]'],
    ['no command', '{}'],
    ['an unknown command', '{"command":"peer","arguments":[],"options":{}}'],
    ['a command of the language', '{"command":"constructor","arguments":[],"options":{}}'],
    ['too many arguments', '{"command":"status","arguments":["x"],"options":{}}'],
    ['arguments that are no texts', '{"command":"doctor","arguments":[5],"options":{}}'],
    ['an option of another command', '{"command":"status","arguments":[],"options":{"dry-run":true}}'],
  ])('%s: an error in words', async (_name, body) => {
    const [status, answer] = await post(await startService(), '/command', body);
    expect([status === 400 || status === 500, Object.keys(JSON.parse(answer))]).toEqual([true, ['error']]);
  });

  test('metrics count what happens', async () => {
    const service = await startService();
    await joinByUdp(service, Number(PEER));
    await service.post('/api/get_talkgroups.json', { peer: PEER, token: 'x' });
    const [status, body] = await post(service, '/metrics', '', 'GET');
    expect(status).toBe(200);
    for (const line of [
      'cuedeck_talkgroup_logins_total{result="accepted"} 1',
      'cuedeck_talkgroup_api_requests_total{status="401"} 1',
      'cuedeck_talkgroup_peers_running 1',
      'cuedeck_talkgroup_bursts_dropped_total{reason="late"} 0',
      '# TYPE cuedeck_talkgroup_datagrams_total counter',
    ])
      expect(body.split('\n')).toContain(line);
    // Every line is a comment or a sample.
    for (const line of body.split('\n').filter(Boolean))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z_]+="[^"]*"\})? [0-9.e+]+)$/);
  });
});

describe('the doctor', () => {
  const verdictOf = async (service: RunningService, peer = PEER): Promise<readonly string[]> =>
    (await cli(service, `doctor ${peer}`)).out;

  test('a peer nobody registered, before and after it knocked', async () => {
    const service = await startService();
    expect(await verdictOf(service)).toEqual([
      `Peer ${PEER} is not registered here: \`cuedeck talkgroup peer add ${PEER} CALLSIGN\` registers it.`,
    ]);
    const hotspot = await createUdpHotspot(service, Number(PEER), { password: 'x' });
    hotspot.start();
    await service.pass(12);
    expect((await verdictOf(service))[1]).toBe(
      `It tried to log in at ${toTimeText(NEW_YEAR + 10)} (2 seconds ago) from 127.0.0.1:${hotspot.ports[0]}.`,
    );
  });

  test('never seen', async () => {
    const service = await startService();
    await cli(service, `peer add ${PEER} M0ABC`);
    const [verdict, ...remarks] = await verdictOf(service);
    expect(verdict).toMatch(/^Peer 234567801 was never seen here: nothing with its id has arrived\./);
    expect(remarks).toEqual([
      'The catalogue is empty: no talkgroup is carried. `cuedeck talkgroup catalogue import FILE` fills it.',
      'It listens to no talkgroup.',
    ]);
  });

  test('asked, and never answered the salt', async () => {
    const service = await startService();
    await cli(service, `peer add ${PEER} M0ABC`);
    const hotspot = await createUdpHotspot(service, Number(PEER), { password: 'x' });
    hotspot.send(loginBytes(Number(PEER)));
    await service.settle();
    expect((await verdictOf(service))[0]).toContain('never answered: what this master sends does not reach it');
  });

  test('in, with what may be wrong about it', async () => {
    const service = await startService();
    await joinByUdp(service, Number(PEER), { configuration: { callsign: 'G9XYZ', slots: 0 } });
    expect(await verdictOf(service)).toEqual([
      expect.stringMatching(/^Peer 234567801 is in since 2026-01-01 00:00:10 UTC .* from 127\.0\.0\.1:[0-9]+\.$/),
      'It calls itself G9XYZ, and is registered as M0ABC.',
      'Both of its timeslots are switched off in its configuration.',
      expect.stringContaining('The catalogue is empty'),
      'It listens to no talkgroup.',
    ]);
  });

  test('an option text beyond the limit is acknowledged, not taken, and told', () => {
    const { network, clock, join } = createTestNetwork();
    const options = `TS2=91;KEY=${'x'.repeat(60_000)}`;
    const hotspot = join(Number(PEER), { record: { options: 'session' }, options });
    expect([hotspot.state(), network.subscriptions.of(Number(PEER))]).toEqual(['running', []]);
    const remark = 'Its option text is longer than 1024 bytes: it was acknowledged and not taken.';
    expect(diagnose(network, Number(PEER)).remarks).toContain(remark);
    clock.advance(1);
    hotspot.send(optionsBytes(Number(PEER), 'TS2=91'));
    expect(diagnose(network, Number(PEER)).remarks).toEqual([]);
    expect(network.subscriptions.of(Number(PEER))).toHaveLength(1);
  });

  test('a talkgroup on the timeslot that its hotspot does not have', () => {
    const { network, join } = createTestNetwork();
    join(Number(PEER), { configuration: { ...STANDARD_CONFIGURATION, slots: 1 } });
    network.subscriptions.change(Number(PEER), (list) =>
      setStatic(list, { talkgroup: 91, timeslot: 1, enabled: true }),
    );
    expect(diagnose(network, Number(PEER)).remarks).toEqual(['It receives timeslot 1 only.']);
    network.subscriptions.change(Number(PEER), (list) =>
      setStatic(list, { talkgroup: 92, timeslot: 2, enabled: true }),
    );
    expect(diagnose(network, Number(PEER)).remarks).toEqual([
      'It receives timeslot 1 only, and does not hear what it has on timeslot 2: 92.',
    ]);
  });

  describe('two hotspots with one id', () => {
    const A = '192.0.2.1';
    const B = '192.0.2.2';
    test.each([
      [
        'it comes back to an address it had left',
        [
          [A, 1],
          [B, 1],
          [A, 1],
          [B, 1],
        ],
        3,
      ],
      [
        'behind one address, by their ports',
        [
          [A, 1],
          [A, 2],
          [A, 1],
          [A, 2],
        ],
        3,
      ],
      [
        'with new ports each time',
        [
          [A, 1],
          [B, 2],
          [A, 3],
          [B, 4],
        ],
        3,
      ],
      [
        'a new port each time is one hotspot that starts again',
        [
          [A, 1],
          [A, 2],
          [A, 3],
          [A, 4],
          [A, 5],
        ],
        0,
      ],
      [
        'a new address each time is one on the move',
        [
          [A, 1],
          [B, 1],
          ['192.0.2.3', 1],
          ['192.0.2.4', 1],
        ],
        0,
      ],
    ] as const)('%s', (_what, places, times) => {
      const { network, clock } = createTestNetwork({ peers: [toPeerRecord(Number(PEER))] });
      for (const [address, port] of places) {
        network.sessions.open(Number(PEER), { address, port }, Buffer.alloc(32));
        clock.advance(20);
      }
      const remark = `It went back and forth between places ${times} times within ten minutes: do two hotspots use its id?`;
      const remarks = () => diagnose(network, Number(PEER)).remarks.filter((text) => text.includes('two hotspots'));
      expect(remarks()).toEqual(times === 0 ? [] : [remark]);
      clock.advance(600);
      expect(remarks()).toEqual([]);
    });
  });

  test('silent, and goodbye, also from before a restart', async () => {
    const service = await startService();
    const hotspot = await joinByUdp(service, Number(PEER));
    hotspot.vanish();
    await service.pass(62);
    expect((await verdictOf(service))[0]).toMatch(
      /^Peer 234567801 is silent: nothing was heard from 127.* for a minute/,
    );
    hotspot.start();
    await service.pass(11);
    hotspot.stop();
    await service.pass(1);
    expect((await verdictOf(service))[0]).toMatch(
      /^Peer 234567801 said goodbye at .*: it was stopped or switched off\.$/,
    );
    await service.stop();
    const again = await startService({ stateDir: service.stateDir, clock: service.clock });
    expect((await verdictOf(again))[0]).toMatch(
      /^Peer 234567801 was last seen at .*; nothing has arrived from it since/,
    );
  });

  test('a wrong password after many others', () => {
    const { network } = createTestNetwork({ peers: [toPeerRecord(Number(PEER))] });
    const from = { address: '10.0.0.1', port: 1 };
    for (let attempt = 0; attempt < 31; attempt++) {
      network.master.receive(loginBytes(Number(PEER)), from);
      network.master.receive(authorisationBytes(Number(PEER), Buffer.alloc(32)), from);
    }
    expect(diagnose(network, Number(PEER)).verdict).toMatch(
      /^Peer 234567801 gave a wrong password at .* from 10\.0\.0\.1:1, and so many .*: put the one of `cuedeck/,
    );
  });

  test('kept out by the traffic of others behind its address', () => {
    const { network } = createTestNetwork({ peers: [toPeerRecord(Number(PEER))] });
    const at = (port: number) => ({ address: '10.0.0.1', port });
    for (let other = 0; other < 300; other++) network.master.receive(pingBytes(2_000_000 + other), at(other));
    network.master.receive(loginBytes(Number(PEER)), at(62_031));
    expect(diagnose(network, Number(PEER)).verdict).toBe(
      `Peer ${PEER} was not answered at 2026-01-01 00:00:00 UTC (0 seconds ago): more than 300 messages of hotspots that are not in came from 10.0.0.1 within 10 seconds; it is answered again when they are fewer.`,
    );
    // A ping is no login.
    network.master.receive(pingBytes(Number(PEER)), at(62_031));
    network.master.receive(pingBytes(2_000_000), at(1));
    expect(network.counters.logins).toEqual({
      ...{ accepted: 0, 'unknown-peer': 0, 'wrong-password': 0, 'refused-configuration': 0, limited: 1 },
    });
  });

  test('an answer to a salt that is not known any more', () => {
    const { network } = createTestNetwork({ peers: [toPeerRecord(Number(PEER))] });
    const from = { address: '10.0.0.1', port: 1 };
    network.master.receive(loginBytes(Number(PEER)), from);
    network.master.receive(authorisationBytes(Number(PEER), Buffer.alloc(32)), { ...from, port: 2 });
    expect(diagnose(network, Number(PEER)).verdict).toMatch(
      /^Peer 234567801 answered at .* from 10\.0\.0\.1:2 to a login that is not under way here: /,
    );
  });
});

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59.9, '59 seconds'],
  [60, '1 minute'],
  [7199, '1 hour'],
  [172_800, '2 days'],
])('%d seconds are %s', (seconds, expected) => {
  expect(toLengthText(seconds)).toBe(expected);
});

test('the section is what DMRGateway reads', () => {
  expect(toSnippet({ peer: 2_345_678, password: 'abc', address: '192.0.2.1', port: 62_031, section: 3 })).toBe(
    [
      '[DMR Network 3]',
      'Enabled=1',
      'Name=CueDeck',
      'Id=2345678',
      'Address=192.0.2.1',
      'Port=62031',
      'Password="abc"',
      'PassAllTG0=1',
      'PassAllTG1=2',
      'PassAllPC0=1',
      'PassAllPC1=2',
      'Location=1',
      'Debug=0',
    ].join('\n'),
  );
});

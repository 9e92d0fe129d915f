// The dashboard: who talks, who was heard, and what the talkgroup service carries.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DashboardCall, DashboardPeer, DashboardView } from '../../talkgroup/http/dashboard-payload.ts';
import type { Link } from '../client/live-channel.ts';
import { useStore } from '../client/store.ts';
import { link, view } from './dashboard-events.ts';
import { type Row, Table } from './table.tsx';

const LINK_TEXTS: Readonly<Record<Link, string>> = {
  connecting: 'Connecting…',
  open: 'Live',
  lost: 'Connection lost, trying again…',
  login: 'Connection lost, trying again…',
};

const usePart = <Part extends keyof DashboardView>(part: Part) => useStore(view, (parts) => parts[part]);

const toClock = (at: number): string => new Date(at * 1000).toLocaleTimeString();
const toDate = (at: number): string => new Date(at * 1000).toLocaleString();
const toTarget = ({ name, to }: DashboardCall): string => (name === 'private call' ? `radio ${to}` : `${to} ${name}`);
const toOrigin = ({ bridge, peer, callsign }: DashboardCall): string =>
  bridge ? `bridge ${bridge}` : `${peer} ${callsign}`;
const toSlot = ({ talkgroups }: DashboardPeer, timeslot: 1 | 2): string =>
  talkgroups
    .filter((one) => one.timeslot === timeslot)
    .map(({ number }) => number)
    .join(' ');

const toCallRows = (
  calls: readonly DashboardCall[] | undefined,
  toCells: (call: DashboardCall) => Row['cells'],
): readonly Row[] | undefined =>
  calls
    ?.filter(({ voice }) => voice)
    .map((call) => ({
      key: `${call.startedAt} ${call.radio} ${call.to} ${toOrigin(call)} ${call.timeslot}`,
      cells: toCells(call),
    }));

const Section = ({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}) => (
  <section aria-labelledby={`h-${id}`}>
    <h2 id={`h-${id}`}>{title}</h2>
    {children}
  </section>
);

const Talking = () => {
  const calls = usePart('talking');
  const [nowSeconds, setNowSeconds] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNowSeconds(Date.now() / 1000), 1000);
    return () => clearInterval(timer);
  }, []);
  const rows = toCallRows(calls, (call) => {
    const lasts = Math.max(0, Math.round(nowSeconds - call.startedAt));
    return [call.radio, toTarget(call), toOrigin(call), call.timeslot, `${lasts} s`];
  });
  return (
    <Section id="talking" title="On the air">
      <Table id="talking" heads={['Radio', 'To', 'Peer', 'Slot', 'For']} rows={rows} empty="Nobody is talking." />
    </Section>
  );
};

const Heard = () => {
  const rows = toCallRows(usePart('heard'), (call) => {
    const lasted = `${call.lengthSeconds} s`;
    return [toClock(call.startedAt), call.radio, toTarget(call), toOrigin(call), call.timeslot, lasted];
  });
  const heads = ['When', 'Radio', 'To', 'Peer', 'Slot', 'For'];
  return (
    <Section id="heard" title="Last heard">
      <Table id="heard" heads={heads} rows={rows} empty="Nobody has spoken yet." />
    </Section>
  );
};

const Talkgroups = () => {
  const known = usePart('talkgroups');
  const rows = known?.list.map(({ number, name, listeners }) => ({ key: number, cells: [number, name, listeners] }));
  return (
    <Section id="talkgroups" title="Talkgroups listened to">
      <p id="talkgroup-count">{known && `${known.carried} talkgroups are carried.`}</p>
      <Table id="talkgroups" heads={['Number', 'Name', 'Peers']} rows={rows} empty="Nobody listens." />
    </Section>
  );
};

const Peers = () => {
  const known = usePart('peers');
  const rows = known?.list.map((peer) => ({
    key: peer.id,
    cells: [peer.id, peer.callsign, peer.location, toSlot(peer, 1), toSlot(peer, 2), toDate(peer.since), peer.software],
  }));
  const heads = ['Id', 'Callsign', 'Location', 'Timeslot 1', 'Timeslot 2', 'In since', 'Software'];
  return (
    <Section id="peers" title="Peers">
      <p id="peer-count">{known && `${known.running} of ${known.registered} peers are in.`}</p>
      <Table id="peers" heads={heads} rows={rows} empty="No peer is in." />
    </Section>
  );
};

const Bridges = () => {
  const rows = usePart('bridges')?.map(({ name, heardAt, received, sent, refused }) => ({
    key: name,
    cells: [name, heardAt ? toDate(heardAt) : 'never', received, sent, refused],
  }));
  const heads = ['Name', 'Last heard', 'Bursts received', 'Sent', 'Refused'];
  return (
    <Section id="bridges" title="Bridges to other servers">
      <Table id="bridges" heads={heads} rows={rows} empty="There is no bridge." />
    </Section>
  );
};

export const Dashboard = () => (
  <>
    <header>
      <h1>CueDeck talkgroups</h1>
      <p id="state" role="status">
        {LINK_TEXTS[useStore(link, (now) => now)]}
      </p>
    </header>
    <main>
      <Talking />
      <Heard />
      <Talkgroups />
      <Peers />
      <Bridges />
    </main>
  </>
);

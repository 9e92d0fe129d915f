// The dashboard as the browser gets it. Everything from outside is set as text, never as markup.

export const DASHBOARD_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>CueDeck talkgroups</title>
<link rel="stylesheet" href="/dashboard.css">
<script src="/dashboard.js" defer></script>
</head>
<body>
<header><h1>CueDeck talkgroups</h1><p id="state" role="status">Connecting…</p></header>
<main>
<section aria-labelledby="h-talking"><h2 id="h-talking">On the air</h2><table>
<thead><tr><th>Radio</th><th>To</th><th>Peer</th><th>Slot</th><th>For</th></tr></thead><tbody id="talking"></tbody></table></section>
<section aria-labelledby="h-heard"><h2 id="h-heard">Last heard</h2><table>
<thead><tr><th>When</th><th>Radio</th><th>To</th><th>Peer</th><th>Slot</th><th>For</th></tr></thead><tbody id="heard"></tbody></table></section>
<section aria-labelledby="h-talkgroups"><h2 id="h-talkgroups">Talkgroups listened to</h2><p id="talkgroup-count"></p><table>
<thead><tr><th>Number</th><th>Name</th><th>Peers</th></tr></thead><tbody id="talkgroups"></tbody></table></section>
<section aria-labelledby="h-peers"><h2 id="h-peers">Peers</h2><p id="peer-count"></p><table>
<thead><tr><th>Id</th><th>Callsign</th><th>Location</th><th>Timeslot 1</th><th>Timeslot 2</th><th>In since</th><th>Software</th></tr></thead>
<tbody id="peers"></tbody></table></section>
<section aria-labelledby="h-bridges"><h2 id="h-bridges">Bridges to other servers</h2><table>
<thead><tr><th>Name</th><th>Last heard</th><th>Bursts received</th><th>Sent</th><th>Refused</th></tr></thead>
<tbody id="bridges"></tbody></table></section>
</main>
</body>
</html>
`;

export const DASHBOARD_CSS = `:root { color-scheme: light dark; font: 1rem/1.4 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; }
h1 { font-size: 1.4rem; margin: 0; } h2 { font-size: 1.1rem; margin: 1.2rem 0 .3rem; } p { margin: .2rem 0; }
section { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid #8884; vertical-align: top; overflow-wrap: anywhere; }
#talking td { font-weight: 600; }
`;

export const DASHBOARD_JS = `'use strict';
const at = (id) => document.getElementById(id);
const fill = (id, rows, empty) => {
  const width = at(id).parentElement.querySelectorAll('th').length;
  const lines = rows.length > 0 ? rows : [[empty]];
  at(id).replaceChildren(...lines.map((cells) => {
    const row = document.createElement('tr');
    for (const cell of cells) {
      const field = document.createElement('td');
      field.textContent = cell;
      if (cells.length === 1) field.colSpan = width;
      row.append(field);
    }
    return row;
  }));
};
const clock = (at) => new Date(at * 1000).toLocaleTimeString();
const target = (call) => call.name === 'private call' ? 'radio ' + call.to : call.to + ' ' + call.name;
const peer = (call) => call.bridge ? 'bridge ' + call.bridge : call.peer + ' ' + call.callsign;
const slot = (peers, timeslot) => peers.talkgroups.filter((one) => one.timeslot === timeslot).map((one) => one.number).join(' ');
let talking = [];
const showTalking = () => fill('talking', talking.map((call) => [
  call.radio, target(call), peer(call), call.timeslot, Math.max(0, Math.round(Date.now() / 1000 - call.startedAt)) + ' s',
]), 'Nobody is talking.');
const shows = {
  talking: (calls) => { talking = calls.filter((call) => call.voice); showTalking(); },
  heard: (calls) => fill('heard', calls.filter((call) => call.voice).map((call) => [
    clock(call.startedAt), call.radio, target(call), peer(call), call.timeslot, call.lengthSeconds + ' s',
  ]), 'Nobody has spoken yet.'),
  talkgroups: (view) => {
    at('talkgroup-count').textContent = view.carried + ' talkgroups are carried.';
    fill('talkgroups', view.list.map((one) => [one.number, one.name, one.listeners]), 'Nobody listens.');
  },
  peers: (view) => {
    at('peer-count').textContent = view.running + ' of ' + view.registered + ' peers are in.';
    fill('peers', view.list.map((one) => [
      one.id, one.callsign, one.location, slot(one, 1), slot(one, 2), new Date(one.since * 1000).toLocaleString(), one.software,
    ]), 'No peer is in.');
  },
  bridges: (bridges) => fill('bridges', bridges.map((one) => [
    one.name, one.heardAt ? new Date(one.heardAt * 1000).toLocaleString() : 'never', one.received, one.sent, one.refused,
  ]), 'There is no bridge.'),
};
const source = new EventSource('/dashboard/events');
source.onopen = () => { at('state').textContent = 'Live'; };
source.onerror = () => { at('state').textContent = 'Connection lost, trying again…'; };
for (const part of Object.keys(shows)) source.addEventListener(part, (event) => shows[part](JSON.parse(event.data)));
setInterval(showTalking, 1000);
`;

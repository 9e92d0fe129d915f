#!/usr/bin/env node
// An mpv that fails as its first argument's vo says: it speaks JSON IPC over descriptor 3 until then.
import { Socket } from 'node:net';

const way = /--vo=(\S+)/.exec(process.argv.join(' '))?.[1] ?? '';
const channel = new Socket({ fd: 3 });
const say = (object) => channel.write(`${JSON.stringify(object)}\n`);
const VALUES = { 'current-vo': way, 'video-params/w': 320, 'hwdec-current': 'no', 'time-pos': 0, pid: process.pid };

const onCommand = ({ command, request_id }) => {
  const [name, property] = Array.isArray(command) ? command : [command.name];
  if (way === 'frozen' && name === 'loadfile') return;
  if (way === 'crash' && name === 'loadfile') process.exit(139);
  const data = name === 'get_property' ? VALUES[property] : null;
  say({ request_id, error: data === undefined ? 'property unavailable' : 'success', data });
  if (name === 'loadfile' && way !== 'blind') say({ event: way === 'refuse' ? 'end-file' : 'playback-restart' });
  if (way === 'crash-later' && property === 'time-pos') process.exit(139);
};

let text = '';
channel.on('data', (chunk) => {
  text += chunk;
  const lines = text.split('\n');
  text = lines.pop() ?? '';
  for (const line of lines) onCommand(JSON.parse(line));
});
channel.on('close', () => process.exit(0));

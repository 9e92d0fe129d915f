#!/usr/bin/env node
// A program that talks like mpv 0.38 and newer where those differ from 0.35, so that the difference is tested on every machine:
// the positional loadfile takes an index before its options, and at the end `eof-reached` comes before `pause`.
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { createServer, Socket } from 'node:net';

const KNOWN_OPTIONS = /^--(load-(console|select|positioning|commands)=no|[a-z0-9-]+(=.*)?)$/;
const unknown = process.argv
  .slice(2)
  .find((option) => !KNOWN_OPTIONS.test(option) || option.startsWith('--nonexistent'));
if (unknown !== undefined) {
  console.error(`Error parsing option ${unknown.slice(2)} (option not found)`);
  process.exit(1);
}

const RATES = { 23976: 24000 / 1001, 2997: 30000 / 1001, 50: 50, 5994: 60000 / 1001 };
const rateOf = (path) => RATES[/numbered-(\d+)/.exec(path)?.[1]] ?? 25;
const lengthOf = (path) =>
  path.startsWith('edl://')
    ? partsOf(path).reduce((sum, [, , length]) => sum + Number(length), 0)
    : path.endsWith('.png')
      ? Number.POSITIVE_INFINITY
      : path.includes('short-')
        ? 1
        : path.includes('numbered-25')
          ? 10
          : 6;
const partsOf = (url) => [...url.matchAll(/%\d+%([^,]+),start=[\d.]+,length=([\d.]+)/g)];
const isMedia = (path) => (path.startsWith('edl://') ? partsOf(path).every(([, part]) => isFile(part)) : isFile(path));
const isFile = (path) =>
  existsSync(path) && (path.endsWith('.png') || readFileSync(path).subarray(4, 8).toString('latin1') === 'ftyp');

const clients = new Set();
const properties = {
  pause: false,
  speed: 1,
  'eof-reached': undefined,
  'time-pos': undefined,
  end: 'none',
  'ab-loop-a': 'no',
  'ab-loop-b': 'no',
  vf: '',
  volume: 100,
  mute: false,
  'video-rotate': 0,
  'audio-device': 'auto',
  keepaspect: true,
  panscan: 0,
  'audio-delay': 0,
  af: [],
};
let playlist = [];
let current;
let lastEntry = 0;

const emit = (event) => {
  for (const client of clients) client.send(event);
};
const tell = (name) => {
  for (const client of clients) client.changed(name);
};
const set = (name, value) => {
  if (properties[name] === value) return;
  properties[name] = value;
  tell(name);
};

const seconds = (text) => (text === 'none' || text === 'no' ? undefined : Number(text));
const isLooping = () => seconds(properties['ab-loop-b']) !== undefined;
const out = () =>
  Math.min(
    seconds(properties['ab-loop-b']) ?? seconds(properties.end) ?? Number.POSITIVE_INFINITY,
    lengthOf(current.path),
  );
const toFrame = (time) => {
  const rate = rateOf(current.path);
  const last = out() === Number.POSITIVE_INFINITY ? out() : Math.ceil((out() - 0.0001) * rate) - 1;
  return Math.max(0, Math.min(Math.ceil((time - 0.005) * rate), last)) / rate;
};

const startNext = () => {
  const entry = playlist[0];
  if (entry === undefined) {
    current = undefined;
    set('time-pos', undefined);
    set('eof-reached', undefined);
    return emit({ event: 'idle' });
  }
  emit({ event: 'start-file', playlist_entry_id: entry.id });
  setTimeout(() => {
    if (playlist[0] !== entry) return;
    if (!isMedia(entry.path)) {
      emit({ event: 'end-file', reason: 'error', playlist_entry_id: entry.id, file_error: 'unrecognized file format' });
      playlist.shift();
      return startNext();
    }
    current = entry;
    const fresh = { end: 'none', 'ab-loop-a': 'no', 'ab-loop-b': 'no', vf: '', volume: 100, mute: false };
    const [, label, graph] = /^@(\w+):lavfi=\[(.*)\]$/.exec(entry.options['af-append'] ?? '') ?? [];
    properties.af = graph === undefined ? [] : [{ name: 'lavfi', label, enabled: true, params: { graph } }];
    Object.assign(properties, fresh, entry.options);
    properties.volume = Number(properties.volume);
    properties.mute = [true, 'yes'].includes(properties.mute);
    set('pause', entry.options.pause === 'yes');
    set('eof-reached', false);
    emit({ event: 'file-loaded' });
    set('time-pos', toFrame(seconds(entry.options.start ?? '0')));
    emit({ event: 'playback-restart' });
  }, 8);
};

const loadfile = (path, flags, options) => {
  lastEntry += 1;
  const entry = { id: lastEntry, path, options };
  if (flags === 'replace') {
    const former = playlist[0];
    playlist = [entry];
    current = undefined;
    if (former !== undefined) emit({ event: 'end-file', reason: 'stop', playlist_entry_id: former.id });
    startNext();
  } else {
    playlist.push(entry);
  }
  return { playlist_entry_id: entry.id };
};

const commands = {
  loadfile: ([path, flags, index, options]) => {
    if (typeof index === 'object' || Number.isNaN(Number(index ?? -1))) throw new Error('invalid parameter');
    return loadfile(path, flags, options ?? {});
  },
  'playlist-clear': () => {
    playlist = playlist.slice(0, 1);
  },
  'playlist-next': () => {
    playlist.shift();
    startNext();
  },
  'osd-overlay': () => undefined,
  observe_property: ([id, name], client) => client.observe(id, name),
  get_property: ([name]) => {
    if (name === 'pid') return process.pid;
    if (name === 'mpv-version') return 'mpv v0.38.0';
    if (name === 'video-params/w' && current !== undefined) return 192;
    if (properties[name] === undefined) throw new Error('property unavailable');
    return properties[name];
  },
  set_property: ([name, value]) => {
    const plain = name.replace('file-local-options/', '');
    const kind = typeof properties[plain];
    const typed = { number: () => Number(value), boolean: () => [true, 'yes'].includes(value) }[kind];
    set(plain, typed?.() ?? value);
    if (name === 'pause' && value === false && properties['eof-reached']) set('eof-reached', false);
  },
  seek: ([time]) => {
    if (current === undefined) throw new Error('error running command');
    setTimeout(() => {
      emit({ event: 'seek' });
      set('eof-reached', false);
      set('time-pos', toFrame(time));
      emit({ event: 'playback-restart' });
    }, 3);
  },
};

const run = (command, client) => {
  if (Array.isArray(command)) {
    const [name, ...args] = command;
    if (commands[name] === undefined) throw new Error('invalid parameter');
    return commands[name](args, client);
  }
  const { name, url, flags, options } = command;
  return name === 'loadfile' ? loadfile(url, flags, options) : commands[name]([], client);
};

const serve = (socket) => {
  const observed = new Map();
  const client = {
    send: (object) => socket.write(`${JSON.stringify(object)}\n`),
    changed: (name) => {
      for (const [id, property] of observed) {
        if (property === name) client.send({ event: 'property-change', id, name, data: properties[name] });
      }
    },
    observe: (id, name) => {
      observed.set(id, name);
      setImmediate(() => client.changed(name));
    },
  };
  clients.add(client);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop();
    for (const line of lines) {
      const { command, request_id } = JSON.parse(line);
      try {
        client.send({ data: run(command, client) ?? null, request_id, error: 'success' });
      } catch (error) {
        client.send({ request_id, error: error.message });
      }
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => clients.delete(client));
};

setInterval(() => {
  if (current === undefined || properties.pause || properties['eof-reached']) return;
  const next = properties['time-pos'] + 0.02 * properties.speed;
  if (next < out()) return set('time-pos', next);
  if (isLooping()) {
    emit({ event: 'seek' });
    set('time-pos', seconds(properties['ab-loop-a']));
    return emit({ event: 'playback-restart' });
  }
  set('time-pos', toFrame(out()));
  set('eof-reached', true);
  // mpv pauses at once and tells of it later, so a command in between finds it paused.
  properties.pause = true;
  setTimeout(tell, 5, 'pause');
}, 10);

const own = new Socket({ fd: 3 });
own.on('close', () => process.exit(0));
serve(own);
const path = process.argv.find((option) => option.startsWith('--input-ipc-server='))?.split('=')[1];
if (path !== undefined) {
  if (existsSync(path)) unlinkSync(path);
  createServer(serve).listen(path);
}

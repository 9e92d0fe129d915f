// What differs from run to run in an answer, and the mark that stands for it in a record. A record hides nothing else.
import { readFileSync } from 'node:fs';

type Marks = readonly (readonly [what: RegExp, mark: string])[];

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const versionText = version.replaceAll('.', '\\.');

const MARKS: Marks = [
  // Of this hour and this machine.
  [/^(Date|Last-Modified): [^\r\n]+?(?=\\r$)/gm, '$1: <date>'],
  [/^ETag: (W\/)?"[^"]+"/gm, 'ETag: $1"<tag>"'],
  [/("(?:DEVICEID|deviceId)":")[0-9a-f]{16}"/g, '$1<device id>"'],
  [/^unique id: [0-9a-f]{16}(?=\\r$)/gm, 'unique id: <device id>'],
  [/("(?:IFACES|interfaces)":)\{[^{}]*\}/g, '$1<addresses>'],
  [/("(?:PARTFREE|PARTSIZE|clipsFreeBytes|clipsSizeBytes|remainingSpace|totalSpace)":)\d+/g, '$1<bytes>'],
  [/^(remaining size|total size): [1-9]\d*(?=\\r$)/gm, '$1: <bytes>'],
  [/("(?:uptimeSeconds)":)\d+/g, '$1<seconds>'],
  [/^uptime: \d+(?=\\r$)/gm, 'uptime: <seconds>'],
  [/("vitals":)\{[^{}]*\}/g, '$1<vital signs>'],
  // By the cores of this machine, and measured at some time.
  [/("playability":)\{[^{}]*\}/g, '$1<playability>'],
  [/("loudness":)\{(?:[^{}]|\{[^{}]*\})*\}/g, '$1<loudness>'],
  [/^(Set-Cookie: cuedeck=)[\w-]{43}(?=;)/gm, '$1<session>'],
  [/("audioDevices":)\[[^\]]*\]/g, '$1<audio devices>'],
  [/("decoders":)\[[^\]]*\]/g, '$1<decoders>'],
  [/("decoderInUse":)(?:null|"[^"]*")/g, '$1<decoder>'],
  [/("ports":\{"hyperdeck":)\d+/g, '$1<port>'],
  [/127\.0\.0\.1:\d{4,5}\b/g, '127.0.0.1:<port>'],
  // Of this installation.
  [/"\/[^"]*\/splash\.(png|svg)"/g, '"<folder>/splash.$1"'],
  [/\/[^ "]*\/cuedeck-e2e-\w+/g, '<folder>'],
  [new RegExp(`("(?:L?VERSION|version|latestVersion|softwareVersion)":")${versionText}"`, 'g'), '$1<version>"'],
  [new RegExp(`^(software version: |cuedeck[a-z-]* |)${versionText}(?=\\\\r$|:|$)`, 'gm'), '$1<version>'],
  // Of this run.
  [/("(?:id|clipId)":")[0-9a-f]{12}"/g, '$1<clip id>"'],
  [/^\{"at":"[^"]+"/gm, '{"at":"<time>"'],
  [/("lines":)\[(?:\{"at":"[^"]+","level":"\w+","text":"(?:[^"\\]|\\.)*"\},?)*\]/g, '$1<log lines>'],
];

/** Where the picture is: only of answers that come while it moves. */
const MOVING_MARKS: Marks = [
  [/("(?:TIMECODE|positionSeconds|position)":)[\d.]+/g, '$1<moving>'],
  [/("(?:display|timeline)":")[\d:;]+"/g, '$1<moving>"'],
  [/^(display timecode|timecode|timeline|timeline position): [^\\]+(?=\\r$)/gm, '$1: <moving>'],
];

const put = (marks: Marks, text: string): string =>
  marks.reduce((before, [what, mark]) => before.replace(what, mark), text);

export const toMarked = (text: string, isMoving = false): string =>
  put(MARKS, isMoving ? put(MOVING_MARKS, text) : text);

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\r': '\\r', '\0': '\\0' };

/** Bytes as lines of a record: what an editor or Git could change unseen is spelt out. */
export const toVisible = (text: string): string =>
  text.replace(/[\\\r\0]/g, (character) => ESCAPES[character] ?? character);

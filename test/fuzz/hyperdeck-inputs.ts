// Lines that a HyperDeck controller would never send, made from those it does.
import { COMMANDS } from '../../src/hyperdeck/ethernet/commands.ts';
import { mutated, type Random } from './random.ts';

const VALUES = [
  ...['true', 'false', '0', '1', '2', '+1', '-1', '100', '-5000', '5001', '99999999999', '1e3', '0x10', 'NaN', 'none'],
  ...['start', 'end', '00:00:01:00', '+00:00:00:05', '-00:00:00;02', '99:59:59:24', '00:00:00:99', 'a.mp4', 'b.mp4'],
  ...[
    '1080p25',
    'SDI',
    'black',
    'lastframe',
    '',
    ' ',
    ':',
    ': ',
    'ü',
    '\u2028',
    '\u0000',
    '名前',
    '%s',
    '../../etc/passwd',
  ],
];
const PIECES = [
  ...[
    '\r',
    '\n',
    '\r\n',
    ':',
    ': ',
    ' ',
    '\t',
    '\u0000',
    'true',
    '-',
    '+',
    '9',
    'clip id',
    'name: ',
    'speed',
    'ß',
    '\\',
  ],
  ...['{', '"', ';', '00:00:01:00', 'play', 'goto:\r\n', 'x'.repeat(200)],
];

/** Some would end the session that is under test, or the deck's own settings. */
const FINAL = new Set(['quit', 'watchdog']);
const NAMES = COMMANDS.map(({ name }) => name).filter((name) => !FINAL.has(name));

const randomCommand = (random: Random): string => {
  const name = random.pick(NAMES);
  const known = COMMANDS.find((command) => command.name === name)?.parameters ?? ['name', 'slot id'];
  const parameters = Array.from({ length: random.int(4) }, () => {
    const parameter = known.length > 0 && random.int(10) > 0 ? random.pick(known) : random.text(PIECES, 2);
    return `${parameter}: ${random.pick(VALUES)}`;
  });
  if (parameters.length === 0) return name;
  return random.int(2) === 0 ? `${name}: ${parameters.join(' ')}` : `${name}:\r\n${parameters.join('\r\n')}\r\n`;
};

/** One request or what is left of it, always with a line end, so that the next is read by itself. */
export const randomRequest = (random: Random): string => {
  const command = randomCommand(random);
  return `${random.int(3) === 0 ? mutated(random, command, PIECES) : command}${random.pick(['\r\n', '\n', '\n\n'])}`;
};

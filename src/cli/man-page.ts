// The man page, made from the table.
import { EXIT_MEANINGS } from './cli-error.ts';
import { type Command, type Option, toCommonOptions, toUsage } from './command.ts';

const toRoff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1')
    .replaceAll('…', '...');

/** Sets code in backquotes in bold. */
const toProse = (text: string): string => toRoff(text).replace(/`([^`]+)`/g, '\\fB$1\\fR');

const toSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const toOption = ({ name, value, meaning }: Option): readonly string[] => [
  '.TP',
  `\\fB\\-\\-${toRoff(name)}\\fR${value === undefined ? '' : ` \\fI${value}\\fR`}`,
  toProse(toSentence(meaning)),
];

const toRow = (row: Command): readonly string[] => [
  `.SS ${toRoff(toUsage(row))}`,
  toProse(toSentence(row.meaning)),
  ...(row.more === undefined ? [] : [toProse(row.more)]),
  ...row.options.flatMap(toOption),
];

const EXAMPLES = [
  'cuedeck upload intro.mp4 && cuedeck play intro.mp4',
  'ssh player sudo cuedeck backup \\-\\-clips \\- > show.tar',
  'ssh player sudo cuedeck restore \\- < show.tar',
] as const;

const FILES = [
  [
    '/etc/cuedeck/player.conf',
    "settings of the player, one NAME=VALUE a line; the command's environment goes before them",
  ],
  ['/var/lib/cuedeck', 'clip list, settings and licence'],
  ['/clips', 'the clips'],
] as const;

/** In the form of man(7). */
export const toManPage = (table: readonly Command[]): string =>
  [
    '.\\" Made from the table of commands by scripts/cli-pages.mjs.',
    '.TH CUEDECK 1 "" CueDeck "CueDeck maintenance"',
    '.SH NAME',
    'cuedeck \\- maintenance of a CueDeck player on its own command line',
    '.SH SYNOPSIS',
    '.B cuedeck',
    '.I COMMAND',
    '[\\fIARGUMENT\\fR...] [\\fIOPTION\\fR...]',
    '.SH DESCRIPTION',
    'Talks to the player of this machine over its control API. \\fICLIP\\fR is a number of the clip list, or the name or',
    'file name of a clip, \\fILIST\\fR the name or id of a list. \\fITIME\\fR is in seconds, such as 75.5, or 1:15.5. A command that needs the token or files of',
    'the player finds them with sudo.',
    'What goes wrong is one line on the error output.',
    '.SH OPTIONS',
    ...[...new Set(table.flatMap(toCommonOptions))].flatMap(toOption),
    '.SH COMMANDS',
    ...table.flatMap(toRow),
    '.SH EXIT STATUS',
    ...EXIT_MEANINGS.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, toProse(toSentence(meaning))]),
    '.SH FILES',
    ...FILES.flatMap(([path, meaning]) => ['.TP', `.I ${toRoff(path)}`, toProse(toSentence(meaning))]),
    '.SH EXAMPLES',
    ...EXAMPLES.flatMap((line) => ['.PP', '.EX', line, '.EE']),
    '',
  ].join('\n');

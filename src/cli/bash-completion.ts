// Generates bash completion from the table.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these placeholders are of bash
import { type Command, type Option, toCommonOptions } from './command.ts';

const toFlags = (options: readonly Option[]): readonly string[] => options.map(({ name }) => `--${name}`);

/** The prefixes of a name, word by word: `a b c` has `a` and `a b`. */
const toPrefixes = (name: string): readonly string[] => {
  const words = name.split(' ');
  return words.slice(1).map((_word, index) => words.slice(0, index + 1).join(' '));
};

const unique = (words: readonly string[]): readonly string[] => [...new Set(words)];

/** The words that may follow `prefix` in a name. */
const toNext = (table: readonly Command[], prefix: string): readonly string[] =>
  unique(
    table
      .filter(({ name }) => name.startsWith(`${prefix} `))
      .map(({ name }) => name.slice(prefix.length + 1).split(' ')[0] ?? ''),
  );

/** The next words by the previous ones: pairs of a shell pattern and the words. */
const toCases = (table: readonly Command[]): readonly string[] => {
  const prefixes = unique(table.flatMap(({ name }) => toPrefixes(name))).filter((prefix) => !isName(table, prefix));
  return [
    ...prefixes.map((prefix) => `    '${prefix}') words='${toNext(table, prefix).join(' ')} --help' ;;`),
    ...table.map((row) => {
      const values = row.takes.flatMap(({ completes }) => (Array.isArray(completes) ? completes : []));
      const flags = toFlags([...row.options, ...toCommonOptions(row)]);
      const files = row.takes.some(({ completes }) => completes === 'file') ? ' files=1' : '';
      return `    '${row.name}') words='${[...toNext(table, row.name), ...values, ...flags].join(' ')}'${files} ;;`;
    }),
  ];
};

const isName = (table: readonly Command[], words: string): boolean => table.some(({ name }) => name === words);

const toValueCases = (table: readonly Command[]): readonly string[] => {
  const options = table.flatMap((row) => row.options).filter(({ value }) => value !== undefined);
  return unique(
    options.map(({ name, completes }) => `    --${name}) words='${(completes ?? []).join(' ')}' ; given=1 ;;`),
  );
};

/** Consecutive words that form one command. */
const toPairs = (table: readonly Command[]): string =>
  unique(table.flatMap(({ name }) => [...toPrefixes(name).slice(1), name]))
    .filter((name) => name.includes(' '))
    .map((name) => `'${name}'`)
    .join('|');

export const toBashCompletion = (table: readonly Command[]): string =>
  [
    '# Completion of cuedeck for bash. Made from the table of commands by scripts/cli-pages.mjs.',
    '_cuedeck() {',
    '  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files= given= command= word',
    '  COMPREPLY=()',
    '  case $before in',
    '    --conf|--socket) files=1 ; given=1 ;;',
    ...toValueCases(table),
    '  esac',
    '  if [[ -z $given ]]; then',
    '    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '      [[ $word == -* ]] && continue',
    '      if [[ -z $command ]]; then command=$word',
    `      else case "$command $word" in ${toPairs(table)}) command="$command $word" ;; esac`,
    '      fi',
    '    done',
    '    case $command in',
    `    '') words='${[...new Set(table.map(({ name }) => name.split(' ')[0]))].join(' ')} --help --version' ;;`,
    ...toCases(table),
    '    esac',
    '  fi',
    '  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")',
    '  [[ -n $files && $current != -* ]] && mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")',
    '  return 0',
    '}',
    'complete -o filenames -F _cuedeck cuedeck',
    '',
  ].join('\n');

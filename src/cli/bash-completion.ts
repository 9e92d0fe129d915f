// Generates bash completion from the table.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these placeholders are of bash
import { COMMON_OPTIONS, type Option, type TableRow } from './command.ts';

const toFlags = (options: readonly Option[]): readonly string[] => options.map(({ name }) => `--${name}`);

/** What may come next, by the words before: pairs of a shell pattern and the words. */
const toCases = (table: readonly TableRow[]): readonly string[] =>
  table.flatMap((row) => {
    if ('pass' in row) {
      const seconds = row.commands.filter((name) => name.includes(' '));
      const firsts = [...new Set(seconds.map((name) => name.split(' ')[0] ?? ''))];
      return [
        `    '${row.name}') words='${[...new Set(row.commands.map((name) => name.split(' ')[0]))].join(' ')} --json --help' ;;`,
        ...firsts.map((first) => {
          const then = seconds.filter((name) => name.startsWith(`${first} `)).map((name) => name.split(' ')[1]);
          return `    '${row.name} ${first}') words='${then.join(' ')}' ;;`;
        }),
      ];
    }
    const follow = table.filter(({ name }) => name.startsWith(`${row.name} `)).map(({ name }) => name.split(' ')[1]);
    const words = [...follow, ...row.takes.flatMap(({ completes }) => (Array.isArray(completes) ? completes : []))];
    const [first = '', second] = row.name.split(' ');
    const family = table.filter(({ name }) => name.startsWith(`${first} `));
    // The shell takes the first pattern that fits: one for all commands that begin with a word that is none itself.
    const isFirst = second !== undefined && family[0] === row && !table.some(({ name }) => name === first);
    const files = row.takes.some(({ completes }) => completes === 'file') ? ' files=1' : '';
    const flags = toFlags([...row.options, ...COMMON_OPTIONS]);
    return [
      ...(isFirst
        ? [`    '${first}') words='${family.map(({ name }) => name.split(' ')[1]).join(' ')} --help' ;;`]
        : []),
      `    '${row.name}'${row.name.includes(' ') ? '*' : ''}) words='${[...words, ...flags].join(' ')}'${files} ;;`,
    ];
  });

const toValueCases = (table: readonly TableRow[]): readonly string[] => {
  const options = table.flatMap((row) => ('pass' in row ? [] : row.options)).filter(({ value }) => value !== undefined);
  return options.map(({ name, completes }) => `    --${name}) words='${(completes ?? []).join(' ')}' ; given=1 ;;`);
};

/** Two words make one command where the table has such a pair. */
const toPairs = (table: readonly TableRow[]): string =>
  table
    .flatMap((row) => ('pass' in row ? row.commands.map((name) => `${row.name} ${name.split(' ')[0]}`) : [row.name]))
    .filter((name, index, all) => name.includes(' ') && all.indexOf(name) === index)
    .map((name) => `'${name}'`)
    .join('|');

export const toBashCompletion = (table: readonly TableRow[]): string =>
  [
    '# Completion of cuedeck for bash. Made from the table of commands by scripts/cli-pages.mjs.',
    '_cuedeck() {',
    '  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files= given= command= word',
    '  COMPREPLY=()',
    '  case $before in',
    '    --conf) files=1 ; given=1 ;;',
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

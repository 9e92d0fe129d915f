// Makes the tables of docs/boards.md and README's list of boards from the results that were sent in.
import { EXPECTED_BOARDS } from './expected-boards.ts';
import { type Report, type ReportResult, wasBusy } from './report.ts';
import { NOT_MADE_TEXTS, RESULT_HEADINGS, toClipText, toLostFrames, toResultCells, toWayText } from './report-text.ts';
import { type Codec, TEST_CLIPS, type TestClip } from './test-clip.ts';

/** A result in the folder `boards`. */
export interface BoardFile {
  /** Name of the file. */
  readonly file: string;
  readonly report: Report;
}

const toMarkdownTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(3, ...rows.map((row) => (row[column] ?? '').length)));
  const toLine = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [heading = [], ...body] = rows;
  return [toLine(heading), toLine(widths.map((width) => '-'.repeat(width))), ...body.map(toLine)].join('\n');
};

const filesOf = (model: RegExp, files: readonly BoardFile[]): readonly BoardFile[] =>
  files.filter(({ report }) => model.test(report.machine.model));

/** One frame of three seconds may be lost by the measure itself. */
const isSmooth = (result: ReportResult): boolean => result.outcome === 'played' && (toLostFrames(result) ?? 2) <= 1;

const toLoad = ({ width, height, rate }: TestClip): number => width * height * rate;

/** `1080p60 by v4l2m2m`: the heaviest clip of the codec that ran smoothly; undefined when none was tried. */
const toSmoothest = (files: readonly BoardFile[], codec: Codec): string | undefined => {
  const clips = TEST_CLIPS.filter((clip) => clip.codec === codec && clip.bits === 8);
  const tried = files.flatMap(({ report }) =>
    report.results.flatMap((result) => {
      const clip = clips.find(({ name }) => name === result.clip);
      return clip === undefined ? [] : [{ clip, result }];
    }),
  );
  if (tried.length === 0) return undefined;
  const [best] = tried
    .filter(({ result }) => isSmooth(result))
    .toSorted(
      (one, other) =>
        toLoad(other.clip) - toLoad(one.clip) || (one.result.cpuPercent ?? 0) - (other.result.cpuPercent ?? 0),
    );
  return best === undefined
    ? 'nothing smooth'
    : `${best.clip.height}p${best.clip.rate} by ${toWayText(best.result.way)}`;
};

/** README's list: what is expected of each board, or what the results of it show. */
export const toBoardList = (files: readonly BoardFile[]): string =>
  toMarkdownTable([
    ['board', 'H.264', 'HEVC', 'how it is known'],
    ...EXPECTED_BOARDS.map(({ name, model, h264, hevc }) => {
      const own = filesOf(model, files).filter(({ report }) => !wasBusy(report));
      if (own.length === 0) return [name, h264, hevc, 'expected'];
      const toCell = (codec: Codec, expected: string): string => toSmoothest(own, codec) ?? `${expected} (expected)`;
      return [name, toCell('h264', h264), toCell('hevc', hevc), '[measured](docs/boards.md#measured)'];
    }),
  ]);

const toSources = (): string =>
  EXPECTED_BOARDS.map(({ name, sources }) => `- ${name}: ${sources.join('; ')}.`).join('\n');

/** The fewest lost frames, then the least processor time. */
const toBest = (results: readonly ReportResult[]): ReportResult | undefined =>
  results
    .filter(({ outcome, frames }) => outcome === 'played' && frames !== undefined)
    .toSorted(
      (one, other) =>
        (toLostFrames(one) ?? 0) - (toLostFrames(other) ?? 0) || (one.cpuPercent ?? 0) - (other.cpuPercent ?? 0),
    )[0];

const toBestTable = ({ results }: Report): string => {
  const rows = TEST_CLIPS.flatMap(({ name }) => {
    const best = toBest(results.filter(({ clip }) => clip === name));
    if (best === undefined) return [];
    return [
      [toClipText(name), toWayText(best.way), best.output, ...toResultCells(best).slice(0, RESULT_HEADINGS.length)],
    ];
  });
  if (rows.length === 0) return 'No clip was played.';
  return toMarkdownTable([['clip', 'best decoder', 'output', ...RESULT_HEADINGS], ...rows]);
};

/** `v4l2m2m on gpu-drm: hang (H.264 720p25)`. */
const toFailures = ({ results }: Report): readonly string[] => {
  const groups = new Map<string, string[]>();
  for (const result of results) {
    const { clip, way, output, outcome } = result;
    if (outcome === 'played') continue;
    const end =
      toResultCells(result)
        .filter((cell) => cell !== '')
        .at(-1) ?? '';
    const group = `${toWayText(way)} on ${output}: ${end}`;
    groups.set(group, [...(groups.get(group) ?? []), toClipText(clip)]);
  }
  return [...groups].map(([group, clips]) => `- ${group} (${clips.join(', ')}).`);
};

const toMissing = ({ clips, untried }: Report): readonly string[] => [
  ...clips.flatMap(({ name, notMade }) =>
    notMade === undefined ? [] : [`- ${toClipText(name)} was not made: ${NOT_MADE_TEXTS[notMade]}.`],
  ),
  ...(untried === 0 ? [] : [`- Not tried: ${untried} cases.`]),
];

const toBoard = ({ file, report }: BoardFile): string => {
  const { machine, day, cuedeck } = report;
  const drivers =
    machine.displayDrivers.length === 0 ? 'no display' : `display driver ${machine.displayDrivers.join(', ')}`;
  const screens = machine.screens.length === 0 ? '' : `, screen ${machine.screens.join(', ')}`;
  const facts = [
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryMebibytes} MiB, ${machine.architecture}, ${drivers}${screens}.`,
    `${machine.system}, kernel ${machine.kernel}, mpv ${machine.mpv}, ffmpeg ${machine.ffmpeg}, player ${cuedeck}.`,
    `Tested on ${day}: [${file}](../boards/${file}).`,
    ...(wasBusy(report) ? ['Other programs kept the machine busy: the figures are worse than it can do.'] : []),
  ];
  const notes = [...toFailures(report), ...toMissing(report)];
  return [
    `### ${machine.model}`,
    facts.join(' '),
    toBestTable(report),
    ...(notes.length === 0 ? [] : [notes.join('\n')]),
  ].join('\n\n');
};

const toUnknown = (files: readonly BoardFile[]): string => {
  const boards = EXPECTED_BOARDS.filter(({ model }) => filesOf(model, files).length === 0).map(({ name }) => name);
  return boards.length === 0
    ? 'There is a result of each board above.'
    : `There is no result of: ${boards.join('; ')}.`;
};

/** The made part of docs/boards.md. */
export const toBoardsText = (files: readonly BoardFile[]): string =>
  [
    '## Expected',
    'With Raspberry Pi OS, whose kernel and ffmpeg have the decoders of these boards:',
    toMarkdownTable([['board', 'H.264', 'HEVC'], ...EXPECTED_BOARDS.map(({ name, h264, hevc }) => [name, h264, hevc])]),
    'Where that comes from. These are reports of others; none of it was measured with CueDeck:',
    toSources(),
    '## Measured',
    toUnknown(files),
    ...files.map(toBoard),
  ].join('\n\n');

const START = '<!-- made by scripts/boards.mjs -->';
const END = '<!-- end -->';

/** @throws Error when the document has no place for it */
export const replaceMade = (document: string, made: string): string => {
  const [start, end] = [document.indexOf(START), document.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`a document lacks ${START} and ${END}`);
  return `${document.slice(0, start + START.length)}\n\n${made}\n\n${document.slice(end)}`;
};

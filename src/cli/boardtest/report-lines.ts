// The result of a board test on a terminal.
import { toTable } from '../format.ts';
import { type Report, wasBusy } from './report.ts';
import { NOT_MADE_TEXTS, RESULT_HEADINGS, toClipText, toResultCells, toWayText } from './report-text.ts';

const toRows = ({ results }: Report): readonly (readonly string[])[] => [
  ['CLIP', 'DECODER', 'OUTPUT', ...RESULT_HEADINGS.map((heading) => heading.toUpperCase()), ''],
  ...results.map((result) => [
    toClipText(result.clip),
    `${toWayText(result.way)}${result.isChosen ? ' *' : ''}`,
    result.output,
    ...toResultCells(result),
  ]),
];

const toUntriedLine = ({ untried }: Report, isInterrupted: boolean): readonly string[] => {
  if (untried === 0) return [];
  const what = untried === 1 ? '1 case was' : `${untried} cases were`;
  return [
    isInterrupted
      ? `Interrupted: ${what} not tried.`
      : `${what} not tried, since the time was over; a longer test is --minutes 30.`,
  ];
};

export const toReportLines = (
  report: Report,
  end: {
    readonly path: string;
    /** Why the result could not be written. */
    readonly unwritten?: string | undefined;
    readonly isInterrupted: boolean;
    readonly isStuck: boolean;
  },
): readonly string[] => {
  const { path, unwritten, isInterrupted, isStuck } = end;
  const { model, kernel, mpv, ffmpeg } = report.machine;
  const notMade = report.clips.flatMap(({ name, notMade: reason }) =>
    reason === undefined ? [] : [`${toClipText(name)} (${NOT_MADE_TEXTS[reason]})`],
  );
  return [
    `${model}, kernel ${kernel}, mpv ${mpv}, ffmpeg ${ffmpeg}`,
    '',
    ...(report.results.length === 0 ? ['Nothing was measured.'] : toTable(toRows(report))),
    '',
    ...(report.results.some(({ isChosen }) => isChosen) ? ['* is how the player decodes such a clip by itself.'] : []),
    ...(notMade.length === 0 ? [] : [`Not made: ${notMade.join(', ')}.`]),
    ...toUntriedLine(report, isInterrupted),
    ...(wasBusy(report) ? ['Other programs kept this machine busy: the figures are worse than it can do.'] : []),
    ...(isStuck ? ['mpv hangs in a driver and cannot be ended: restart this machine.'] : []),
    unwritten === undefined
      ? `The result is in ${path}. It names the board and its programs, not its owner; please send it in.`
      : `${path} cannot be written: ${unwritten}. Only this table is left of the result.`,
  ];
};

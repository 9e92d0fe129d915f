// `cuedeck boardtest`: measures what this machine plays, prints a table and writes a file to send in.
import { hostname, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { VERSION } from '../../host/version.ts';
import { findScreen } from '../../mpv/display/display.ts';
import { CliError, EXIT } from '../cli-error.ts';
import type { Answer, Call, Command } from '../command.ts';
import { createProgress } from '../progress.ts';
import { outputOf } from '../subprocess.ts';
import { ENDINGS, inWorkFolder } from '../work-folder.ts';
import { ENCODERS, type MadeClip, makeClip, toCodecs } from './clip-maker.ts';
import { readDecodingFacts, toBoardFacts } from './machine-facts.ts';
import { asOnlyRun } from './only-run.ts';
import { toProductPlan } from './product-plan.ts';
import { toReport } from './report.ts';
import { checkReportFile, writeReport } from './report-file.ts';
import { toReportLines } from './report-lines.ts';
import { runCases, toCases } from './schedule.ts';
import { withScreen } from './screen-loan.ts';
import { CODECS, type Codec, TEST_CLIPS, type TestClip } from './test-clip.ts';
import { tryCase } from './trial.ts';
import { toOutputs, toWays } from './ways.ts';

const FFMPEG = 'ffmpeg';
const ROOT = '/';
const DRM_FOLDER = '/sys/class/drm';
/** Not in memory, of which a small board has little. */
const WORK_FOLDER = '/var/tmp';
const STANDARD_FILE = 'cuedeck-boardtest.json';
const STANDARD_MINUTES = 5;
const MAX_MINUTES = 240;
const PLAY_SECONDS = 3;
/** On a Pi 3, a jump in a file with a single key frame took 29 s. */
const TIMEOUT_SECONDS = 30;
/** For one clip: a share of the whole time, but no more than this. */
const MAKING_SHARE = 0.15;
const MAX_MAKING_SECONDS = 120;
/** A case that began at the last moment may hang. */
const MARGIN_SECONDS = 600;

const parseMinutes = (given: Call['options'][string]): number => {
  if (given === undefined) return STANDARD_MINUTES;
  const minutes = Number(given);
  if (/^\d+(\.\d+)?$/.test(String(given)) && minutes > 0 && minutes <= MAX_MINUTES) return minutes;
  throw new CliError(EXIT.usage, `--minutes ${given} is invalid; allowed: up to ${MAX_MINUTES}.`);
};

const parseCodecs = (given: Call['options'][string]): readonly Codec[] => {
  if (given === undefined) return CODECS;
  const codecs = CODECS.filter((codec) => codec === given);
  if (codecs.length > 0) return codecs;
  throw new CliError(EXIT.usage, `--codec ${given} is invalid; allowed: ${CODECS.join(', ')}.`);
};

/** @throws CliError when mpv, ffmpeg or every encoder for the codecs is missing */
const findPrograms = async (mpv: string, codecs: readonly Codec[]) => {
  const [facts, encoders] = await Promise.all([
    readDecodingFacts(ROOT, mpv),
    outputOf(FFMPEG, ['-hide_banner', '-encoders']),
  ]);
  if (facts.abilities.mpv.outputs.length === 0) {
    throw new CliError(EXIT.refused, `There is no working ${mpv}. Use: sudo apt install mpv, or set CUEDECK_MPV.`);
  }
  const encoded = toCodecs(encoders);
  if (encoded === undefined) {
    throw new CliError(EXIT.refused, 'There is no working ffmpeg, which makes the clips. Use: sudo apt install ffmpeg');
  }
  if (!codecs.some((codec) => encoded.includes(codec))) {
    const names = codecs.map((codec) => ENCODERS[codec]).join(' and ');
    throw new CliError(EXIT.refused, `This ffmpeg lacks ${names}, without which no clip can be made.`);
  }
  return { facts, encoded };
};

/** Aborted by Ctrl-C, and when the terminal is lost: what was measured is still told. */
const untilSignal = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const ending of ENDINGS) process.on(ending, stop);
  try {
    return await work(stopping.signal);
  } finally {
    for (const ending of ENDINGS) process.off(ending, stop);
  }
};

/** Of the folder with the clips. */
const parentOf = ({ io }: Call): string => io.environment.TMPDIR ?? WORK_FOLDER;

const measure = async (call: Call, minutes: number, codecs: readonly Codec[], signal: AbortSignal) => {
  const { mpv } = call.place;
  const { facts, encoded } = await findPrograms(mpv, codecs);
  const { DISPLAY = '', WAYLAND_DISPLAY = '' } = call.io.environment;
  const display = findScreen({ displays: [DISPLAY, WAYLAND_DISPLAY], drmFolder: DRM_FOLDER });
  const clips = TEST_CLIPS.filter(({ codec }) => codecs.includes(codec));
  const { decoders, outputs } = facts.abilities.mpv;
  const cases = toCases(
    clips,
    toOutputs(outputs, display, { DISPLAY, WAYLAND_DISPLAY }),
    (codec) => toWays(decoders, codec),
    (clip, output) => toProductPlan(facts, clip, output),
  );
  const test = (folder: string) => {
    const startedAt = performance.now() / 1000;
    const progress = createProgress(call.io, 'testing');
    const limitSeconds = Math.min(MAX_MAKING_SECONDS, minutes * 60 * MAKING_SHARE);
    const make = async (clip: TestClip): Promise<MadeClip> =>
      encoded.includes(clip.codec)
        ? makeClip(clip, { ffmpeg: FFMPEG, folder, limitSeconds, signal })
        : { reason: 'no-encoder', detail: '' };
    return runCases(cases, {
      make,
      attempt: (tried, path) =>
        tryCase(tried, {
          mpv,
          ffmpeg: FFMPEG,
          path,
          folder,
          playSeconds: PLAY_SECONDS,
          timeoutSeconds: TIMEOUT_SECONDS,
          signal,
        }),
      now: () => performance.now() / 1000,
      endSeconds: startedAt + minutes * 60,
      signal,
      onCase: progress.show,
    }).finally(progress.end);
  };
  const loan = {
    ...{ api: call.api, isUnit: call.place.isUnit, isRoot: process.getuid?.() === 0, display },
    isForced: call.options.force === true,
    limitSeconds: Math.ceil(minutes * 60) + MARGIN_SECONDS,
    onNote: call.io.err,
  };
  if (signal.aborted) throw new CliError(EXIT.refused, 'Interrupted before anything was measured.');
  return { facts, run: await withScreen(loan, () => inWorkFolder('boardtest', parentOf(call), test)) };
};

export const BOARDTEST_COMMAND: Command = {
  name: 'boardtest',
  takes: [],
  options: [
    { name: 'minutes', value: 'MINUTES', meaning: `how long to test (default ${STANDARD_MINUTES})` },
    { name: 'codec', value: 'CODEC', completes: CODECS, meaning: 'tests one codec only: `h264` or `hevc`' },
    { name: 'out', value: 'FILE', meaning: `where to write the result (default \`${STANDARD_FILE}\`)` },
    { name: 'force', meaning: 'tests even while a clip plays' },
  ],
  meaning: 'measures in five minutes what this machine plays, and writes a result to send in',
  more: 'It makes clips itself and plays them with each decoder on each output: frames lost, processor, jumps, loops. Where the player has the screen, use sudo: the player is stopped for the test and started again, also after Ctrl-C. The result names the board and its programs, not its owner: no host name, address or number.',
  run: async (call): Promise<Answer> => {
    const minutes = parseMinutes(call.options.minutes);
    const codecs = parseCodecs(call.options.codec);
    const path = resolve(typeof call.options.out === 'string' ? call.options.out : STANDARD_FILE);
    await checkReportFile(path);
    const [loadBefore = 0] = loadavg();
    const { facts, run, isInterrupted } = await asOnlyRun(parentOf(call), () =>
      untilSignal(async (signal) => {
        const measured = await measure(call, minutes, codecs, signal);
        return { ...measured, isInterrupted: signal.aborted };
      }),
    );
    const machine = await toBoardFacts(ROOT, facts, FFMPEG, [hostname()]);
    const day = new Date().toISOString().slice(0, 10);
    const report = toReport(run, { version: VERSION, day, codecs, machine, loadBefore });
    const unwritten = await writeReport(path, report);
    const lines = toReportLines(report, { path, unwritten, isInterrupted, isStuck: run.isStuck });
    const isDone = !isInterrupted && !run.isStuck && report.results.length > 0 && unwritten === undefined;
    return { lines, json: report, exit: isDone ? EXIT.done : EXIT.refused };
  },
};

// `GET /metrics`: the player for Prometheus.
import type { RequestHandler } from 'express';
import { commandCounts } from '../../base/origin.ts';
import { type PlayTotals, START_BUCKETS } from '../../deck/plays/play-counters.ts';
import type { Machine } from '../../deck/ports.ts';
import { type DeckState, isPlaying } from '../../deck/state.ts';
import { reject, send } from '../response.ts';
import { by, type Metric, one, TEXT_TYPE, toHistogram, toPrometheusText } from './prometheus-text.ts';

interface MetricsDeps {
  readonly deck: { state(): DeckState };
  readonly machine: Pick<Machine, 'version' | 'clipsPartition'>;
  readonly totals: () => PlayTotals;
  readonly health: () => { readonly temperatureCelsius?: number } | undefined;
}

const METHODS = 'GET, HEAD, OPTIONS';

export const createMetrics =
  (deps: MetricsDeps): RequestHandler =>
  (request, response) => {
    const headers = { Allow: METHODS };
    if (request.method === 'OPTIONS') send(request, response, { status: 204, headers, body: [] });
    else if (request.method === 'GET' || request.method === 'HEAD') {
      send(request, response, { status: 200, type: TEXT_TYPE, body: [Buffer.from(toPrometheusText(toMetrics(deps)))] });
    } else {
      const message = `This method is refused on /metrics; allowed: ${METHODS}.`;
      reject(request, response, { code: 'method-not-allowed', message, headers });
    }
  };

const toMetrics = ({ deck, machine, totals, health }: MetricsDeps): readonly Metric[] => {
  const sums = totals();
  const state = deck.state();
  const { freeBytes, sizeBytes } = machine.clipsPartition();
  const temperature = health()?.temperatureCelsius;
  return [
    gauge('info', 'The version that runs', [[{ version: machine.version }, 1]]),
    counter(
      'plays_total',
      'Plays that have ended, by who fired them and how they ended',
      sums.plays.map(({ door, ended, count }) => [{ door, ended }, count] as const),
    ),
    counter('frames_due_total', 'Frames that were to be shown, of plays that have ended', one(sums.framesDue)),
    counter(
      'frames_dropped_total',
      'Frames that were dropped, by what dropped them',
      by('by', { decoder: sums.framesDroppedByDecoder, output: sums.framesDroppedByOutput }),
    ),
    counter('frames_late_total', 'Frames that were late, of plays that have ended', one(sums.framesLate)),
    counter('faults_total', 'Faults of playback, and clips found to be unplayable', by('kind', sums.faults)),
    counter('commands_total', 'Commands that change something', by('door', Object.fromEntries(commandCounts()))),
    counter('mpv_restarts_total', 'Times that mpv ended while it was needed', by('reason', sums.mpvRestarts)),
    {
      name: 'cuedeck_start_to_picture_seconds',
      type: 'histogram',
      help: 'Time from a command to the clip that runs',
      samples: toHistogram(START_BUCKETS, sums.starts, sums.startSeconds),
    },
    gauge('playing', 'Whether a clip runs', one(isPlaying(state) ? 1 : 0)),
    gauge('mpv_up', 'Whether mpv runs', one(state.playerRunning ? 1 : 0)),
    gauge('clips', 'Clips in the list', one(state.document.clips.length - 1)),
    gauge('clips_damaged', 'Clips whose file the card has damaged', one(state.damaged.size)),
    gauge('clips_free_bytes', 'Free space of the clips partition', one(freeBytes)),
    gauge('clips_size_bytes', 'Size of the clips partition', one(sizeBytes)),
    ...(temperature === undefined ? [] : [gauge('temperature_celsius', 'Temperature of the board', one(temperature))]),
    gauge('resident_memory_bytes', 'Memory of the daemon, without mpv', one(process.memoryUsage.rss())),
  ];
};

const counter = (name: string, help: string, samples: Metric['samples']): Metric => ({
  ...{ name: `cuedeck_${name}`, type: 'counter', help, samples },
});

const gauge = (name: string, help: string, samples: Metric['samples']): Metric => ({
  ...{ name: `cuedeck_${name}`, type: 'gauge', help, samples },
});

// Metrics in the text format of Prometheus, version 0.0.4.

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Of a histogram: with the suffix of its name. */
  readonly samples: readonly (Sample | readonly [labels: Labels, value: number, suffix: string])[];
}

export const TEXT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export const one = (value: number): readonly Sample[] => [[{}, value]];

/** A sample for each key. */
export const by = (label: string, values: Readonly<Record<string, number>>): readonly Sample[] =>
  Object.entries(values).map(([name, value]) => [{ [label]: name }, value] as const);

/** @param counts observations within each bound and beyond the last, not added up */
export const toHistogram = (bounds: readonly number[], counts: readonly number[], sum: number): Metric['samples'] => {
  let all = 0;
  const buckets = counts.map((count, index) => {
    all += count;
    return [{ le: bounds[index] === undefined ? '+Inf' : String(bounds[index]) }, all, '_bucket'] as const;
  });
  return [...buckets, [{}, sum, '_sum'], [{}, all, '_count']];
};

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const toLabels = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escapeLabel(text)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

/** Without a blank line, and with a line end behind the last line. */
export const toPrometheusText = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(([labels, value, suffix = '']) => `${name}${suffix}${toLabels(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('');

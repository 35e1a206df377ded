import type { Histogram } from './histogram';

/** A number under a name, once or once per set of labels. */
export interface Metric {
  /** With its unit, and `_total` when it only rises. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/** A histogram under a name; a unit in the name holds for its bounds. */
export interface HistogramMetric {
  readonly name: string;
  readonly help: string;
  readonly histogram: Histogram;
}

/** The text format 0.0.4 of Prometheus. */
export function prometheusText(metrics: readonly (Metric | HistogramMetric)[]): string {
  return metrics.map((metric) => ('histogram' in metric ? ofHistogram(metric) : ofMetric(metric))).join('');
}

function ofMetric({ name, help, type, samples }: Metric): string {
  return (
    head(name, help, type) + samples.map(({ labels, value }) => line(name, labels ?? {}, value)).join('')
  );
}

function ofHistogram({ name, help, histogram }: HistogramMetric): string {
  let below = 0;
  const steps = histogram.bounds.map((bound, n) => {
    below += histogram.counts[n] ?? 0;
    return line(`${name}_bucket`, { le: String(bound) }, below);
  });
  return [
    head(name, help, 'histogram'),
    ...steps,
    line(`${name}_bucket`, { le: '+Inf' }, histogram.count),
    line(`${name}_sum`, {}, histogram.sum),
    line(`${name}_count`, {}, histogram.count),
  ].join('');
}

function head(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help.replace(/\\/g, '\\\\').replace(/\n/g, '\\n')}\n# TYPE ${name} ${type}\n`;
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`;
}

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}

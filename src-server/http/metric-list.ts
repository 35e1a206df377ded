import type { EventLoopDelay } from '../base/event-loop-delay';
import type { HistogramMetric, Metric } from '../base/prometheus-text';
import type { Delivery } from '../delivery/delivery';
import type { Traffic } from '../live/traffic';
import { ATTEMPT_OUTCOMES } from '../live/traffic-sink';
import type { Database } from '../storage/database';

/** Where the numbers come from. */
export interface MetricSources {
  readonly traffic: Pick<Traffic, 'acceptedTotal' | 'attemptTotals' | 'queueTotal' | 'size'>;
  readonly delivery: Pick<Delivery, 'load'>;
  readonly database: Pick<Database, 'load'>;
  readonly version: string;
}

/** Everything `/metrics` says. No label has more than a handful of values, however many customers there are. */
export function readMetrics(
  { traffic, delivery, database, version }: MetricSources,
  loop: EventLoopDelay,
): readonly (Metric | HistogramMetric)[] {
  const { inFlight, lanes } = delivery.load();
  const { queued, commitSeconds } = database.load();
  const memory = process.memoryUsage();
  return [
    {
      name: 'posthorn_info',
      help: 'Always 1; the label says which version runs.',
      type: 'gauge',
      samples: [{ labels: { version }, value: 1 }],
    },
    counter('posthorn_messages_accepted_total', 'Messages accepted and on disk.', traffic.acceptedTotal),
    {
      name: 'posthorn_attempts_total',
      help: 'Attempts recorded, by outcome: success (2xx), refused (another answer), timeout, unreachable, blocked (an address that is not sent to).',
      type: 'counter',
      samples: ATTEMPT_OUTCOMES.map((outcome) => ({
        labels: { outcome },
        value: traffic.attemptTotals[outcome],
      })),
    },
    gauge(
      'posthorn_deliveries_waiting',
      'Deliveries that wait, planned retries included.',
      traffic.queueTotal,
    ),
    gauge('posthorn_sends_in_flight', 'Requests on their way.', inFlight),
    gauge('posthorn_lanes', 'Endpoints that got or wait for something since the start.', lanes),
    gauge('posthorn_measured_endpoints', 'Endpoints whose traffic is measured right now.', traffic.size),
    gauge('posthorn_write_lane_length', 'Writes that wait for their turn at the database.', queued),
    {
      name: 'posthorn_commit_duration_seconds',
      help: 'Time of a transaction from its begin until it is on disk.',
      histogram: commitSeconds,
    },
    {
      name: 'posthorn_event_loop_delay_seconds',
      help: 'How late the event loop was since the metrics were read before; quantile 1 is the worst.',
      type: 'gauge',
      samples: [
        { labels: { quantile: '0.5' }, value: loop.p50 },
        { labels: { quantile: '0.99' }, value: loop.p99 },
        { labels: { quantile: '1' }, value: loop.max },
      ],
    },
    gauge('posthorn_memory_resident_bytes', 'Memory of the process.', memory.rss),
    gauge('posthorn_memory_heap_used_bytes', 'Memory of JavaScript objects.', memory.heapUsed),
    gauge('posthorn_memory_external_bytes', 'Memory of buffers and native objects.', memory.external),
  ];
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: 'gauge', samples: [{ value }] };
}

function counter(name: string, help: string, value: number): Metric {
  return { name, help, type: 'counter', samples: [{ value }] };
}

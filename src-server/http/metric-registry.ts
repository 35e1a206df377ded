import { Counter, Gauge, Registry } from 'prom-client';
import type { EventLoopDelay } from '../base/event-loop-delay';
import { ENDPOINT_STATES } from '../contract/endpoint-state';
import type { Delivery } from '../delivery/delivery';
import type { BackupSchedule } from '../diagnostics/backup-schedule';
import type { Traffic } from '../live/traffic';
import { ATTEMPT_OUTCOMES } from '../live/traffic-sink';
import type { Database } from '../storage/database';
import { countedHistogram } from './counted-histogram';

/** Where the numbers come from. */
export interface MetricSources {
  readonly traffic: Pick<
    Traffic,
    'acceptedTotal' | 'attemptSeconds' | 'deliveryDelaySeconds' | 'deliveryState' | 'queueTotal' | 'size'
  >;
  /** Whether this server sends to an endpoint. */
  readonly covers: (endpointId: string) => boolean;
  readonly delivery: Pick<Delivery, 'endpointIds' | 'load' | 'shortage' | 'network'>;
  /** Since when all sending is paused. Null: it is not. */
  readonly sendingPausedSince: () => number | null;
  readonly database: Pick<Database, 'load'>;
  /** What this node says about itself. Null: it has its database for itself. */
  readonly node: NodeFigures | null;
  /** The backups on a schedule. Null: there is none. */
  readonly backup: Pick<BackupSchedule, 'state'> | null;
  readonly version: string;
}

/** One of several nodes on a database, as of its last beat. */
interface NodeFigures {
  slots(): number;
  isTrusted(): boolean;
  beatAgeMs(): number;
  takeovers(): number;
}

/**
 * Everything `/metrics` says; each number is read on request. No label has more than a handful of values, however many
 * customers there are.
 */
export function createMetricRegistry(sources: MetricSources, loop: Pick<EventLoopDelay, 'read'>): Registry {
  const { traffic, covers, delivery, sendingPausedSince, database, node, backup, version } = sources;
  const registry = new Registry();
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const histogram = (...parts: Parameters<typeof countedHistogram>) =>
    registry.registerMetric(countedHistogram(...parts));

  new Gauge({
    name: 'posthorn_info',
    help: 'Always 1; the label is the running version.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);
  counter('posthorn_messages_accepted_total', 'Messages accepted and on disk.', () => traffic.acceptedTotal);
  new Counter({
    name: 'posthorn_attempts_total',
    help: 'Attempts recorded, by outcome: success (2xx), refused (another response), timeout, unreachable, blocked (a blocked address).',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const outcome of ATTEMPT_OUTCOMES) this.inc({ outcome }, traffic.attemptSeconds[outcome].count);
    },
  });
  histogram(
    'posthorn_attempt_duration_seconds',
    'Time of an attempt from its first byte to the end of the response or the failure, by outcome.',
    () =>
      ATTEMPT_OUTCOMES.map((outcome) => ({
        labels: { outcome },
        histogram: traffic.attemptSeconds[outcome],
      })),
  );
  histogram(
    'posthorn_delivery_delay_seconds',
    'Time from accepting a message, or from its deliverAt, to the first byte of its first attempt at an endpoint.',
    () => [{ labels: {}, histogram: traffic.deliveryDelaySeconds }],
  );
  gauge(
    'posthorn_deliveries_waiting',
    'Waiting deliveries, including scheduled retries.',
    () => traffic.queueTotal,
  );
  gauge('posthorn_sending_paused', 'Whether all sending is paused: 1 or 0.', () =>
    sendingPausedSince() === null ? 0 : 1,
  );
  gauge(
    'posthorn_network_online',
    'Whether deliveries get out of this computer: 1 or 0, while those to targets outside of it wait.',
    () => (delivery.network().state === 'online' ? 1 : 0),
  );
  if (backup) {
    gauge('posthorn_backup_failing', 'Whether the last scheduled backup failed: 1 or 0.', () =>
      backup.state().error === null ? 0 : 1,
    );
    gauge(
      'posthorn_backup_last_timestamp_seconds',
      'When the newest scheduled backup was made, in seconds since 1970; 0: there is none.',
      () => (backup.state().last ?? 0) / 1000,
    );
  }
  gauge('posthorn_sends_in_flight', 'Requests in flight.', () => delivery.load().inFlight);
  counter(
    'posthorn_sends_put_off_total',
    'Sends that wait because this machine could not open a connection.',
    () => delivery.shortage().putOff,
  );
  new Gauge({
    name: 'posthorn_endpoints',
    help: `Endpoints that this server sends to, by state: ${ENDPOINT_STATES.join(', ')}.`,
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { counts } = traffic.deliveryState([...delivery.endpointIds()].filter(covers));
      for (const state of ENDPOINT_STATES) this.set({ state }, counts[state]);
    },
  });
  gauge('posthorn_lanes', 'Endpoints active since the start.', () => delivery.load().queues);
  gauge('posthorn_measured_endpoints', 'Endpoints whose traffic is measured right now.', () => traffic.size);
  gauge('posthorn_write_lane_length', 'Writes queued for the database.', () => database.load().queued);
  histogram(
    'posthorn_commit_duration_seconds',
    'Time of a transaction from its start until it is on disk.',
    () => [{ labels: {}, histogram: database.load().commitSeconds }],
  );
  histogram(
    'posthorn_event_loop_delay_seconds',
    'Delay of a timer in the event loop, measured every 20 ms since the metrics were first read.',
    () => [{ labels: {}, histogram: loop.read() }],
  );
  if (node) {
    gauge('posthorn_node_slots', 'Parts of all endpoints, of 256, that this node sends to.', () =>
      node.slots(),
    );
    gauge(
      'posthorn_node_trusted',
      'Whether the last heartbeat of this node is recent enough to send: 1 or 0.',
      () => (node.isTrusted() ? 1 : 0),
    );
    gauge(
      'posthorn_node_beat_age_seconds',
      'Time since the database last confirmed a heartbeat of this node.',
      () => node.beatAgeMs() / 1000,
    );
    counter('posthorn_node_takeovers_total', 'Slots that this node took since its start.', () =>
      node.takeovers(),
    );
  }
  gauge('posthorn_memory_resident_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  gauge(
    'posthorn_memory_heap_used_bytes',
    'Memory of JavaScript objects.',
    () => process.memoryUsage().heapUsed,
  );
  gauge(
    'posthorn_memory_external_bytes',
    'Memory of buffers and native objects.',
    () => process.memoryUsage().external,
  );
  return registry;
}

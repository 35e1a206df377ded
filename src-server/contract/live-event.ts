import type { FromSchema } from 'json-schema-to-ts';
import type { AttemptOut } from './attempt';
import type { BackgroundTaskOut } from './background-task';
import type { EndpointTraffic, TrafficBucket } from './traffic';

/** The answer of `GET /live`: what stands in the events is said by the types below. */
export const liveEventTextSchema = {
  type: 'string',
  description: 'An endless stream of server-sent events.',
} as const;

/**
 * What `GET /api/v1/live` can say, one JSON object per server-sent event, at most four pushes a second.
 * `attempts` holds what happened since the last push, newest last, cut to the newest 200; `skipped` counts
 * what was cut, so that a page can say so instead of pretending. `buckets` comes only to streams that named
 * endpoints (`?endpoints=ep_1,ep_2`), and holds those of them where something changed. `background-task` holds one
 * task as it is after it has moved; of several moves between two pushes only the last is told.
 */
export type LiveEvent =
  | { readonly kind: 'attempts'; readonly attempts: readonly LiveAttempt[]; readonly skipped: number }
  | { readonly kind: 'catalog-changed' }
  | { readonly kind: 'applications-changed' }
  | { readonly kind: 'background-task'; readonly task: BackgroundTaskOut }
  | { readonly kind: 'buckets'; readonly endpoints: readonly LiveTraffic[] };

/** An attempt with what a list row shows beside it. */
export interface LiveAttempt extends Omit<AttemptOut, 'msg' | 'response'> {
  readonly appId: string;
  readonly eventType: string;
}

/** An endpoint as it is now, with its newest one-second buckets. */
export interface LiveTraffic extends EndpointTraffic {
  /** Oldest first. The last one may still run: a later one with the same `at` takes its place. */
  readonly buckets: readonly TrafficBucket[];
}
export type LiveEventText = FromSchema<typeof liveEventTextSchema>;

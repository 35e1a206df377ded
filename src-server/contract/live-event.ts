import type { FromSchema } from 'json-schema-to-ts';
import type { AttemptOut } from './attempt';
import type { BackgroundTaskOut } from './background-task';
import type { EndpointTraffic, TrafficBucket } from './traffic';

/** The response of `GET /live`: the types below describe its events. */
export const liveEventTextSchema = {
  type: 'string',
  description: 'An endless stream of server-sent events.',
} as const;

/**
 * What `GET /api/v1/live` can send, one JSON object per server-sent event, at most four pushes a second. `attempts`
 * holds what happened since the last push, newest last, cut to the newest 200; `skipped` counts the rest, so that a
 * page can say so instead of pretending. `attention-changed`: an endpoint began to fail, or recovered. `sending-changed`: all sending was paused or resumed.
 * `network-changed`: this computer has lost its network, or has it again.
 * `working-copy-changed` names the connection whose working copy somebody edited,
 * fetched or synced. `buckets` is sent only to streams that named endpoints
 * (`?endpoints=ep_1,ep_2`), and holds the changed ones among them. `background-task` holds one task after it has
 * progressed; of several steps between two pushes, only the last is sent.
 */
export type LiveEvent =
  | { readonly kind: 'attempts'; readonly attempts: readonly LiveAttempt[]; readonly skipped: number }
  | { readonly kind: 'catalog-changed' }
  | { readonly kind: 'applications-changed' }
  | { readonly kind: 'attention-changed' }
  | { readonly kind: 'sending-changed' }
  | { readonly kind: 'network-changed' }
  | { readonly kind: 'working-copy-changed'; readonly connectionId: string }
  | { readonly kind: 'background-task'; readonly task: BackgroundTaskOut }
  | { readonly kind: 'buckets'; readonly endpoints: readonly LiveTraffic[] };

/** An attempt with what a list row shows along with it. */
export interface LiveAttempt extends Omit<AttemptOut, 'msg' | 'response'> {
  readonly appId: string;
  readonly eventType: string;
}

/** An endpoint in its current state, with its newest one-second buckets. */
export interface LiveTraffic extends EndpointTraffic {
  /** Oldest first. The last one may still be running: a later one with the same `at` replaces it. */
  readonly buckets: readonly TrafficBucket[];
}
export type LiveEventText = FromSchema<typeof liveEventTextSchema>;

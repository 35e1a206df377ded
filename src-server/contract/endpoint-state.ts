import type { FromSchema } from 'json-schema-to-ts';

/**
 * The state of an endpoint, the most urgent first: failing: its latest attempt failed, until one succeeds. delayed: what
 * is due waits, or will wait, for more than five minutes. recovering: attempts succeed again, and some deliveries still
 * wait for their retry. queued: its limit spreads out a burst. active: messages are sent as they arrive. paused,
 * disabled: nothing is sent. idle: no activity for 24 hours.
 */
export const ENDPOINT_STATES = [
  'failing',
  'delayed',
  'recovering',
  'queued',
  'active',
  'paused',
  'disabled',
  'idle',
] as const;

/** The state of an endpoint, as the API says it. */
export const endpointStateSchema = {
  type: 'string',
  enum: ENDPOINT_STATES,
  description:
    '`failing`: its latest attempt failed. `delayed`: due deliveries wait for more than five minutes, or will. `recovering`: attempts succeed again, and some deliveries still wait for their retry. `queued`: its limit spreads out a burst. `active`: messages are sent as they arrive. `paused`, `disabled`: nothing is sent. `idle`: no activity for 24 hours. The same in all responses, pages and metrics.',
} as const;
export type EndpointState = FromSchema<typeof endpointStateSchema>;

/** What is stored about an endpoint. */
export interface EndpointFacts {
  readonly disabled: boolean;
  readonly paused: boolean;
  /** Whether its newest attempt failed. */
  readonly isFailing: boolean;
}

/** What its sender knows about its deliveries. */
export interface EndpointFlow {
  /** How long what is due has waited, or will wait for its turn, whichever is longer, in milliseconds. */
  readonly waitMs: number;
  /** Deliveries that failed and wait for their retry. */
  readonly retries: number;
  /** Whether anything was added, sent or ended within 24 hours, or waits. */
  readonly isRecent: boolean;
}

/** A head that waits less is between two slots, not in a queue. */
const QUEUED_FROM_MS = 1000;
/** Of what is due: beyond this wait, a person should know. */
export const DELAYED_ABOVE_MS = 5 * 60_000;

/** The one rule for the state of an endpoint: pages, API, live view and metrics all say what it says. */
export function endpointState(facts: EndpointFacts, flow: EndpointFlow): EndpointState {
  if (facts.disabled) return 'disabled';
  if (facts.paused) return 'paused';
  if (facts.isFailing) return 'failing';
  if (flow.waitMs > DELAYED_ABOVE_MS) return 'delayed';
  if (flow.retries > 0) return 'recovering';
  if (flow.waitMs >= QUEUED_FROM_MS) return 'queued';
  return flow.isRecent ? 'active' : 'idle';
}

/** An endpoint for which what is due waits for long. */
export interface DelayedEndpoint {
  readonly appId: string;
  readonly endpointId: string;
  /** How long, in milliseconds. */
  readonly waitMs: number;
}

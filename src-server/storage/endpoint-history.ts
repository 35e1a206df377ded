import type { EndpointContent, EndpointRecord } from './endpoint-record';

/** What an endpoint remembers about its state, besides the state itself. */
export type EndpointHistory = Pick<EndpointRecord, 'disabledAt' | 'disabledReason' | 'pausedAt' | 'failing'>;

/**
 * Since when the endpoint's next state holds its deliveries; an unchanged state keeps its time. Enabling it or changing
 * its URL starts over: earlier failures no longer count.
 */
export function historyOf(
  current: EndpointRecord | null,
  next: EndpointContent,
  now: number,
): EndpointHistory {
  const wasDisabled = current?.disabled === true;
  const beginsAnew = next.url !== current?.url || (wasDisabled && !next.disabled);
  return {
    disabledAt: !next.disabled ? null : wasDisabled ? current.disabledAt : now,
    disabledReason: !next.disabled ? null : wasDisabled ? current.disabledReason : 'manual',
    pausedAt: !next.paused ? null : current?.paused ? current.pausedAt : now,
    failing: beginsAnew ? null : current.failing,
  };
}

import type { EndpointContent, EndpointRecord } from './endpoint-record';

/** What an endpoint remembers about its state besides the state itself. */
export type EndpointHistory = Pick<EndpointRecord, 'disabledAt' | 'disabledReason' | 'pausedAt' | 'failing'>;

/**
 * Since when the next state of an endpoint holds its deliveries; what stays as it was keeps its moment. Who enables
 * it or gives it another address begins anew: the failures until then count no more.
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

import { DELAYED_ABOVE_MS, type DelayedEndpoint } from '../contract/endpoint-state';
import type { Traffic } from './traffic';

/** Those of these endpoints that are delayed, as this node measures them; the longest wait first. */
export function findDelayed(
  traffic: Pick<Traffic, 'flow' | 'view'>,
  endpointIds: Iterable<string>,
): DelayedEndpoint[] {
  const found: DelayedEndpoint[] = [];
  for (const endpointId of endpointIds) {
    // Most have no queue, and their state need not be worked out.
    const waitMs = traffic.flow(endpointId)?.waitMs ?? 0;
    if (waitMs <= DELAYED_ABOVE_MS) continue;
    const view = traffic.view(endpointId);
    if (view?.state === 'delayed') found.push({ appId: view.appId, endpointId, waitMs });
  }
  return found.sort((a, b) => b.waitMs - a.waitMs);
}

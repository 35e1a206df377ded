import { DELAYED_ABOVE_MS } from '../contract/endpoint-state';
import type { Traffic } from './traffic';

/** An endpoint for which what is due waits for long. */
export interface DelayedEndpoint {
  readonly appId: string;
  readonly endpointId: string;
  /** How long, in milliseconds. */
  readonly waitMs: number;
}

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

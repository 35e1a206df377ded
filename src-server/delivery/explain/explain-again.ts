import type { SendAgain } from '../../contract/explanation';
import type { DeliveryFacts } from './explain-delivery';

/**
 * What sending a message to an endpoint once more would do. Null: nothing, because it is queued, held or being sent
 * already, or cannot be sent there.
 */
export function explainAgain(facts: DeliveryFacts): SendAgain | null {
  const { now, endpoint, message, waiting, sendingPausedSince, noNetworkSince } = facts;
  if (endpoint.disabled || endpoint.deletedAt !== null || message.isExpunged) return null;
  if (!waiting) return 'resend';
  const isHeld = endpoint.paused || sendingPausedSince !== null || noNetworkSince !== null;
  const isQueued = waiting.attempts === 0 || waiting.isExtra || waiting.dueAt <= now;
  return isHeld || isQueued || waiting.onItsWay ? null : 'retry';
}

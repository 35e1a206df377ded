import type { MessageState } from '../../contract/fleet-message';
import type { OutcomeCounts } from './outcome-store';

/**
 * The state of a message over all its endpoints.
 * @param counts undefined: there is no delivery of it
 * @param isExpunged true when its content was removed. Retention removes deliveries together with the content, so
 *   without both it is not known whether there was an endpoint.
 */
export function messageState(counts: OutcomeCounts | undefined, isExpunged: boolean): MessageState {
  if (!counts) return isExpunged ? 'expired' : 'no-endpoint';
  if (counts.failed > 0) return 'failed';
  if (counts.waitingFirst + counts.waitingAgain > 0) return 'waiting';
  return counts.delivered > 0 ? 'delivered' : 'canceled';
}

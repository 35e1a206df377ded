/**
 * Sends many single messages once more, a few at a time, and counts. Ends when all are through or it is stopped;
 * a refusal is counted by its reason and does not end it.
 */
import type { LiveAttempt } from '../../../src-server/contract/live-event';
import { toApiFailure } from '../../api/api-failure';

export interface ResendState {
  readonly total: number;
  readonly queued: number;
  /** How many were refused, by the reason the server gave. */
  readonly refused: ReadonlyMap<string, number>;
  readonly phase: 'running' | 'stopped' | 'finished';
}

const AT_ONCE = 4;

/** One row for each message and endpoint, whatever number of its attempts is among `attempts`. */
export function deliveriesOf(attempts: readonly LiveAttempt[]): readonly LiveAttempt[] {
  return [...new Map(attempts.map((one) => [`${one.msgId} ${one.endpointId}`, one])).values()];
}

/** @param onChange called after each step, with the state as it is then */
export async function runResends(
  deliveries: readonly LiveAttempt[],
  resend: (delivery: LiveAttempt) => Promise<unknown>,
  signal: AbortSignal,
  onChange: (state: ResendState) => void,
): Promise<void> {
  const refused = new Map<string, number>();
  let queued = 0;
  let next = 0;
  const tell = (phase: ResendState['phase']) =>
    onChange({ total: deliveries.length, queued, refused: new Map(refused), phase });
  const worker = async () => {
    for (let delivery = deliveries[next++]; delivery && !signal.aborted; delivery = deliveries[next++]) {
      try {
        await resend(delivery);
        queued++;
      } catch (cause) {
        const { detail } = toApiFailure(cause);
        refused.set(detail, (refused.get(detail) ?? 0) + 1);
      }
      tell('running');
    }
  };
  tell('running');
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  tell(signal.aborted && queued < deliveries.length ? 'stopped' : 'finished');
}

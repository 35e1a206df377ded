import type { MessageReasonOut } from '../../../../src-server/contract/fleet-message';
import { responseLabel } from '../../../shared/attempt/response-label';

type Reason = Omit<MessageReasonOut, 'endpointId'>;

/** A word for what keeps a message from an endpoint; null: its state says it already. */
export function reasonLabel(reason: Reason): string | null {
  const { kind, responseStatusCode, cause, attempts, waitMs } = reason;
  if (kind === 'no-endpoint') return null;
  if (kind === 'response') {
    const times = attempts > 1 ? ` ×${attempts}` : '';
    return `${responseLabel({ responseStatusCode: responseStatusCode ?? 0, cause })}${times}`;
  }
  if (kind === 'limit') return waitMs === null || waitMs < 1000 ? 'limit' : `limit ${roughly(waitMs / 1000)}`;
  return kind === 'sending-paused' ? 'sending paused' : kind;
}

/** "57 min": a wait changes while one reads it. */
function roughly(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

import { shortageCode } from './resource-shortage';

/** What on this computer keeps requests from being answered. `shortage`: it has run out of something. */
export interface OwnFault {
  readonly kind: 'shortage';
  readonly code: string;
}

/**
 * The one place that tells errors of this computer from those of a receiver. What it returns here counts for no
 * receiver: the delivery waits, and no attempt is recorded.
 * @param error what a request met; for a failure of the proxy, what the proxy's connection met
 * @returns null: the receiver's, or that of the way to it
 */
export function ownFault(error: unknown): OwnFault | null {
  const code = shortageCode(error);
  return code === null ? null : { kind: 'shortage', code };
}

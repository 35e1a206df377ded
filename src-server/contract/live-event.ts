import type { AttemptOut } from './attempt';

/**
 * What `GET /api/v1/live` can say, one JSON object per server-sent event, at most four pushes a second.
 * `attempts` holds what happened since the last push, newest last, cut to the newest 200; `skipped` counts
 * what was cut, so that a page can say so instead of pretending.
 */
export type LiveEvent =
  | { readonly kind: 'attempts'; readonly attempts: readonly LiveAttempt[]; readonly skipped: number }
  | { readonly kind: 'catalog-changed' }
  | { readonly kind: 'applications-changed' };

/** An attempt with what a list row shows beside it. */
export interface LiveAttempt extends Omit<AttemptOut, 'msg' | 'response'> {
  readonly appId: string;
  readonly eventType: string;
}

import type { OperationName } from './operations/api-operations';

/** What is sent again, as pages and the command line tell it apart; in the order in which they show it. */
export const REPLAY_SCOPES = ['waiting', 'given-up', 'never-sent', 'delivered'] as const;
export type ReplayScope = (typeof REPLAY_SCOPES)[number];

/** The operation that counts a scope at an endpoint, and sends it. */
export const REPLAY_OPERATIONS = {
  waiting: 'POST /app/{app}/endpoint/{endpoint}/retry-now',
  'given-up': 'POST /app/{app}/endpoint/{endpoint}/recover',
  'never-sent': 'POST /app/{app}/endpoint/{endpoint}/replay-missing',
  delivered: 'POST /app/{app}/endpoint/{endpoint}/bulk-replay',
} as const satisfies Readonly<Record<ReplayScope, OperationName>>;

import { jsonOf, operation } from '../operation';
import {
  type BulkReplayIn,
  bulkReplayInSchema,
  type MessageRetryIn,
  type MessageRetryOut,
  messageRetryInSchema,
  messageRetryOutSchema,
  type RecoverIn,
  type ReplayEstimateOut,
  type ReplayMissingIn,
  type ReplayTaskOut,
  type RetryNowIn,
  recoverInSchema,
  replayEstimateOutSchema,
  replayMissingInSchema,
  replayTaskOutSchema,
  retryNowInSchema,
} from '../replay';

/** Only counted, or started. */
const responses = {
  200: jsonOf<ReplayEstimateOut>(replayEstimateOutSchema),
  202: jsonOf<ReplayTaskOut>(replayTaskOutSchema),
} as const;

/** The operations behind `http/routes/replays`. */
export const replayOperations = {
  retryNow: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/retry-now',
    body: jsonOf<RetryNowIn>(retryNowInSchema),
    responses,
  }),
  retryMessageNow: operation({
    method: 'POST',
    path: '/app/{app}/msg/{message}/retry-now',
    body: jsonOf<MessageRetryIn>(messageRetryInSchema),
    responses: {
      200: jsonOf<MessageRetryOut>(messageRetryOutSchema),
      202: jsonOf<MessageRetryOut>(messageRetryOutSchema),
    },
  }),
  recover: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/recover',
    body: jsonOf<RecoverIn>(recoverInSchema),
    responses,
  }),
  replayMissing: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/replay-missing',
    body: jsonOf<ReplayMissingIn>(replayMissingInSchema),
    responses,
  }),
  bulkReplay: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/bulk-replay',
    body: jsonOf<BulkReplayIn>(bulkReplayInSchema),
    responses,
  }),
};

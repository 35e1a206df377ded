import { jsonOf, operation } from '../operation';
import {
  type BulkReplayIn,
  bulkReplayInSchema,
  type ReplayEstimateOut,
  type ReplayIn,
  type ReplayTaskOut,
  replayEstimateOutSchema,
  replayInSchema,
  replayTaskOutSchema,
} from '../replay';

/** Only counted, or started. */
const answers = {
  200: jsonOf<ReplayEstimateOut>(replayEstimateOutSchema),
  202: jsonOf<ReplayTaskOut>(replayTaskOutSchema),
} as const;

/** The operations behind `http/routes/replays`. */
export const replayOperations = {
  recover: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/recover',
    body: jsonOf<ReplayIn>(replayInSchema),
    answers,
  }),
  replayMissing: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/replay-missing',
    body: jsonOf<ReplayIn>(replayInSchema),
    answers,
  }),
  bulkReplay: operation({
    method: 'POST',
    path: '/app/{app}/endpoint/{endpoint}/bulk-replay',
    body: jsonOf<BulkReplayIn>(bulkReplayInSchema),
    answers,
  }),
};

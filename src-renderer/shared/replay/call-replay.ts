import type { CallInput } from '../../../src-server/contract/operation-call';
import type { OperationName } from '../../../src-server/contract/operations/api-operations';
import type { ReplayEstimateOut, ReplayTaskOut } from '../../../src-server/contract/replay';
import type { ApiClient } from '../../api/api-client';
import { ApiFailure } from '../../api/api-failure';

const OPERATIONS = {
  recover: 'POST /app/{app}/endpoint/{endpoint}/recover',
  'replay-missing': 'POST /app/{app}/endpoint/{endpoint}/replay-missing',
  'bulk-replay': 'POST /app/{app}/endpoint/{endpoint}/bulk-replay',
} as const satisfies Readonly<Record<string, OperationName>>;

/** Which messages are sent again. */
export type ReplayKind = keyof typeof OPERATIONS;

/** What is sent again, to which endpoint. */
export interface ReplayCall {
  readonly kind: ReplayKind;
  readonly path: { readonly app: string; readonly endpoint: string };
  /** Kinds other than `bulk-replay` only know a range. */
  readonly body: NonNullable<CallInput<(typeof OPERATIONS)['bulk-replay']>['body']>;
}

/** What a replay would do; nothing is queued. */
export async function estimateReplay(
  api: ApiClient,
  { kind, path, body }: ReplayCall,
  signal: AbortSignal,
): Promise<ReplayEstimateOut> {
  const answer = await api.call(OPERATIONS[kind], { path, body: { ...body, dryRun: true } }, signal);
  if ('messages' in answer) return answer;
  throw new ApiFailure(0, 'unexpected_answer', 'The replay was started instead of counted.');
}

/** Starts a replay; its task reports the progress. */
export async function beginReplay(api: ApiClient, { kind, path, body }: ReplayCall): Promise<ReplayTaskOut> {
  const answer = await api.call(OPERATIONS[kind], { path, body: { ...body, dryRun: false } });
  if ('data' in answer) return answer;
  throw new ApiFailure(0, 'unexpected_answer', 'The replay was counted instead of started.');
}

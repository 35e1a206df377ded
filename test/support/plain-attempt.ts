import type { AttemptResult } from '../../src-server/storage/attempt-result';

/** An attempt that delivered `msg_1` to `ep_1`, unless `extra` says otherwise. */
export function plainAttempt(deliveryId: number, extra: Partial<AttemptResult> = {}): AttemptResult {
  return {
    attemptId: `atmpt_${deliveryId}`,
    deliveryId,
    messageId: 'msg_1',
    endpointId: 'ep_1',
    url: 'http://receiver.test/',
    succeeded: true,
    responseStatusCode: 200,
    response: '',
    exactReason: null,
    responseDurationMs: 1,
    manual: false,
    createdAt: 1,
    next: { state: 'delivered' },
    finishedAt: 1,
    ...extra,
  };
}

import type { LiveAttempt } from '../../../src-server/contract/live-event';

/** A delivered attempt, `second` seconds after the first of all; its id sorts like its time. */
export function liveAttempt(second: number, changes: Partial<LiveAttempt> = {}): LiveAttempt {
  return {
    id: `atmpt_${String(second).padStart(6, '0')}`,
    msgId: `msg_${second}`,
    endpointId: 'ep_1',
    url: 'https://customer.example/hook',
    responseStatusCode: 200,
    responseDurationMs: 5,
    status: 0,
    statusText: 'success',
    cause: null,
    triggerType: 0,
    timestamp: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
    appId: 'app_1',
    eventType: 'invoice.paid',
    ...changes,
  };
}

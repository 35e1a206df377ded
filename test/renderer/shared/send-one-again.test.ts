import { expect, it } from 'vitest';
import type { ApiClient } from '../../../src-renderer/api/api-client';
import { ApiFailure } from '../../../src-renderer/api/api-failure';
import { sendAgain } from '../../../src-renderer/shared/attempt/use-send-again';

const MESSAGE = { appId: 'app_1', msgId: 'msg_1', endpointId: 'ep_1' };

/** An API where the message waits as said; lists the calls that it gets. */
function apiWith(
  retry: { retried: number; alreadyDue?: number; paused?: number } | ApiFailure,
  resent: { note?: string } = {},
) {
  const calls: string[] = [];
  const call = async (name: string) => {
    calls.push(name.split('/').at(-1) ?? '');
    if (!name.endsWith('retry-now')) return resent;
    if (retry instanceof ApiFailure) throw retry;
    const { retried, alreadyDue = 0, paused = 0 } = retry;
    return { retried, skipped: { alreadyDue, paused, endpointDisabled: 0 } };
  };
  return { calls, api: { call } as unknown as Pick<ApiClient, 'call'> };
}

it('a message that is queued, held or being sent is not sent a second time', async () => {
  for (const waits of [{ alreadyDue: 1 }, { paused: 1 }]) {
    const { api, calls } = apiWith({ retried: 0, ...waits });
    expect(await sendAgain(api, MESSAGE)).toEqual({ as: 'queued' });
    expect(calls).toEqual(['retry-now']);
  }
});

it('sending again retries a message that waits for a retry, and resends one that has ended', async () => {
  const waiting = apiWith({ retried: 1 });
  expect([await sendAgain(waiting.api, MESSAGE), waiting.calls]).toEqual([{ as: 'retry' }, ['retry-now']]);
  const ended = apiWith({ retried: 0 });
  expect([await sendAgain(ended.api, MESSAGE), ended.calls]).toEqual([
    { as: 'resend' },
    ['retry-now', 'resend'],
  ]);
});

it('what the server says about a message that the filter leaves out is handed on', async () => {
  const note = 'This message is sent although the filter of the endpoint leaves it out.';
  const { api } = apiWith({ retried: 0 }, { note });
  expect(await sendAgain(api, MESSAGE)).toEqual({ as: 'resend', note });
});

import { expect, it } from 'vitest';
import {
  deliveriesOf,
  type ResendState,
  runResends,
} from '../../../src-renderer/admin/deliveries/resend-run';
import { ApiFailure } from '../../../src-renderer/api/api-failure';
import { liveAttempt } from './live-attempt';

const many = [1, 2, 3, 4, 5, 6].map((second) => liveAttempt(second));

it('sends a message to an endpoint once, however many of its attempts are chosen', () => {
  const again = liveAttempt(9, { msgId: 'msg_1' });
  const elsewhere = liveAttempt(10, { msgId: 'msg_1', endpointId: 'ep_2' });
  expect(deliveriesOf([liveAttempt(1), again, elsewhere])).toHaveLength(2);
});

it('goes through all, and counts refusals by their reason', async () => {
  const states: ResendState[] = [];
  const resend = async ({ msgId }: { readonly msgId: string }) => {
    if (msgId === 'msg_2') throw new ApiFailure(409, 'endpoint_disabled', 'The endpoint is disabled.');
  };
  await runResends(many, resend, new AbortController().signal, (state) => states.push(state));
  expect(states.at(-1)).toEqual({
    total: 6,
    queued: 5,
    refused: new Map([['The endpoint is disabled.', 1]]),
    phase: 'finished',
  });
});

it('begins no further one once it is stopped, and says so', async () => {
  const stop = new AbortController();
  const states: ResendState[] = [];
  const begun: string[] = [];
  const resend = async ({ msgId }: { readonly msgId: string }) => {
    begun.push(msgId);
    stop.abort();
  };
  await runResends(many, resend, stop.signal, (state) => states.push(state));
  expect(begun.length).toBeLessThan(many.length);
  expect(states.at(-1)).toMatchObject({ phase: 'stopped', queued: begun.length });
});

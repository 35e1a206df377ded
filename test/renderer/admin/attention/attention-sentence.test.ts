import { describe, expect, it } from 'vitest';
import { attentionSentence } from '../../../../src-renderer/admin/parts/attention/attention-sentence';
import type { AttentionOut } from '../../../../src-server/contract/attention';

const now = new Date(2026, 10, 23, 14, 10);
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
const REFUSED = { responseStatusCode: 0, reason: 'connection refused' };
const UNAVAILABLE = { responseStatusCode: 503, reason: '' };

const say = (fields: Partial<AttentionOut>) =>
  attentionSentence(
    {
      ...{ appId: 'app_1', appName: 'Acme', endpointId: 'ep_1', url: 'https://billing.acme.test/' },
      ...{ state: 'failing', disabledReason: null, causes: [REFUSED], waiting: 312, givenUp: 0 },
      waitMs: null,
      ...{ since: at(-8), changedAt: at(-8), nextAttempt: at(3) },
      ...fields,
    },
    now.getTime(),
  );

describe('the status of an endpoint that needs attention', () => {
  it('the status of a failing endpoint names the cause, since when, what is queued and the next attempt', () => {
    expect(say({})).toBe('Failing since 14:02: connection refused. 312 waiting. Next attempt in 3 minutes.');
    expect(say({ causes: [UNAVAILABLE], since: at(-1500) })).toBe(
      'Failing since 22 Nov, 13:10: HTTP 503. 312 waiting. Next attempt in 3 minutes.',
    );
  });

  it('two causes of failure share one start of the failure, and neither gets the start of the other', () => {
    expect(say({ causes: [UNAVAILABLE, REFUSED] })).toMatch(
      /^Failing since 14:02: HTTP 503, also connection refused\. /,
    );
  });

  it('the status of a failing endpoint counts given-up messages, and calls an overdue attempt due now', () => {
    expect(say({ givenUp: 4, nextAttempt: at(-1) })).toBe(
      'Failing since 14:02: connection refused. 4 messages given up, 312 waiting. Next attempt now.',
    );
    expect(say({ givenUp: 100_000 })).toContain('At least 100,000 messages given up');
  });

  it('the status of an endpoint without a planned attempt says what happens next', () => {
    expect(say({ waiting: 0, givenUp: 1, nextAttempt: null })).toMatch(
      / 1 message given up, none waiting\. Will be tried with the next message\.$/,
    );
    expect(say({ state: 'paused', nextAttempt: null })).toMatch(
      / Paused: nothing is sent until you resume it\.$/,
    );
    expect(say({ state: 'disabled', disabledReason: 'failing', nextAttempt: null })).toMatch(
      / 312 waiting\. Disabled because every attempt failed\.$/,
    );
    expect(say({ state: 'disabled', disabledReason: 'receiver', nextAttempt: null, causes: [] })).toBe(
      'Disabled since 14:02 at the request of its receiver. 312 waiting.',
    );
  });

  it('the status of an endpoint without a recorded cause says only that it is failing', () => {
    expect(say({ causes: [], since: null })).toMatch(/^Failing\. 312 waiting\. /);
    expect(say({ causes: [{ responseStatusCode: 0, reason: '' }] })).toMatch(
      /^Failing since 14:02: no response\. /,
    );
  });

  it('the status of a delayed endpoint says how much waits and for about how long', () => {
    const delayed = { since: null, nextAttempt: null };
    expect(say({ ...delayed, state: 'delayed', causes: [], waiting: 3437, waitMs: 3_436_000 })).toBe(
      'Delayed: 3,437 waiting, about 57 min.',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { attentionSentence } from '../../../../src-renderer/admin/features/attention/attention-sentence';
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
      ...{ since: at(-8), changedAt: at(-8), nextAttempt: at(3) },
      ...fields,
    },
    now.getTime(),
  );

describe('the status of an endpoint that needs attention', () => {
  it('the status of a failing endpoint names the cause, since when, what is queued and the next attempt', () => {
    expect(say({})).toBe('connection refused since 14:02, 312 waiting, next attempt in 3 minutes');
    expect(say({ causes: [UNAVAILABLE], since: at(-1500) })).toBe(
      'HTTP 503 since 22 Nov, 13:10, 312 waiting, next attempt in 3 minutes',
    );
  });

  it('two causes of failure share one start of the failure, and neither gets the start of the other', () => {
    expect(say({ causes: [UNAVAILABLE, REFUSED] })).toMatch(
      /^HTTP 503, also connection refused, failing since 14:02,/,
    );
  });

  it('the status of a failing endpoint counts given-up messages, and calls an overdue attempt due now', () => {
    expect(say({ givenUp: 4, nextAttempt: at(-1) })).toBe(
      'connection refused since 14:02, 312 waiting, 4 given up, next attempt now',
    );
    expect(say({ givenUp: 100_000 })).toContain('at least 100,000 given up');
  });

  it('the status of an endpoint without a planned attempt says what happens next', () => {
    expect(say({ waiting: 0, nextAttempt: null })).toMatch(
      /nothing waiting, the next message is the next attempt$/,
    );
    expect(say({ state: 'paused', nextAttempt: null })).toMatch(
      /paused: nothing is sent until it is resumed$/,
    );
    expect(say({ state: 'disabled', disabledReason: 'failing', nextAttempt: null })).toMatch(
      /312 waiting, disabled because every attempt failed$/,
    );
    expect(say({ state: 'disabled', disabledReason: 'receiver', nextAttempt: null, causes: [] })).toBe(
      'disabled at the request of its receiver since 14:02, 312 waiting',
    );
  });

  it('the status of an endpoint without a recorded cause says only that it is failing', () => {
    expect(say({ causes: [], since: null })).toMatch(/^failing, 312 waiting/);
    expect(say({ causes: [{ responseStatusCode: 0, reason: '' }] })).toMatch(/^no answer since 14:02/);
  });
});

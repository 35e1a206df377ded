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

describe('the sentence about an endpoint that needs attention', () => {
  it('says the cause, since when, what waits and when it is tried again', () => {
    expect(say({})).toBe('connection refused since 14:02, 312 waiting, next attempt in 3 minutes');
    expect(say({ causes: [UNAVAILABLE], since: at(-1500) })).toBe(
      'HTTP 503 since 22 Nov, 13:10, 312 waiting, next attempt in 3 minutes',
    );
  });

  it('does not date one cause by the beginning of another', () => {
    expect(say({ causes: [UNAVAILABLE, REFUSED] })).toMatch(
      /^HTTP 503, also connection refused, failing since 14:02,/,
    );
  });

  it('says what was given up, and that an attempt that is due is made now', () => {
    expect(say({ givenUp: 4, nextAttempt: at(-1) })).toBe(
      'connection refused since 14:02, 312 waiting, 4 given up, next attempt now',
    );
    expect(say({ givenUp: 100_000 })).toContain('at least 100,000 given up');
  });

  it('says what ends it where nothing is planned', () => {
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

  it('says so little where the cause is not on record', () => {
    expect(say({ causes: [], since: null })).toMatch(/^failing, 312 waiting/);
    expect(say({ causes: [{ responseStatusCode: 0, reason: '' }] })).toMatch(/^no answer since 14:02/);
  });
});

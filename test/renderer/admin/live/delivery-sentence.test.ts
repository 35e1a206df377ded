import { describe, expect, it } from 'vitest';
import {
  type DeliveryFacts,
  deliverySentence,
  drainEstimate,
} from '../../../../src-renderer/admin/parts/traffic/delivery-sentence';

const facts = (change: Partial<DeliveryFacts>): DeliveryFacts => ({
  state: 'active',
  held: null,
  arrivalsPerS: 0,
  sendsPerS: 0,
  failedPerS: 0,
  queue: 0,
  later: 0,
  inFlight: 0,
  oldestMs: null,
  rateLimit: 200,
  slowedToPerS: null,
  successRatio: 1,
  ordered: false,
  blockedBy: null,
  ...change,
});
const sentence = (change: Partial<DeliveryFacts>) => {
  const { now, next } = deliverySentence(facts(change));
  return `${now} ${next}`;
};

describe('the delivery status of an endpoint', () => {
  it('a queue that will not drain is reported with how fast the delay grows', () => {
    expect(
      sentence({ state: 'delayed', arrivalsPerS: 240, sendsPerS: 200, queue: 4800, oldestMs: 24_000 }),
    ).toBe(
      'Receiving 240/s, delivering 200/s. 4,800 queued (oldest 24 s). Will not clear at this rate: delay grows 0.2 s every second.',
    );
  });

  it('a burst is reported as temporary, not as a queue that never drains', () => {
    expect(
      sentence({
        state: 'queued',
        arrivalsPerS: 17,
        sendsPerS: 10,
        queue: 41,
        oldestMs: 5000,
        rateLimit: 10,
      }),
    ).toBe(
      'Receiving 17/s, delivering 10/s. 41 queued (oldest 5 s). While this burst lasts, delay grows 0.7 s every second.',
    );
  });

  it('a draining queue is reported with its time: the queue divided by the spare rate', () => {
    expect(
      sentence({ state: 'queued', arrivalsPerS: 150, sendsPerS: 200, queue: 4800, oldestMs: 24_000 }),
    ).toBe('Receiving 150/s, delivering 200/s. 4,800 queued (oldest 24 s). Clear in about 1 min 36 s.');
  });

  it('an ordered endpoint is expected to go on as fast as its receiver, not at its limit', () => {
    const ordered = { state: 'queued', ordered: true, queue: 40, oldestMs: 2000 } as const;
    expect(drainEstimate(facts({ ...ordered, sendsPerS: 20 }))).toEqual({ kind: 'drains', seconds: 2 });
    expect(sentence({ ...ordered, inFlight: 1 })).toContain('Sent one after another.');
    expect(sentence({ ...ordered, state: 'paused', held: 'paused' })).toContain(
      'Once resumed, sent as fast as the receiver responds.',
    );
  });

  it('an ordered endpoint with a message that failed has no forecast before its retry', () => {
    const blockedBy = { messageId: 'msg_1', attempt: 3, plannedAttempts: 8, dueAt: '2026-05-01T14:02:00Z' };
    expect(
      sentence({ state: 'failing', ordered: true, blockedBy, queue: 41, later: 1, oldestMs: 90_000 }),
    ).toBe(
      'Receiving 0/s, sending 0/s. 41 waiting: 40 queued (oldest 1 min 30 s), 1 waiting for retry. Blocked by the first message: attempt 3 of 8 is next.',
    );
  });

  it('no time to drain is given while messages arrive as fast as the limit allows', () => {
    expect(sentence({ arrivalsPerS: 199.9, sendsPerS: 200, queue: 10, oldestMs: 2000 })).toContain(
      'messages arrive as fast as the limit allows',
    );
  });

  it('the time to drain uses the reduced rate of an overloaded receiver', () => {
    expect(
      sentence({ arrivalsPerS: 50, sendsPerS: 20, slowedToPerS: 20, queue: 100, oldestMs: 5000 }),
    ).toContain('Will not clear at this rate at the slower pace of 20/s: delay grows 1.5 s every second.');
  });

  it('a paused or disabled endpoint loses nothing, and its queue is given a time once resumed', () => {
    expect(sentence({ state: 'paused', held: 'paused', rateLimit: 10, queue: 120, arrivalsPerS: 3 })).toBe(
      'Paused. 120 queued; nothing is lost. Receiving 3/s. Once resumed, sent at 10/s, clear in about 12 s.',
    );
    expect(sentence({ state: 'disabled', held: 'disabled', rateLimit: null, queue: 1 })).toBe(
      'Disabled. 1 queued; nothing is lost. Once enabled, sent as fast as the receiver responds.',
    );
  });

  it('no time to drain is given while attempts fail', () => {
    expect(
      sentence({
        state: 'failing',
        sendsPerS: 1,
        queue: 30,
        oldestMs: 4000,
        arrivalsPerS: 1,
        successRatio: 0.02,
      }),
    ).toContain('The latest attempt failed (2% of recent attempts succeeded)');
  });

  it('messages waiting for a retry or a response do not count as a queue', () => {
    expect(sentence({ arrivalsPerS: 2, sendsPerS: 2, queue: 3, later: 3 })).toBe(
      'Receiving 2/s, delivering 2/s. 3 waiting for retry. No deliveries due.',
    );
    expect(sentence({ arrivalsPerS: 2, sendsPerS: 2, queue: 2, inFlight: 2 })).toBe(
      'Receiving 2/s, delivering 2/s. 2 awaiting a response. Nothing is delayed.',
    );
  });

  it('the parts of a queue add up, and the time to drain covers due messages only', () => {
    const burst = { sendsPerS: 10, queue: 180, later: 52, inFlight: 8, oldestMs: 12_000, rateLimit: 10 };
    expect(sentence({ state: 'queued', ...burst })).toBe(
      'Receiving 0/s, delivering 10/s. 180 waiting: 120 queued (oldest 12 s), 8 awaiting a response, 52 waiting for retry. Clear in about 12 s.',
    );
  });

  it('attempts are not called deliveries while some fail', () => {
    expect(sentence({ sendsPerS: 10, failedPerS: 4 })).toContain('Receiving 0/s, sending 10/s, 4/s fail.');
  });

  it('an endpoint without traffic and queue is reported as idle', () => {
    expect(sentence({})).toBe('No traffic right now. Queue empty.');
  });
});

describe('the estimated time to drain', () => {
  it('the time to drain uses the current send rate where there is no limit', () => {
    expect(
      drainEstimate(facts({ rateLimit: null, arrivalsPerS: 10, sendsPerS: 30, queue: 100, oldestMs: 2000 })),
    ).toEqual({ kind: 'drains', seconds: 5 });
  });

  it('the time to drain is unknown while nothing is sent', () => {
    expect(drainEstimate(facts({ rateLimit: null, queue: 100, oldestMs: 2000 }))).toEqual({
      kind: 'unknown',
    });
  });
});

import { describe, expect, test } from 'vitest';
import {
  type DeliveryFacts,
  explainDelivery,
  type WaitingFacts,
} from '../../../src-server/delivery/explain/explain-delivery';
import { type EndpointRecord, PLAIN_ENDPOINT } from '../../../src-server/storage/endpoint-record';

const NOW = Date.parse('2026-11-21T01:20:33Z');
const EARLIER = NOW - 3_600_000;
const HOUR_AGO = '21 Nov 2026 at 00:20:33 UTC';

const endpoint: EndpointRecord = {
  ...PLAIN_ENDPOINT,
  id: 'ep_1',
  appId: 'app_1',
  url: 'https://a.test/',
  secret: 'whsec_x',
  createdAt: EARLIER - 1000,
  updatedAt: EARLIER - 1000,
  deletedAt: null,
  disabledAt: null,
  disabledReason: null,
  failing: null,
  pausedAt: null,
};
const none: DeliveryFacts = {
  now: NOW,
  message: { eventType: 'order.placed', channels: null, createdAt: EARLIER, isExpunged: false },
  endpoint,
  sendingPausedSince: null,
  noNetworkSince: null,
  ...{ retentionMs: 90 * 86_400_000, removedBefore: null },
  exact: true,
  refusal: null,
  plannedAttempts: 8,
  delivered: null,
  failed: null,
  canceled: null,
  waiting: null,
};
const due: WaitingFacts = {
  dueAt: EARLIER,
  attempts: 0,
  isExtra: false,
  manual: false,
  lastAttempt: null,
  ...{ onItsWay: false, isUnheard: false },
  ...{ ahead: { count: 0, more: false }, behind: null, limit: null },
  pausedUntil: null,
  slowness: 1,
  unfinished: null,
  serverFull: false,
};
const acme = { perSecond: 10, application: 'Acme' };
const lastAttempt = { status: 200, reason: '' };
const ended = { endedAt: EARLIER, attempts: 1, allAttempts: 1, manual: false, lastAttempt };
const refused = { status: 503, reason: '' };

const waiting = (facts: Partial<WaitingFacts>, at: Partial<EndpointRecord> = {}) =>
  explainDelivery({ ...none, endpoint: { ...endpoint, ...at }, waiting: { ...due, ...facts } });
const absent = (at: Partial<EndpointRecord>, message: Partial<DeliveryFacts['message']> = {}): string =>
  explainDelivery({
    ...none,
    endpoint: { ...endpoint, ...at },
    message: { ...none.message, ...message },
  }).sentence;

describe('a waiting delivery', () => {
  test('for the end of a pause requested by the receiver says until when', () => {
    const queued = waiting({ pausedUntil: NOW + 61_000, limit: acme, ahead: { count: 20, more: false } });
    expect(queued).toMatchObject({ state: 'waiting', ahead: 20, estimatedAt: NOW + 63_000 });
    expect(queued.sentence).toBe(
      'waiting: the receiver asked for a pause until 21 Nov 2026 at 01:21:34 UTC, limit 10/s from application Acme, 20 ahead, about 1 min 3 s',
    );
    expect(waiting({ pausedUntil: NOW + 5000 }).estimatedAt).toBe(NOW + 5000);
    const dueLater = waiting({ pausedUntil: NOW + 5000, dueAt: NOW + 60_000, attempts: 1 });
    expect(dueLater.sentence).toBe('waiting: attempt 2 of 8 in 1 min');
  });

  test('for a receiver that cannot keep up says how slow its pace is', () => {
    const queued = waiting({ slowness: 4, limit: acme, ahead: { count: 20, more: false } });
    expect(queued.sentence).toBe(
      'waiting: limit 10/s from application Acme, slowed to 2.5/s because the receiver is overloaded, 20 ahead, about 8 s',
    );
    expect(queued.estimatedAt).toBe(NOW + 8000);
    // Without a limit, there is no rate to reduce.
    expect(waiting({ slowness: 4 }).sentence).toBe('waiting: next in the queue');
  });

  test('for the limit of the application says how long the queue is, and about how long it takes', () => {
    expect(waiting({ limit: acme, ahead: { count: 4312, more: false } })).toEqual({
      state: 'waiting',
      sentence: 'waiting: limit 10/s from application Acme, 4,312 ahead, about 7 min 11 s',
      ahead: 4312,
      estimatedAt: NOW + 431_200,
      nextAttemptAt: EARLIER,
    });
  });

  test('for the limit of the endpoint names that, and whether it is next', () => {
    const limit = { perSecond: 1500, application: null };
    expect(waiting({ limit })).toMatchObject({
      sentence: 'waiting: limit 1,500/s of the endpoint, next in the queue',
      ahead: 0,
      estimatedAt: NOW,
    });
    expect(waiting({ limit, ahead: { count: 1, more: false } }).sentence).toBe(
      'waiting: limit 1,500/s of the endpoint, 1 ahead, about less than a second',
    );
  });

  test('behind more than were counted gives no time', () => {
    expect(waiting({ limit: acme, ahead: { count: 100_000, more: true } })).toMatchObject({
      sentence: 'waiting: limit 10/s from application Acme, more than 100,000 ahead, at least 2 h 46 min',
      estimatedAt: null,
    });
  });

  test('for responses of the endpoint, or for this server, says so', () => {
    expect(waiting({ unfinished: 8, ahead: { count: 3, more: false } })).toMatchObject({
      sentence: 'waiting: the endpoint has not responded to 8 requests yet, 3 ahead',
      estimatedAt: null,
    });
    expect(waiting({ unfinished: 2, limit: acme, ahead: { count: 30, more: false } }).sentence).toBe(
      'waiting: the endpoint has not responded to 2 requests yet, limit 10/s from application Acme, 30 ahead, at least 3 s',
    );
    expect(waiting({ serverFull: true }).sentence).toBe(
      'waiting: this server has reached its limit of concurrent requests, next in the queue',
    );
  });

  test('without a limit is next in the queue, or behind others for an unknown time', () => {
    expect(waiting({})).toMatchObject({ sentence: 'waiting: next in the queue', estimatedAt: NOW });
    expect(waiting({ ahead: { count: 12, more: false } })).toMatchObject({
      sentence: 'waiting: 12 ahead',
      estimatedAt: null,
    });
  });

  test('for its next attempt says which, when, and what went wrong', () => {
    const dueAt = NOW + 252_000;
    expect(waiting({ attempts: 2, dueAt, lastAttempt: refused })).toEqual({
      state: 'waiting',
      sentence: 'waiting: attempt 3 of 8 in 4 min 12 s; last response: HTTP 503',
      ahead: null,
      estimatedAt: dueAt,
      nextAttemptAt: dueAt,
    });
    const timeout = { status: 0, reason: 'no complete response in time' };
    expect(waiting({ attempts: 9, dueAt: NOW + 90_061_000, lastAttempt: timeout }).sentence).toBe(
      'waiting: attempt 10 of 10 in 1 day 1 h; last error: no complete response in time',
    );
  });

  test('for its next attempt behind a longer queue says how long that takes', () => {
    const ahead = { count: 4312, more: false };
    expect(
      waiting({ attempts: 2, dueAt: NOW + 60_000, lastAttempt: refused, limit: acme, ahead }),
    ).toMatchObject({
      sentence:
        'waiting: attempt 3 of 8, limit 10/s from application Acme, 4,312 ahead, about 7 min 11 s; last response: HTTP 503',
      estimatedAt: NOW + 431_200,
      nextAttemptAt: NOW + 60_000,
    });
  });

  test('that is a resend says so', () => {
    expect(waiting({ manual: true, limit: acme }).sentence).toBe(
      'waiting: sent manually, limit 10/s from application Acme, next in the queue',
    );
  });

  test('in flight is no longer held by a pause', () => {
    expect(waiting({ attempts: 2, onItsWay: true }, { paused: true })).toEqual({
      state: 'sending',
      sentence: 'sending now, attempt 3 of 8',
      ahead: null,
      estimatedAt: null,
      nextAttemptAt: null,
    });
    expect(waiting({ manual: true, onItsWay: true }).sentence).toBe('sending now, sent manually');
  });
});

describe('a held delivery', () => {
  test('says since when the endpoint is paused or disabled, and its position', () => {
    const ahead = { count: 4312, more: false };
    expect(waiting({ ahead, limit: acme }, { paused: true, pausedAt: EARLIER })).toEqual({
      state: 'held',
      sentence: `on hold: the endpoint was paused on ${HOUR_AGO}, 4,312 ahead`,
      ahead: 4312,
      estimatedAt: null,
      nextAttemptAt: null,
    });
    expect(waiting({}, { disabled: true, disabledAt: EARLIER }).sentence).toBe(
      `on hold: the endpoint was disabled on ${HOUR_AGO}, next in the queue`,
    );
  });

  test('says why the endpoint was disabled automatically', () => {
    const disabled = { disabled: true, disabledAt: EARLIER };
    const failing = { since: EARLIER, markedAt: EARLIER };
    expect(waiting({}, { ...disabled, disabledReason: 'failing', failing }).sentence).toBe(
      `on hold: the endpoint was disabled on ${HOUR_AGO} because all attempts had failed since ${HOUR_AGO}, next in the queue`,
    );
    expect(waiting({}, { ...disabled, disabledReason: 'receiver' }).sentence).toBe(
      `on hold: the endpoint was disabled on ${HOUR_AGO} because its receiver requested it, next in the queue`,
    );
    expect(waiting({}, { ...disabled, disabledReason: 'manual', failing }).sentence).toBe(
      `on hold: the endpoint was disabled on ${HOUR_AGO}, next in the queue`,
    );
  });

  test('says since when all sending is paused, or waits for a network, beside what holds the endpoint itself', () => {
    const held = (facts: Partial<DeliveryFacts>) => explainDelivery({ ...none, waiting: due, ...facts });
    const paused = `all sending was paused on ${HOUR_AGO}, next in the queue`;
    expect(held({ sendingPausedSince: EARLIER })).toMatchObject({
      state: 'held',
      sentence: `on hold: ${paused}`,
    });
    expect(held({ sendingPausedSince: EARLIER, endpoint: { ...endpoint, disabled: true } }).sentence).toBe(
      `on hold: the endpoint is disabled, and ${paused}`,
    );
    expect(held({ noNetworkSince: EARLIER }).sentence).toBe(
      `on hold: this service has had no network since ${HOUR_AGO}, next in the queue`,
    );
  });

  test('says both, and no time that was not recorded', () => {
    expect(waiting({}, { disabled: true, paused: true, pausedAt: EARLIER }).sentence).toBe(
      `on hold: the endpoint is disabled and was paused on ${HOUR_AGO}, next in the queue`,
    );
  });
});

describe('a finished delivery', () => {
  const over = (facts: Partial<DeliveryFacts>) => explainDelivery({ ...none, ...facts });

  test('was delivered at a time, after this many attempts', () => {
    expect(over({ delivered: ended })).toEqual({
      state: 'delivered',
      sentence: `delivered on ${HOUR_AGO}, at the first attempt`,
      ahead: null,
      estimatedAt: null,
      nextAttemptAt: null,
    });
    const sentence = (more: object) => over({ delivered: { ...ended, ...more } }).sentence;
    expect(sentence({ allAttempts: 3 })).toBe(`delivered on ${HOUR_AGO}, after 3 attempts`);
    expect(sentence({ manual: true })).toBe(`delivered on ${HOUR_AGO}, sent manually`);
  });

  test('was delivered and is sent again', () => {
    const again = { ...due, manual: true, limit: acme, ahead: { count: 20, more: false } };
    expect(over({ delivered: ended, waiting: again })).toMatchObject({
      state: 'delivered',
      sentence: `delivered on ${HOUR_AGO}, at the first attempt; resend requested, waiting: sent manually, limit 10/s from application Acme, 20 ahead, about 2 s`,
      ahead: 20,
      estimatedAt: NOW + 2000,
    });
    const retry = { ...due, attempts: 1, dueAt: NOW + 5000, lastAttempt: refused };
    expect(over({ delivered: { ...ended, manual: true }, waiting: retry }).sentence).toBe(
      `delivered on ${HOUR_AGO}, sent manually; another attempt is scheduled anyway, waiting: attempt 2 of 8 in 5 s; last response: HTTP 503`,
    );
  });

  test('failed for good, and the last response says why', () => {
    const failed = { ...ended, attempts: 8, allAttempts: 8, lastAttempt: refused };
    expect(over({ failed })).toMatchObject({
      state: 'failed',
      sentence: `given up on ${HOUR_AGO} after 8 attempts; last response: HTTP 503`,
    });
    const unknown = {
      ...failed,
      attempts: 1,
      allAttempts: 1,
      manual: true,
      lastAttempt: { status: 0, reason: '' },
    };
    expect(over({ failed: unknown }).sentence).toBe(
      `given up on ${HOUR_AGO} after 1 attempt; last attempt: no response`,
    );
  });

  test('failed because its content was removed, before the first attempt or between two', () => {
    const message = { ...none.message, isExpunged: true };
    const failed = { ...ended, attempts: 0, allAttempts: 0, lastAttempt: null };
    expect(over({ message, failed }).sentence).toBe(
      `given up on ${HOUR_AGO}: its content was removed before it could be sent`,
    );
    expect(
      over({ message, failed: { ...failed, attempts: 2, allAttempts: 2, lastAttempt: refused } }).sentence,
    ).toBe(`given up on ${HOUR_AGO} after 2 attempts: its content was removed before it could be sent`);
    expect(
      over({ message, failed: { ...failed, attempts: 8, allAttempts: 8, lastAttempt: refused } }).sentence,
    ).toBe(`given up on ${HOUR_AGO} after 8 attempts; last response: HTTP 503`);
  });

  test('was canceled when its endpoint was deleted', () => {
    const gone = { ...endpoint, deletedAt: EARLIER };
    expect(
      over({ endpoint: gone, canceled: { ...ended, attempts: 0, allAttempts: 0, lastAttempt: null } }),
    ).toMatchObject({
      state: 'canceled',
      sentence: `canceled on ${HOUR_AGO}: the endpoint was deleted`,
    });
    expect(over({ endpoint: gone, canceled: { ...ended, attempts: 2, allAttempts: 2 } }).sentence).toBe(
      `canceled on ${HOUR_AGO} after 2 attempts: the endpoint was deleted`,
    );
  });
});

describe('a message that was not sent', () => {
  test('is distinguished from one that waits', () => {
    expect(explainDelivery({ ...none, endpoint: { ...endpoint, filterTypes: ['a'] } })).toMatchObject({
      state: 'not-sent',
      absence: 'filter',
      ahead: null,
      nextAttemptAt: null,
    });
  });

  test('does not name what the filter includes to a reader who may not see every event type', () => {
    const filtered = { ...endpoint, filterTypes: ['secret.type'], filterGroups: ['secret'] };
    expect(explainDelivery({ ...none, endpoint: filtered, exact: false })).toMatchObject({
      absence: 'filter',
      sentence: 'not sent: the filter of the endpoint does not include its event type',
    });
  });

  test('or no longer on record says what retention removed, where it may have been sent', () => {
    const old = (at: Partial<EndpointRecord>, now = NOW + 91 * 86_400_000) =>
      explainDelivery({ ...none, now, endpoint: { ...endpoint, ...at } });
    expect(old({})).toEqual({
      state: 'removed',
      sentence: `removed: payloads, deliveries and attempts are kept for 90 days, and this message was accepted on ${HOUR_AGO}`,
      ahead: null,
      estimatedAt: null,
      nextAttemptAt: null,
    });
    const at = { deletedAt: NOW, updatedAt: NOW };
    // Somebody may have sent it there all the same, or to an endpoint that was created later.
    for (const then of [at, { filterTypes: ['a'] }, { channels: ['a'] }, { createdAt: NOW }])
      expect(old(then).state).toBe('removed');
    expect(old({ createdAt: NOW + 90 * 86_400_000 }).absence).toBe('created-later');
    expect(old({ deletedAt: EARLIER }).absence).toBe('deleted');
    expect(old({}, NOW).state).toBe('not-sent');
  });

  test('names its reason for programs too', () => {
    const reason = (extra: object, message: object = {}) =>
      explainDelivery({
        ...none,
        message: { ...none.message, ...message },
        endpoint: { ...endpoint, ...extra },
      }).absence;
    expect(reason({ channels: ['a'] })).toBe('channels');
    expect(reason({ createdAt: NOW })).toBe('created-later');
    expect(reason({ deletedAt: EARLIER }, { createdAt: NOW })).toBe('deleted');
    expect(reason({ updatedAt: NOW })).toBe('unknown');
  });

  test('to an endpoint whose filter does not hold its type', () => {
    expect(absent({ filterTypes: ['invoice.paid'] })).toBe('not sent: the filter includes only invoice.paid');
    expect(absent({ filterTypes: ['a', 'b', 'c'] })).toBe('not sent: the filter includes only a, b and c');
    const many = Array.from({ length: 1207 }, (_, n) => `t${n}`);
    expect(absent({ filterTypes: many })).toBe(
      'not sent: the filter includes only t0, t1, t2 and 1,204 more',
    );
  });

  test('to an endpoint on other channels', () => {
    expect(absent({ channels: ['a', 'b'] })).toBe(
      'not sent: the endpoint receives only messages on channel a or b, and this one is on none',
    );
    expect(absent({ channels: ['a'] }, { channels: ['c', 'd'] })).toBe(
      'not sent: the endpoint receives only messages on channel a, and this one is only on c and d',
    );
  });

  test('to an endpoint that did not exist yet, or no longer', () => {
    expect(absent({ createdAt: NOW, filterTypes: ['a'] })).toBe(
      'not sent: the endpoint was created later than the message, on 21 Nov 2026 at 01:20:33 UTC',
    );
    expect(absent({ deletedAt: EARLIER }, { createdAt: NOW })).toBe(
      `not sent: the endpoint was deleted before the message was accepted, on ${HOUR_AGO}`,
    );
    expect(absent({ deletedAt: EARLIER + 1 })).toBe(
      `not sent: the endpoint was deleted while the message was accepted, on ${HOUR_AGO}`,
    );
  });

  test('to an endpoint that would accept it today is not explained by the filters of today', () => {
    expect(absent({ updatedAt: NOW })).toBe(
      'not sent: the filter of the endpoint did not match at that time, and has changed since',
    );
    expect(absent({})).toBe('not sent: the endpoint was created or changed while the message was accepted');
  });
});

import { expect, test } from 'vitest';
import { explainAgain } from '../../../src-server/delivery/explain/explain-again';
import {
  type DeliveryFacts,
  explainDelivery,
  type WaitingFacts,
} from '../../../src-server/delivery/explain/explain-delivery';
import type { EndpointRecord } from '../../../src-server/storage/endpoint-record';

const NOW = Date.parse('2026-11-21T01:20:33Z');
const facts = (more: Partial<DeliveryFacts> = {}, at: Partial<EndpointRecord> = {}): DeliveryFacts => ({
  ...{ now: NOW, message: { eventType: 'a', channels: null, createdAt: NOW, isExpunged: false } },
  ...{
    sendingPausedSince: null,
    noNetworkSince: null,
    retentionMs: 1e9,
    removedBefore: null,
    exact: true,
    refusal: null,
    plannedAttempts: 8,
  },
  ...{ delivered: null, failed: null, canceled: null, waiting: null },
  endpoint: { disabled: false, paused: false, deletedAt: null, ...at } as EndpointRecord,
  ...more,
});
const ended = { endedAt: NOW, attempts: 1, allAttempts: 1, manual: false, lastAttempt: null };
const waiting = (more: Partial<WaitingFacts>): WaitingFacts => ({
  ...{ dueAt: NOW + 5000, attempts: 1, isExtra: false, manual: false, lastAttempt: null, onItsWay: false },
  isUnheard: false,
  ...{ ahead: { count: 0, more: false }, behind: null, limit: null, pausedUntil: null, slowness: 1 },
  ...{ unfinished: null, serverFull: false },
  ...more,
});

test('no second send is offered for a message that is queued, held or being sent', () => {
  const retry = waiting({});
  expect(explainAgain(facts({ waiting: waiting({ attempts: 0, dueAt: NOW }) }))).toBeNull();
  expect(explainAgain(facts({ waiting: waiting({ attempts: 0 }) }))).toBeNull();
  expect(explainAgain(facts({ waiting: waiting({ onItsWay: true }) }))).toBeNull();
  expect(explainAgain(facts({ waiting: waiting({ isExtra: true, dueAt: NOW }) }))).toBeNull();
  expect(explainAgain(facts({ waiting: retry }, { paused: true }))).toBeNull();
  expect(explainAgain(facts({ waiting: retry, sendingPausedSince: NOW }))).toBeNull();
  expect(explainAgain(facts({ waiting: retry, noNetworkSince: NOW }))).toBeNull();
  expect(explainAgain(facts({ delivered: ended, waiting: waiting({ attempts: 0, dueAt: NOW }) }))).toBeNull();
});

test('a message that waits for a retry can be retried, and one that has ended resent, if its endpoint and content allow it', () => {
  expect(explainAgain(facts({ waiting: waiting({}) }))).toBe('retry');
  expect(explainAgain(facts({ delivered: ended }))).toBe('resend');
  expect(explainAgain(facts({ failed: ended }, { paused: true }))).toBe('resend');
  expect(explainAgain(facts({ failed: ended }, { disabled: true }))).toBeNull();
  expect(explainAgain(facts({ failed: ended }, { deletedAt: NOW }))).toBeNull();
  const { message } = facts();
  expect(explainAgain(facts({ failed: ended, message: { ...message, isExpunged: true } }))).toBeNull();
});

test('a recovered message counts the attempts of its failed deliveries too', () => {
  const at = '21 Nov 2026 at 01:20:33 UTC';
  const recovered = { ...ended, allAttempts: 4 };
  const say = (delivered: typeof recovered) => explainDelivery(facts({ failed: ended, delivered })).sentence;
  expect(say(recovered)).toBe(`delivered on ${at}, after 4 attempts`);
  expect(say({ ...recovered, manual: true })).toBe(`delivered on ${at}, sent manually, after 4 attempts`);
});

test('the status of a delivery says when the sending node did not report its queue, and estimates no time', () => {
  const limit = { perSecond: 10, application: null };
  const unheard = waiting({ isUnheard: true, dueAt: NOW, limit, ahead: { count: 20, more: false } });
  expect(explainDelivery(facts({ waiting: unheard }))).toMatchObject({
    state: 'waiting',
    sentence: expect.stringMatching(
      /: .*the node that sends to the endpoint did not report its queue, .*at least 2 s$/,
    ),
    estimatedAt: null,
  });
});

test('what waits for a deleted endpoint is canceled, also where that is not written yet', () => {
  expect(explainDelivery(facts({ waiting: waiting({ attempts: 2 }) }, { deletedAt: NOW }))).toEqual({
    state: 'canceled',
    sentence: 'canceled on 21 Nov 2026 at 01:20:33 UTC after 2 attempts: the endpoint was deleted',
    ahead: null,
    estimatedAt: null,
    nextAttemptAt: null,
  });
});

import { expect, test } from 'vitest';
import { reasonLabel } from '../../../../src-renderer/admin/parts/messages/reason-label';
import type { MessageReasonOut } from '../../../../src-server/contract/fleet-message';

const label = (kind: MessageReasonOut['kind'], more: Partial<MessageReasonOut> = {}) =>
  reasonLabel({ kind, responseStatusCode: null, cause: null, attempts: 0, waitMs: null, ...more });

test('the reason chip of a failed attempt says the response, or why there was none, and how often', () => {
  const response = { responseStatusCode: 503, cause: 'http' } as const;
  expect(label('response', { ...response, attempts: 3 })).toBe('HTTP 503 ×3');
  expect(label('response', { ...response, attempts: 1 })).toBe('HTTP 503');
  expect(label('response', { responseStatusCode: 0, cause: 'timeout', attempts: 8 })).toBe('timeout ×8');
});

test('the reason chip of a message that waits for its turn says for how long at most', () => {
  expect(label('limit', { waitMs: 3_437_000 })).toBe('limit 57 min');
  expect(label('limit', { waitMs: 5200 })).toBe('limit 6 s');
  expect(label('limit', { waitMs: 4 * 3_600_000 })).toBe('limit 4 h');
  expect(label('limit', { waitMs: 0 })).toBe('limit');
});

test('the other reason chips are one word, and none repeats the state of the message', () => {
  expect(
    ['disabled', 'paused', 'sending-paused', 'scheduled', 'filtered', 'no-endpoint'].map((kind) =>
      label(kind as MessageReasonOut['kind']),
    ),
  ).toEqual([...['disabled', 'paused', 'sending paused', 'scheduled', 'filtered', null]]);
});

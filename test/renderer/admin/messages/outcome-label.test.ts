import { expect, test } from 'vitest';
import { outcomeLabel } from '../../../../src-renderer/admin/parts/messages/outcome-label';
import type { FleetMessageOut } from '../../../../src-server/contract/fleet-message';

const label = (counts: Partial<FleetMessageOut['outcomes']>, state: FleetMessageOut['state'] = 'waiting') =>
  outcomeLabel({ state, outcomes: { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0, ...counts } });

test('the outcome of a message with one endpoint is its state', () => {
  expect(label({ success: 1 })).toBe('delivered');
  expect(label({ fail: 1 })).toBe('given up');
  expect(label({ sending: 1 })).toBe('waiting for a retry');
  expect(label({ pending: 1 })).toBe('waiting');
});

test('the outcome of a message with several endpoints counts them by state, failures first', () => {
  expect(label({ success: 3 })).toBe('3 of 3 delivered');
  expect(label({ success: 2, pending: 1 })).toBe('2 of 3 delivered, 1 waiting');
  expect(label({ fail: 1200, sending: 1, canceled: 2 })).toBe(
    '0 of 1,203 delivered, 1,200 given up, 1 waiting for a retry, 2 canceled',
  );
});

test('a message without an endpoint is told apart from one whose delivery record has expired', () => {
  expect(label({}, 'no-endpoint')).toBe('no matching endpoint');
  expect(label({}, 'expired')).toBe('no delivery on record');
});

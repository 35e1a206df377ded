import { expect, test } from 'vitest';
import { outcomeLabel } from '../../../../src-renderer/admin/parts/messages/outcome-label';
import type { FleetMessageOut } from '../../../../src-server/contract/fleet-message';

const label = (counts: Partial<FleetMessageOut['outcomes']>, state: FleetMessageOut['state'] = 'waiting') =>
  outcomeLabel({ state, outcomes: { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0, ...counts } });

test('one endpoint is named by its outcome', () => {
  expect(label({ success: 1 })).toBe('delivered');
  expect(label({ fail: 1 })).toBe('given up');
  expect(label({ sending: 1 })).toBe('waiting for a retry');
  expect(label({ pending: 1 })).toBe('waiting');
});

test('several are counted, those that need a person first', () => {
  expect(label({ success: 3 })).toBe('3 of 3 delivered');
  expect(label({ success: 2, pending: 1 })).toBe('2 of 3 delivered, 1 waiting');
  expect(label({ fail: 1200, sending: 1, canceled: 2 })).toBe(
    '0 of 1,203 delivered, 1,200 given up, 1 waiting for a retry, 2 canceled',
  );
});

test('no endpoint, and no record of one, are different', () => {
  expect(label({}, 'no-endpoint')).toBe('sent to no endpoint');
  expect(label({}, 'expired')).toBe('no delivery on record');
});

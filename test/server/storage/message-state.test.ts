import { expect, test } from 'vitest';
import { messageState } from '../../../src-server/storage/messages/message-state';
import type { OutcomeCounts } from '../../../src-server/storage/messages/outcome-store';

const of = (counts: Partial<OutcomeCounts>) =>
  messageState({ delivered: 0, failed: 0, canceled: 0, waitingFirst: 0, waitingAgain: 0, ...counts }, false);

test('what needs a person comes first', () => {
  expect(of({ delivered: 5, failed: 1, waitingAgain: 1, canceled: 1 })).toBe('failed');
  expect(of({ delivered: 5, waitingAgain: 1, canceled: 1 })).toBe('waiting');
  expect(of({ delivered: 5, waitingFirst: 1 })).toBe('waiting');
  expect(of({ delivered: 1, canceled: 5 })).toBe('delivered');
  expect(of({ canceled: 1 })).toBe('canceled');
});

test('a message without a delivery had no endpoint, unless its content is gone too', () => {
  expect(messageState(undefined, false)).toBe('no-endpoint');
  expect(messageState(undefined, true)).toBe('expired');
});

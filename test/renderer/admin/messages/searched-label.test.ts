import { expect, test } from 'vitest';
import { searchedLabel } from '../../../../src-renderer/admin/features/deliveries/messages/searched-label';

const rows = (count: number) => Array.from({ length: count }, () => null);
const bounded = {
  examined: 20_000,
  examinedSince: '2026-11-03T14:02:00Z',
  hasNextPage: true,
  isLastFull: false,
};

test('a message search that reached its limit says how far back it searched', () => {
  expect(searchedLabel({ ...bounded, rows: [] })).toMatch(
    /^Searched the newest 20,000, back to 3 Nov( 2026)?, \d\d:\d\d\.$/,
  );
  expect(searchedLabel({ ...bounded, rows: rows(1) })).toMatch(
    /^1 message, newest first\. Searched the newest 20,000, back to /,
  );
});

test('a list of messages that continues says that scrolling shows more', () => {
  expect(searchedLabel({ ...bounded, rows: rows(100), isLastFull: true })).toBe(
    '100 messages, newest first. Scroll for more.',
  );
});

test('a message search that covered all messages says so', () => {
  const end = { ...bounded, hasNextPage: false };
  expect(searchedLabel({ ...end, rows: [] })).toBe('All messages were searched.');
  expect(searchedLabel({ ...end, rows: rows(1200) })).toBe('All 1,200 messages, newest first.');
});

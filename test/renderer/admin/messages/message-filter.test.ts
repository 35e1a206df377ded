import { expect, test } from 'vitest';
import {
  isNarrowed,
  readMessageFilter,
  toMessageQuery,
} from '../../../../src-renderer/admin/data/message-filter';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const read = (address: string) => readMessageFilter(new URLSearchParams(address));

test('the message filter in the URL becomes the query of the API', () => {
  const address = 'app=app_1&type=invoice.paid&state=failed&since=1h&q=%20a%20b%20&payload=1';
  expect(toMessageQuery(read(address), NOW)).toEqual({
    ...{ app_id: 'app_1', event_type: 'invoice.paid', state: 'failed', q: 'a b', in_payload: true },
    ...{ after: '2026-11-20T11:00:00.000Z', before: null },
  });
});

test('an unknown state and a payload option without search words filter nothing', () => {
  expect(isNarrowed(read('state=lost&payload=1&q=%20'))).toBe(false);
  expect(isNarrowed(read('state=waiting'))).toBe(true);
  expect(toMessageQuery(read(''), NOW)).toEqual({
    ...{ app_id: null, event_type: null, state: null, q: null, in_payload: null, after: null, before: null },
  });
});

test('a span whose end is before its beginning is turned round', () => {
  const [early, late] = ['2026-11-19T10:00:00.000Z', '2026-11-19T12:00:00.000Z'];
  const filter = read(`since=${late}&until=${early}`);
  expect([filter.since, filter.until]).toEqual([early, late]);
  expect(toMessageQuery(filter, NOW)).toMatchObject({ after: early, before: late });
  expect(read('since=24h&until=2026-01-01T00:00:00Z').since).toBe('24h');
});

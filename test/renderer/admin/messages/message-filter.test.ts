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

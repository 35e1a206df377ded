import { expect, it } from 'vitest';
import {
  readRecordedHeaders,
  recordedRequestAsCurl,
} from '../../../src-renderer/shared/attempt/recorded-request';

it('hidden request headers are told apart from hidden response headers', () => {
  const headers = readRecordedHeaders({
    sentHeaders: { 'content-type': 'text/plain' },
    responseHeaders: { etag: '"1"' },
    sensitive: ['webhook-signature', 'Authorization', 'set-cookie', 'www-authenticate', 'x-session'],
  });
  expect(headers.hidden).toEqual(['webhook-signature', 'Authorization']);
  expect(headers.received).toEqual([['etag', '"1"']]);
});

it('a request without recorded headers gives no curl command', () => {
  const none = readRecordedHeaders({ sentHeaders: {}, responseHeaders: {}, sensitive: [] });
  expect(recordedRequestAsCurl('https://a.test', none, '{}')).toBeNull();
  const some = { ...none, sent: [['x-empty', '']] as const };
  expect(recordedRequestAsCurl('https://a.test', some, '{}')).toBe(
    "curl -X POST 'https://a.test' \\\n  -H 'x-empty;' \\\n  --data-raw '{}'",
  );
});

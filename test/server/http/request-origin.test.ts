import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { originOf } from '../../../src-server/http/pipeline/request-origin';

const from = (headers: Record<string, string>) =>
  originOf({ headers, socket: { localAddress: '127.0.0.1', localPort: 8071 } } as unknown as IncomingMessage);

test.each([
  ['localhost:8071', 'http://localhost:8071'],
  ['hooks.example.com', 'http://hooks.example.com'],
  ['[::1]:8071', 'http://[::1]:8071'],
])('the host %s is the one of links', (host, origin) => {
  expect(from({ host })).toBe(origin);
});

test.each([
  '',
  'evil.com/path',
  'a@evil.com',
  'evil.com#',
  'evil.com?x',
  '"><script>',
  'a b',
  'a:b:c',
  '\\\\evil',
  'a.1',
  'a.example:99999',
])('a host like %j is not believed', (host) => {
  expect(from({ host })).toBe('http://127.0.0.1:8071');
});

test('behind a proxy that speaks https, links are https', () => {
  expect(from({ host: 'a.example', 'x-forwarded-proto': 'https' })).toBe('https://a.example');
  expect(from({ host: 'a.example', 'x-forwarded-proto': 'javascript' })).toBe('http://a.example');
});

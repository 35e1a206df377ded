import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { addressOf } from '../../../src-server/http/pipeline/audit-request';

const from = (remoteAddress: string, forwarded?: string, isPassed = false) =>
  addressOf(
    { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } } as unknown as IncomingMessage,
    isPassed,
  );

test('a change comes from the address of its connection, whatever the client says of itself', () => {
  expect(from('203.0.113.7')).toBe('203.0.113.7');
  expect(from('203.0.113.7', '10.0.0.1')).toBe('203.0.113.7');
  expect(from('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

test('behind a proxy on this machine, or another node, it comes from the last address named', () => {
  expect(from('127.0.0.1', '10.0.0.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(from('::1', '2001:db8::7')).toBe('2001:db8::7');
  expect(from('203.0.113.9', '203.0.113.7', true)).toBe('203.0.113.7');
  expect(from('127.0.0.1', '<script>')).toBe('127.0.0.1');
});

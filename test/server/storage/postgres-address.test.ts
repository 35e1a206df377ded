import { describe, expect, test } from 'vitest';
import { readPostgresAddress } from '../../../src-server/storage/postgres-address';

describe('the address of a PostgreSQL database', () => {
  test.each([
    ['postgres://me:secret@host:5433/db', 'postgres://me@host:5433/db'],
    ['postgresql://host/db', 'postgres://host/db'],
    ['postgres:///db?host=/run/postgresql', 'postgres:///db?host=/run/postgresql'],
    ['postgres://me@/db?host=/run/postgresql&port=5433', 'postgres://me@/db?host=/run/postgresql&port=5433'],
    ['postgres://me:secret@/db', 'postgres://me@/db'],
    [
      'postgres://host/db?user=me&password=secret&sslmode=require',
      'postgres://host/db?user=me&sslmode=require',
    ],
    ['postgres://me:a%40b%3Ac@[::1]:5432/db', 'postgres://me@[::1]:5432/db'],
  ])('%s is called %s, without a password', (url, name) => {
    expect(readPostgresAddress(url)).toEqual({ url, name });
  });

  test.each([
    '',
    'secret',
    'mysql://me:secret@host/db',
    'postgres://',
    'postgres://host',
    'postgres://me:se@cret@h/db',
  ])('%j is refused, and not repeated', (url) => {
    expect(() => readPostgresAddress(url)).toThrow(
      /^The address of the database must look like (?!.*se.?cret)/,
    );
  });
});

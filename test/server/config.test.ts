import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../src-server/config';

const read = (args: readonly string[], env = {}) => readConfig(args, env, '/data');

test('domains of the public catalog are given one by one, or in a row in the environment', () => {
  expect(read([])).toMatchObject({ catalogDomains: [], catalogHost: null });
  const two = ['--catalog-domain', 'Events.ACME.example.', '--catalog-domain', 'b.example'];
  expect(read(two).catalogDomains).toEqual(['events.acme.example', 'b.example']);
  const env = { POSTHORN_CATALOG_DOMAIN: 'a.example, b.example', POSTHORN_CATALOG_HOST: 'hooks.example.net' };
  expect(read([], env)).toMatchObject({
    catalogDomains: ['a.example', 'b.example'],
    catalogHost: 'hooks.example.net',
  });
});

test.each(['localhost', '127.0.0.1', 'https://a.example', 'a.example:80', '*.example.com', 'a b.example'])(
  '%s is no domain to activate',
  (name) => {
    expect(() => read(['--catalog-domain', name])).toThrow('--catalog-domain must be a host name');
    expect(() => read(['--catalog-host', name])).toThrow('--catalog-host must be a host name');
  },
);

const DATABASE = ['--database', 'postgres://posthorn@db.internal/posthorn'];
const SECRET = 'a secret of at least 32 characters';

test('a database comes with the secret of its nodes, which only the environment names', () => {
  const config = read(DATABASE, { POSTHORN_CLUSTER_SECRET: SECRET });
  expect(config).toMatchObject({ clusterSecret: SECRET, advertise: null, leaseS: 6, secretKey: null });
  expect(() => read(DATABASE)).toThrow('POSTHORN_CLUSTER_SECRET is missing: with a database,');
  const short = { POSTHORN_CLUSTER_SECRET: 'short' };
  expect(() => read(DATABASE, short)).toThrow('POSTHORN_CLUSTER_SECRET is too short');
  expect(() => read(DATABASE, short)).not.toThrow(/"short"/);
  expect(() => read(['--cluster-secret', SECRET])).toThrow(ConfigError);
  expect(read([], short).database).toBeNull();
});

test('the address of a database that cannot be one is a mistake in its use, without the password', () => {
  const bad = ['--database', 'mysql://user:hunter2@db/posthorn'];
  expect(() => read(bad)).toThrow(ConfigError);
  expect(() => read(bad)).toThrow(/^The address of the database must look like/);
});

test('a node is advertised at a plain address, and its lease is from 2 to 60 seconds', () => {
  const config = read(['--advertise', 'http://node1.internal:8071/', '--lease', '10']);
  expect(config).toMatchObject({ advertise: 'http://node1.internal:8071', leaseS: 10 });
  for (const bad of [
    'node1:8071',
    'ftp://node1',
    'http://node1/path',
    'http://a:b@node1',
    'http://node1/?a=1',
  ])
    expect(() => read(['--advertise', bad])).toThrow('--advertise must be an address such as');
  for (const bad of ['1', '61', 'x'])
    expect(() => read(['--lease', bad])).toThrow('--lease must be a number from 2 to 60');
});

test('the key of stored tokens is 64 hexadecimal digits, and no message repeats it', () => {
  expect(read([], { POSTHORN_SECRET_KEY: 'ab'.repeat(32) }).secretKey).toBe('ab'.repeat(32));
  expect(() => read([], { POSTHORN_SECRET_KEY: 'abc' })).toThrow(
    /^POSTHORN_SECRET_KEY must be 64 hexadecimal digits$/,
  );
});

test('an application may have 500 endpoints, or as many as the start says', () => {
  expect(read([]).maxEndpoints).toBe(500);
  expect(read(['--max-endpoints', '20']).maxEndpoints).toBe(20);
  expect(read([], { POSTHORN_MAX_ENDPOINTS: '20' }).maxEndpoints).toBe(20);
  for (const bad of ['0', '1.5', 'many'])
    expect(() => read(['--max-endpoints', bad])).toThrow('--max-endpoints must be a');
});

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

test('a certificate comes with its key, by flag or variable', () => {
  expect(read([]).tls).toBeNull();
  const tls = { cert: '/etc/cert.pem', key: '/etc/key.pem' };
  expect(read(['--tls-cert', tls.cert, '--tls-key', tls.key]).tls).toEqual(tls);
  expect(read(['--tls-cert', tls.cert], { POSTHORN_TLS_KEY: tls.key }).tls).toEqual(tls);
  expect(() => read(['--tls-cert', tls.cert])).toThrow('--tls-cert needs --tls-key');
  expect(() => read([], { POSTHORN_TLS_KEY: tls.key })).toThrow('--tls-key needs --tls-cert');
});

test('backups on a schedule need a folder and a file to back up, and are made each day and seven kept unless said', () => {
  expect(read([]).backup).toBeNull();
  expect(read(['--backup-dir', '/b']).backup).toEqual({ dir: '/b', everyMs: 86_400_000, keep: 7 });
  const chosen = ['--backup-dir', '/b', '--backup-every', '10m', '--backup-keep', '2'];
  expect(read(chosen).backup).toEqual({ dir: '/b', everyMs: 600_000, keep: 2 });
  expect(read([], { POSTHORN_BACKUP_DIR: '/b', POSTHORN_BACKUP_EVERY: '5s' }).backup?.everyMs).toBe(5000);
  expect(() => read(['--backup-keep', '2'])).toThrow('--backup-keep needs --backup-dir');
  for (const bad of ['4s', '0h', '1d', '24', '1.5h', '-1h', '8761h'])
    expect(() => read(['--backup-dir', '/b', `--backup-every=${bad}`])).toThrow('--backup-every must be a');
  expect(() => read(['--backup-dir', '/b', '--backup-keep', '0'])).toThrow('--backup-keep must be');
  expect(() => read([...DATABASE, '--backup-dir', '/b'], { POSTHORN_CLUSTER_SECRET: SECRET })).toThrow(
    'Back PostgreSQL up with its own tools',
  );
});

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
    expect(() => read(['--advertise', bad])).toThrow('--advertise must be a URL such as');
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

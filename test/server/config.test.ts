import { expect, test } from 'vitest';
import { readConfig } from '../../src-server/config';

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

import { expect, test } from 'vitest';
import { checkDomain, type NameQuestions } from '../../../src-server/catalog/domain-check';

type Records = Readonly<Record<string, readonly string[] | string>>;

/** A DNS resolver with these records; a string is an error code, and an absent name has no record. */
function names(records: Records): NameQuestions {
  const resolving = (kind: string) => async (name: string) => {
    const found = records[`${kind} ${name}`] ?? 'ENODATA';
    if (typeof found === 'string') throw Object.assign(new Error(found), { code: found });
    return [...found];
  };
  return {
    resolveCname: resolving('CNAME'),
    resolve4: resolving('A') as never,
    resolve6: resolving('AAAA') as never,
  };
}
const check = (records: Records, host: string | null = 'hooks.example.net') =>
  checkDomain('events.acme.example', host, names(records));

test('a domain with a CNAME to this server points here, ignoring case', async () => {
  expect(await check({ 'CNAME events.acme.example': ['Hooks.Example.NET.'] })).toMatchObject({
    state: 'points-here',
    found: ['hooks.example.net'],
  });
});

test('a domain that shares an IP address with this server points here', async () => {
  const records = {
    'A events.acme.example': ['192.0.2.7'],
    'A hooks.example.net': ['192.0.2.8', '192.0.2.7'],
  };
  expect((await check(records)).state).toBe('points-here');
});

test('a domain that points to another server is reported with its target', async () => {
  const elsewhere = await check({
    'CNAME events.acme.example': ['shop.example.org'],
    'A events.acme.example': ['192.0.2.1'],
    'A hooks.example.net': ['192.0.2.7'],
  });
  expect(elsewhere).toMatchObject({ state: 'points-elsewhere', found: ['shop.example.org'] });
  expect(elsewhere.message).toContain('not to hooks.example.net');
});

test('a domain without any DNS record counts as missing', async () => {
  expect((await check({})).state).toBe('missing');
  expect((await check({ 'CNAME events.acme.example': 'ENOTFOUND' })).state).toBe('missing');
});

test.each(['ETIMEOUT', 'ECONNREFUSED', 'ESERVFAIL'])(
  'a domain whose name servers fail with %s is reported as unknown',
  async (code) => {
    const silent = await check({
      'CNAME events.acme.example': code,
      'A events.acme.example': code,
      'AAAA events.acme.example': code,
    });
    expect(silent).toMatchObject({ state: 'unknown', found: [] });
    expect(silent.message).toContain('No name server responded');
  },
);

test('a server without its own host name reports what a domain points to, without a verdict', async () => {
  const found = await check({ 'CNAME events.acme.example': ['hooks.example.net'] }, null);
  expect(found).toMatchObject({ state: 'unknown', found: ['hooks.example.net'] });
  expect(found.message).toContain('--catalog-host');
});

import { describe, expect, it, test } from 'vitest';
import { readConfig } from '../../../src-server/config';
import { readNoProxy } from '../../../src-server/outbound/no-proxy';
import { proxyLabel, readProxy } from '../../../src-server/outbound/proxy-setting';

describe('the address of a proxy', () => {
  it.each([
    ['http://proxy.test', 'http://proxy.test:80', null],
    ['HTTP://Proxy.Test:3128/', 'http://proxy.test:3128', null],
    ['https://proxy.test', 'https://proxy.test:443', null],
    ['socks5://127.0.0.1', 'socks5://127.0.0.1:1080', null],
    ['socks5://[::1]:9', 'socks5://[::1]:9', null],
    ['http://ada:s%3Acret%40@proxy.test', 'http://proxy.test:80', { user: 'ada', password: 's:cret@' }],
    ['http://ada@proxy.test', 'http://proxy.test:80', { user: 'ada', password: '' }],
  ])('%s is read', (text, label, credentials) => {
    const proxy = readProxy(text);
    expect([proxy && proxyLabel(proxy), proxy?.credentials]).toEqual([label, credentials]);
  });

  it.each(['', 'proxy.test', 'proxy.test:3128', 'ftp://proxy.test', 'socks4://proxy.test', 'http://'])(
    '"%s" is none',
    (text) => expect(readProxy(text)).toBeNull(),
  );

  it.each([
    'http://proxy.test/path',
    'http://proxy.test?a=b',
    'http://:secret@proxy.test',
    `http://ada:${'x'.repeat(256)}@proxy.test`,
    'http://ada:%zz@proxy.test',
  ])('%s is none', (text) => expect(readProxy(text)).toBeNull());
});

describe('what goes around the proxy', () => {
  const direct = readNoProxy(['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '::1', 'example.com', '.Inner.Test']);

  it.each(['10.1.2.3', '192.0.2.1', 'fd00::5', '::1', 'example.com', 'EXAMPLE.com.', 'a.b.example.com'])(
    'includes %s',
    (host) => expect(direct(host)).toBe(true),
  );
  it.each(['inner.test', 'hooks.inner.test'])('includes %s', (host) => expect(direct(host)).toBe(true));
  it.each(['11.0.0.1', '192.0.2.2', 'fe00::1', '::2', 'badexample.com', 'example.com.evil.test', 'test'])(
    'leaves %s to the proxy',
    (host) => expect(direct(host)).toBe(false),
  );
  it('includes everything with *', () => {
    expect([readNoProxy(['*'])('a.test'), readNoProxy(['*'])('::1'), readNoProxy([])('a.test')]).toEqual([
      true,
      true,
      false,
    ]);
  });
  it.each(['10.0.0.0/33', '10.0.0.0/x', 'a b', 'http://a.test', '*.a.test', 'a..b'])(
    'cannot be "%s"',
    (entry) => expect(() => readNoProxy([entry])).toThrow(RangeError),
  );
});

describe('the settings of a server', () => {
  const read = (args: readonly string[], env = {}) => readConfig(args, env, '/data');

  test('take the proxy from a flag, or from the environment, where a password is out of sight', () => {
    const env = {
      POSTHORN_PROXY: 'http://ada:secret@proxy.test:1',
      POSTHORN_NO_PROXY: ' a.test, 10.0.0.0/8 ',
    };
    expect(read([], env)).toMatchObject({
      proxy: { host: 'proxy.test', port: 1, credentials: { user: 'ada', password: 'secret' } },
      noProxy: ['a.test', '10.0.0.0/8'],
    });
    const flags = ['--proxy', 'socks5://other.test', '--no-proxy', 'b.test', '--no-proxy', 'c.test,*'];
    expect(read(flags, env)).toMatchObject({
      proxy: { protocol: 'socks5:', host: 'other.test' },
      noProxy: ['b.test', 'c.test', '*'],
    });
    expect(read([])).toMatchObject({ proxy: null, noProxy: [] });
  });

  test('that cannot be read end the start, without a word of the password', () => {
    const wrong = () => read([], { POSTHORN_PROXY: 'ftp://ada:tops3cret@proxy.test' });
    expect(wrong).toThrow(/^--proxy must be a URL/);
    expect(wrong).not.toThrow(/tops3cret|ada/);
    expect(() => read(['--no-proxy', 'a.test,http://b'])).toThrow('--no-proxy must list');
  });
});

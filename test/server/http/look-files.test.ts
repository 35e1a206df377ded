import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../../support/receiver';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const server = startedForEach(startTestServer);

const SVG =
  '<?xml version="1.0"?>\n<!-- mark --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
const WOFF2 = Buffer.from('wOF2 and more');

const put = (kind: string, content: string | Buffer) =>
  server.call('PUT', `/portal/look/${kind}`, { content: Buffer.from(content).toString('base64') });
const look = async () => (await server.call('GET', '/portal/look', undefined, { token: null })).json;
const get = (path: string) => fetch(`${server.baseUrl}${path}`);

describe('a file of the look', () => {
  test('is served under a name of its content, to everybody and for good, until it is replaced', async () => {
    expect(await look()).toMatchObject({ logoFile: null, fontFile: null });
    const { status, json } = await put('logo', PNG);
    const hash = createHash('sha256').update(PNG).digest('hex').slice(0, 16);
    expect([status, json]).toEqual([
      200,
      { path: `/look/logo-${hash}.png`, mediaType: 'image/png', bytes: PNG.length },
    ]);
    expect((await look()).logoFile).toBe(json.path);
    const served = await get(json.path);
    expect(Buffer.from(await served.arrayBuffer())).toEqual(PNG);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(served.headers.get('access-control-allow-origin')).toBe('*');

    const next = (await put('logo', SVG)).json.path;
    expect((await get(next)).status).toBe(200);
    expect((await get(json.path)).status).toBe(404);
    expect((await put('font', WOFF2)).json.mediaType).toBe('font/woff2');
  });

  test('may be an SVG image, in which no script can run', async () => {
    const { json } = await put('logo', SVG);
    const { headers } = await get(json.path);
    expect(headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('outlives a restart, and is gone when it is deleted', async () => {
    const { path } = (await put('font', WOFF2)).json;
    await server.restart();
    expect((await look()).fontFile).toBe(path);
    expect((await server.call('DELETE', '/portal/look/font')).status).toBe(204);
    expect((await server.call('DELETE', '/portal/look/font')).status).toBe(404);
    expect([(await look()).fontFile, (await get(path)).status]).toEqual([null, 404]);
  });

  test.each([
    ['logo', 'an HTML page', '<!doctype html><script>alert(1)</script>'],
    [
      'logo',
      'an SVG image that could include files',
      '<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]><svg/>',
    ],
    ['logo', 'a font', 'wOF2'],
    ['font', 'an image', PNG],
  ])('of the kind %s cannot be %s: its content decides', async (kind, _what, content) => {
    const { status, json } = await put(kind, content);
    expect([status, json.detail[0].loc]).toEqual([422, ['body', 'content']]);
    expect(json.detail[0].msg).toMatch(/^The file must be a/);
  });

  test('is changed only by the sender, and only if it is one of the two kinds', async () => {
    expect((await put('banner', PNG)).status).toBe(404);
    const body = { content: PNG.toString('base64') };
    expect((await server.call('PUT', '/portal/look/logo', body, { token: null })).status).toBe(401);
    expect((await server.call('PUT', '/portal/look/logo', { content: 'not base64!' })).status).toBe(422);
  });
});

describe('the address of a logo or font', () => {
  const check = async (kind: string, address: string) =>
    (await server.call('POST', '/portal/look/check-address', { kind, address })).json.problem;

  test('is said to work, or what it answers instead', async () => {
    const open = { 'access-control-allow-origin': '*' };
    const receiver = await startReceiver(({ path }) => {
      if (path === '/logo') return { status: 200, headers: { 'content-type': 'image/gif' }, body: 'GIF89a' };
      if (path === '/font') return { status: 200, headers: open, body: WOFF2 };
      if (path === '/closed-font') return { status: 200, body: WOFF2 };
      if (path === '/moved') return { status: 302, headers: { location: '/logo' } };
      if (path === '/page') return { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' };
      return { status: 404 };
    });
    try {
      const at = (path: string) => receiver.baseUrl + path;
      expect(await check('logo', at('/logo'))).toBeNull();
      expect(await check('font', at('/font'))).toBeNull();
      expect(await check('logo', at('/none'))).toBe('It responded with status 404.');
      expect(await check('logo', at('/moved'))).toBe(`It redirects to ${at('/logo')}. Enter that URL.`);
      expect(await check('logo', at('/page'))).toBe('It responded with text/html, which is not an image.');
      expect(await check('font', at('/closed-font'))).toContain('Access-Control-Allow-Origin');
    } finally {
      await receiver.close();
    }
    expect(await check('logo', `${receiver.baseUrl}/logo`)).toBe('No response: connection refused.');
  });

  test('is not asked where deliveries may not go either', async () => {
    expect(await check('logo', 'http://169.254.169.254/logo.png')).toContain('does not ask');
    expect(await check('logo', 'ftp://example.com/')).toContain('http://');
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RawResponse, rawRequest } from '../../support/raw-request';
import { startTestServer, type TestServer } from '../../support/start-test-server';

const SCRIPT = `export const text = '${'x'.repeat(5000)}';`;
const TINY = 'export {};';
const CATALOG = `<!doctype html><h1>Acme</h1>${'<p>Something happened.</p>'.repeat(200)}`;

let uiDir: string;
let server: TestServer;

beforeAll(async () => {
  uiDir = await mkdtemp(join(tmpdir(), 'posthorn-compression-'));
  for (const folder of ['admin', 'portal', 'assets']) await mkdir(join(uiDir, folder));
  const html = (name: string) => `<!doctype html><html><head><title>${name}</title></head></html>`;
  await writeFile(join(uiDir, 'admin/index.html'), html('admin'));
  await writeFile(join(uiDir, 'portal/index.html'), html('portal'));
  await writeFile(join(uiDir, 'assets/app-1a2b.js'), SCRIPT);
  await writeFile(join(uiDir, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(uiDir, 'assets/app-1a2b.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(uiDir, 'assets/tiny-1a2b.js'), TINY);
  const page = { path: 'index.html', eventType: null, frame: '', render: () => CATALOG };
  server = await startTestServer({ parts: { uiDir, renderCatalog: () => [page] } });
  await server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
});
afterAll(async () => {
  await server.remove();
  await rm(uiDir, { recursive: true });
});

const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(server.baseUrl, path, { method, headers });

const decode = ({ headers, bytes }: RawResponse): string => {
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return encoding === 'gzip' ? gunzipSync(bytes).toString() : bytes.toString();
};

describe('a file of the build', () => {
  const FILE = '/assets/app-1a2b.js';

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0.1', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['identity', undefined],
    ['br;q=0.2, identity', undefined],
    ['', undefined],
  ])('for a reader of "%s" comes as %s, with its type and for a year', async (accepted, encoding) => {
    const response = await read(FILE, { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(response.headers.vary?.toLowerCase()).toBe('accept-encoding');
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(Number(response.headers['content-length'])).toBe(response.bytes.length);
    expect(decode(response)).toBe(SCRIPT);
  });

  test('has an ETag for each encoding, and is not sent again if cached', async () => {
    const tags = new Set<string>();
    for (const accepted of ['br', 'gzip', 'identity']) {
      const etag = String((await read(FILE, { 'accept-encoding': accepted })).headers.etag);
      tags.add(etag);
      const again = await read(FILE, { 'accept-encoding': accepted, 'if-none-match': etag });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
    expect(tags.size).toBe(3);
  });

  test('answers HEAD with its length, and ranges of the encoded bytes', async () => {
    const complete = await read(FILE, { 'accept-encoding': 'br' });
    const head = await read(FILE, { 'accept-encoding': 'br' }, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(complete.headers['content-length']);
    const part = await read(FILE, { 'accept-encoding': 'br', range: 'bytes=2-5' });
    expect([part.status, part.headers['content-encoding']]).toEqual([206, 'br']);
    expect(part.bytes).toEqual(complete.bytes.subarray(2, 6));
  });

  test('answers 416 with a reason to a range outside it', async () => {
    const response = await read(FILE, { 'accept-encoding': 'br', range: 'bytes=900000-' });
    expect([response.status, response.headers['content-encoding']]).toEqual([416, undefined]);
    expect(JSON.parse(response.bytes.toString())).toMatchObject({ code: 'invalid_range' });
  });

  test('that was not compressed is sent unchanged', async () => {
    const response = await read('/assets/tiny-1a2b.js', { 'accept-encoding': 'br, gzip' });
    expect([response.status, response.headers['content-encoding'], decode(response)]).toEqual([
      200,
      undefined,
      TINY,
    ]);
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const missing = await read('/assets/none.js', { 'accept-encoding': 'br, gzip' });
    expect([missing.status, missing.headers['content-encoding']]).toEqual([404, undefined]);
    expect(missing.headers['content-type']).toBe('application/json');
  });
});

describe.each([
  ['/catalog/', 'text/html; charset=utf-8', 200],
  ['/api/v1/openapi.json', 'application/json; charset=utf-8', 200],
])('%s', (path, type) => {
  test('is compressed, cacheable, and not sent again if cached', async () => {
    const plain = await read(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['br', 'gzip']) {
      const response = await read(path, { 'accept-encoding': encoding });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.headers['content-type']).toBe(type);
      expect(response.headers.vary?.toLowerCase()).toBe('accept-encoding');
      expect(response.headers['cache-control']).toBe('no-cache');
      expect(response.headers['x-content-type-options']).toBe('nosniff');
      expect(response.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(decode(response)).toBe(plain.bytes.toString());
      // The same text in every encoding: hence a weak ETag.
      expect(response.headers.etag).toMatch(/^W\/"[\w-]{22,32}"$/);
      expect(response.headers.etag).toBe(plain.headers.etag);
      const again = await read(path, {
        'accept-encoding': encoding,
        'if-none-match': `"x", ${response.headers.etag}`,
      });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      const changed = await read(path, { 'accept-encoding': encoding, 'if-none-match': 'W/"other"' });
      expect(changed.status).toBe(200);
    }
  });
});

describe('the pages of applications', () => {
  test('the portal may be cached, and is revalidated', async () => {
    const { headers } = await read('/portal/');
    expect([headers['cache-control'], headers.etag]).toEqual(['no-cache', expect.stringMatching(/^W\//)]);
    const again = await read('/portal/', { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
    // The policy depends on the settings, so every response contains it.
    expect(again.headers['content-security-policy']).toContain("script-src 'self'");
  });

  test('the admin page contains a nonce for one response, so it is not cached', async () => {
    const { headers } = await read('/');
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
  });
});

describe('a response of the API', () => {
  const authorized = () => ({ authorization: `Bearer ${server.adminToken}`, 'accept-encoding': 'br, gzip' });

  test('is compressed if long, and never cached', async () => {
    for (let n = 0; n < 30; n += 1)
      await server.call('POST', '/event-type', { name: `long.list${n}`, description: 'One of many.' });
    const response = await read('/api/v1/event-type', authorized());
    expect([response.headers['content-encoding'], response.headers['cache-control']]).toEqual([
      'br',
      'no-store',
    ]);
    expect(JSON.parse(decode(response)).data).toHaveLength(30);
  });

  test('is sent uncompressed if short, or if its ETag identifies these exact bytes', async () => {
    const short = await read('/api/v1/health', authorized());
    expect(short.headers['content-encoding']).toBeUndefined();
    const described = { name: 'one.type', description: 'Long. '.repeat(400) };
    await server.call('POST', '/event-type', described);
    const tagged = await read('/api/v1/event-type/one.type', authorized());
    expect(tagged.headers.etag).toMatch(/^"/);
    expect(tagged.headers['content-encoding']).toBeUndefined();
  });

  test('to a message is written directly, however long it is', async () => {
    await server.call('POST', '/app', { name: 'Ada', uid: 'ada' });
    await server.call('POST', '/event-type', { name: 'invoice.paid', description: '' });
    const response = await fetch(`${server.baseUrl}/api/v1/app/ada/msg`, {
      method: 'POST',
      headers: { ...authorized(), 'content-type': 'application/json' },
      body: JSON.stringify({ eventType: 'invoice.paid', payload: { text: 'x'.repeat(5000) } }),
    });
    expect(response.status).toBe(202);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toBeNull();
    expect((await response.text()).length).toBeGreaterThan(5000);
  });

  test('that never ends is not buffered: the first event of the live stream arrives while it is open', async () => {
    const [headers, first] = await new Promise<[IncomingHttpHeaders, string]>((resolve, reject) => {
      const sent = request(`${server.baseUrl}/api/v1/live`, { headers: authorized() }, (response) => {
        response.once('data', (part: Buffer) => {
          resolve([response.headers, part.toString()]);
          response.destroy();
        });
      });
      sent.on('error', reject).end();
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(first).toContain('data: {"kind":"attempts"');
  });
});

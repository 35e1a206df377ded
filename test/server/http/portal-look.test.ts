import { expect, test } from 'vitest';
import { portalHeaders } from '../../../src-server/http/pages/page-headers';
import { refusedFrame } from '../../../src-server/http/pages/refused-frame';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const server = startedOnce(startTestServer);

const patch = (body: object) => server.call('PATCH', '/settings', body);
const policyOf = (settings: Partial<Parameters<typeof portalHeaders>[0]>) => {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: (name: string) => headers.delete(name.toLowerCase()),
  };
  const none = { portalFrameAncestors: [], customLogoUrl: null, customFontFamilyUrl: null };
  portalHeaders({ ...none, ...settings })({} as never, response as never, (() => undefined) as never);
  return headers;
};

test('the look of the portal can be read by anybody, and holds nothing but what customers see', async () => {
  await patch({ customColor: '#2f6f4f', portalReturnUrl: 'https://ada.example/webhooks', retryPolicy: [5] });
  const { status, json } = await server.call('GET', '/portal/look', undefined, { token: null });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    customColor: '#2f6f4f',
    portalReturnUrl: 'https://ada.example/webhooks',
    portalShowHiddenTypes: true,
  });
  expect(Object.keys(json)).not.toEqual(
    expect.arrayContaining(['retryPolicy', 'portalFrameAncestors', 'endpointsPerAppLimit']),
  );
});

test('origins that may frame the portal are refused when they could say anything else to a browser', async () => {
  for (const origin of [
    'https://a.example/path',
    'https://a.example; script-src *',
    "'self'",
    '*',
    'https://',
    'javascript:alert(1)',
    'https://a.example https://b.example',
    'https://a.example:port',
  ]) {
    expect((await patch({ portalFrameAncestors: [origin] })).status, origin).toBe(422);
  }
  const good = ['https://a.example', 'https://*.a.example:8443', 'http://localhost:3000', 'http://[::1]:81'];
  expect((await patch({ portalFrameAncestors: good })).json.portalFrameAncestors).toEqual(good);
  for (const portalReturnUrl of ['javascript:alert(1)', 'data:text/html,x', 'ada.example']) {
    expect((await patch({ portalReturnUrl })).status, portalReturnUrl).toBe(422);
  }
});

test('by itself the portal may be framed by this server only', () => {
  const headers = policyOf({});
  expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'$/);
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
});

test('the settings name who else may frame it, and where logo and font come from', () => {
  const headers = policyOf({
    portalFrameAncestors: ['https://app.ada.example'],
    customLogoUrl: 'https://cdn.ada.example/logo.svg',
    customFontFamilyUrl: 'https://fonts.ada.example/a.woff2',
  });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'self' https://app.ada.example");
  expect(policy).toContain("img-src 'self' data: https://cdn.ada.example https://app.ada.example");
  expect(policy).toContain("font-src 'self' data: https://fonts.ada.example");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("connect-src 'self'");
  // It would refuse what the list allows.
  expect(headers.has('x-frame-options')).toBe(false);
});

test('a page that may not frame the portal is told which origin its sender has to add', () => {
  const allowed = ['https://app.ada.example', 'https://*.b.example:8443', 'http://localhost:3000'];
  const ask = (referer: string, site = 'cross-site', dest = 'iframe') =>
    refusedFrame({ referer, 'sec-fetch-site': site, 'sec-fetch-dest': dest }, allowed);
  expect(ask('https://evil.example/page?x')).toBe('https://evil.example');
  expect(ask('https://b.example:8443/')).toBe('https://b.example:8443');
  expect(ask('https://ab.example:8443/')).toBe('https://ab.example:8443');
  for (const fits of ['https://app.ada.example/a', 'https://x.b.example:8443/', 'https://localhost:3000/']) {
    expect(ask(fits), fits).toBeNull();
  }
  for (const unknown of ['', 'about:client', 'https://a;b.example/', 'https://"<b>.example/']) {
    expect(ask(unknown), unknown).toBeNull();
  }
  expect(ask('https://evil.example/', 'same-origin')).toBeNull();
  expect(ask('https://evil.example/', 'cross-site', 'document')).toBeNull();
});

test('no stored text can break the policy, whatever it is', () => {
  const texts = [
    'https://a,b.example',
    'https://a;script-src *',
    'x\ny',
    "'unsafe-inline'",
    '*',
    'https://*',
    '',
    '\u0000é',
  ];
  for (const text of texts) {
    const headers = policyOf({
      portalFrameAncestors: [text],
      customLogoUrl: text,
      customFontFamilyUrl: text,
    });
    expect(headers.get('content-security-policy'), text).toBe(policyOf({}).get('content-security-policy'));
    expect(headers.get('x-frame-options'), text).toBe('SAMEORIGIN');
  }
});

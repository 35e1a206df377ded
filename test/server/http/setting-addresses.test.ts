import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { settingsPatchSchema } from '../../../src-server/contract/settings';
import { makeCatalogUi } from '../../support/catalog-ui';
import { share } from '../../support/share';
import { startTestServer, type TestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const ui = startedOnce(makeCatalogUi);
const server = startedOnce(() => startTestServer({ parts: { uiDir: ui.uiDir, renderCatalog } }));
beforeAll(async () => {
  await server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Acme' });
});

const ADDRESSES = [
  'applicationAlertDashboardUrl',
  'applicationAlertLogoUrl',
  'customLogoUrl',
  'customFontFamilyUrl',
  'portalReturnUrl',
] as const;
const NONE = {
  ...Object.fromEntries(ADDRESSES.map((name) => [name, null])),
  portalFrameAncestors: [],
  catalogDomain: null,
};

/** The ways to write settings. */
const WAYS: Readonly<Record<string, (settings: object) => ReturnType<TestServer['call']>>> = {
  'PATCH /settings': (settings) => server.call('PATCH', '/settings', settings),
  'POST /environment/import': (settings) => server.call('POST', '/environment/import', { settings }),
};
const stored = async () => (await server.call('GET', '/settings')).json;

/** A policy, directive by directive. */
async function policyOf(path: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const response = await fetch(server.baseUrl + path);
  expect([path, response.status]).toEqual([path, 200]);
  const policy = response.headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

const SOURCE =
  /^('self'|'none'|'unsafe-inline'|'(nonce|sha256)-[\w+/=]+'|data:|blob:|https?:\/\/(\*\.)?([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d+)?)$/;

/** Every page opens; its policy is as with any other settings, plus the addresses they contain. */
async function expectPages(intended: {
  readonly images: string[];
  readonly fonts: string[];
  frames: string[];
}) {
  const portal = await policyOf('/portal/');
  expect(portal['img-src']).toEqual(["'self'", 'data:', ...intended.images, ...intended.frames]);
  expect(portal['font-src']).toEqual(["'self'", 'data:', ...intended.fonts]);
  expect(portal['frame-ancestors']).toEqual(["'self'", ...intended.frames]);
  expect(portal['script-src']).toEqual(["'self'"]);
  expect(portal['connect-src']).toEqual(["'self'"]);
  for (const path of ['/portal/', '/', '/catalog/']) {
    const policy = await policyOf(path);
    expect(
      Object.keys(policy).filter((name) => !/^[a-z-]+-(src|src-attr|uri|action|ancestors)$/.test(name)),
    ).toEqual([]);
    expect(
      Object.values(policy)
        .flat()
        .filter((source) => !SOURCE.test(source)),
    ).toEqual([]);
  }
}

describe.each(Object.entries(WAYS))('%s', (way, write) => {
  const place = way === 'PATCH /settings' ? ['body'] : ['body', 'settings'];

  test.each(ADDRESSES)('stores %s as the URL parser writes it', async (name) => {
    const written = [
      ['https://ADA.example:443/a;b,c?d=e;f', 'https://ada.example/a;b,c?d=e;f'],
      ['http://münchen.example/ü', 'http://xn--mnchen-3ya.example/%C3%BC'],
      ['https://[::0:1]:8443', 'https://[::1]:8443/'],
      ['https://a.example/../x', 'https://a.example/x'],
      ['http://0x7f.1/', 'http://127.0.0.1/'],
    ];
    for (const [text, address] of written) {
      expect((await write({ [name]: text })).status).toBeLessThan(300);
      expect((await stored())[name]).toBe(address);
    }
    await write(NONE);
  });

  test.each([...ADDRESSES, 'portalFrameAncestors'])('refuses what is no address for %s', async (name) => {
    const hosts = [
      'a,b.example',
      'a;b.example',
      '*',
      "a'b.example",
      'a..b',
      'a&b',
      '',
      '1.2.3.999',
      '[::g]',
      'a:99999',
    ];
    const texts = [
      ...hosts.map((host) => `https://${host}`),
      'https://user:pass@a.example',
      'https://',
      'javascript:1',
    ];
    for (const text of [...texts, `https://a.example/${'é'.repeat(700)}`]) {
      const value = name === 'portalFrameAncestors' ? [text] : text;
      const response = await write({ [name]: value });
      expect([text, response.status, response.json.detail[0].loc.slice(0, place.length + 1)]).toEqual([
        text,
        422,
        [...place, name],
      ]);
    }
    await write(NONE);
    expect(await stored()).toMatchObject(NONE);
  });

  test('stores origins as browsers compare them, each once, and a domain in small letters', async () => {
    await write({
      portalFrameAncestors: ['https://A.example:443', 'https://a.example', 'http://*.B.example:8080'],
      catalogDomain: 'Events.ADA.example',
    });
    expect(await stored()).toMatchObject({
      portalFrameAncestors: ['https://a.example', 'http://*.b.example:8080'],
      catalogDomain: 'events.ada.example',
    });
    await write({ ...NONE });
  });
});

test('every address of the settings is known to these tests', () => {
  const named = Object.entries(settingsPatchSchema.properties).flatMap(([name, property]) =>
    'format' in property && property.format === 'uri' ? [name] : [],
  );
  expect(named.sort()).toEqual([...ADDRESSES, 'catalogLogo'].sort());
  // Fields that are named or look like addresses are addresses.
  const texts = Object.entries(settingsPatchSchema.properties).filter(
    ([name, property]) => /url|address|logo|link/i.test(name) || JSON.stringify(property).includes('https?:'),
  );
  expect(texts.map(([name]) => name).sort()).toEqual([...named, 'portalFrameAncestors'].sort());
});

const origin = (text: string | null) => (text === null ? [] : [new URL(text).origin]);

test('whatever is accepted, portal, admin and catalog open with the intended policy', async () => {
  const odd = fc.constantFrom(
    ...[
      ...'abc.-_:@/\\,;*\'"<> \t\n%&=?#[]{}|^~!$()+`é√¼\u0000\u202e',
      '%2c',
      '%3b',
      'xn--',
      '//',
      '*.',
      ':80',
      '[::1]',
    ],
  );
  const text = fc
    .tuple(
      fc.constantFrom('https://', 'http://', 'https:', 'HTTPS://', '//', 'data:', ''),
      fc.array(odd, { maxLength: 12 }),
    )
    .map(([scheme, rest]) => scheme + rest.join(''));
  const near = fc
    .tuple(fc.constantFrom('a', 'https://a'), odd, fc.constantFrom('.example', '.example/x', ''), odd)
    .map(
      ([start, before, end, after]) =>
        `${start.startsWith('h') ? start : `https://${start}`}${before}${end}${after}`,
    );
  const address = fc.option(fc.oneof(text, near), { nil: null });
  const settings = fc.record(
    {
      ...Object.fromEntries(ADDRESSES.map((name) => [name, address])),
      portalFrameAncestors: fc.array(fc.oneof(text, near), { maxLength: 2 }),
      catalogDomain: address,
      catalogLogo: address,
    },
    { requiredKeys: [] },
  );
  const runs = share(80);
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(settings, fc.constantFrom(...Object.keys(WAYS)), async (wanted, way) => {
      await WAYS[way]?.(NONE);
      // One by one, so that an invalid setting does not block the others.
      for (const [name, value] of Object.entries(wanted)) {
        const response = await WAYS[way]?.({ [name]: value });
        expect([200, 204, 422]).toContain(response?.status);
        if (response && response.status < 300 && value !== null) accepted += 1;
      }
      const { customLogoUrl, customFontFamilyUrl, portalFrameAncestors } = await stored();
      await expectPages({
        images: origin(customLogoUrl),
        fonts: origin(customFontFamilyUrl),
        frames: portalFrameAncestors,
      });
    }),
    { numRuns: runs, seed: 20_261_122 },
  );
  expect(accepted).toBeGreaterThanOrEqual(runs / 2);
});

test('what an older version stored keeps no page from opening, and is left out of the policy', async () => {
  await server.stop();
  const db = await server.openDatabase();
  const old = {
    customLogoUrl: 'https://a,b.example/logo.svg',
    customFontFamilyUrl: 'https://a;script-src.example/a.woff2',
    portalFrameAncestors: ['https://good.example', 'https://a.example:99999', 'https://..', 'http://*.[::1]'],
    portalReturnUrl: 'https://a;b.example/',
  };
  await db.write(async (tx) => {
    for (const [name, value] of Object.entries(old)) {
      const row = [name, JSON.stringify(value)];
      const put =
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
      await tx.run(put, row);
    }
  });
  await db.close();
  await server.restart();
  await expectPages({ images: [], fonts: [], frames: ['https://good.example'] });
  expect((await fetch(`${server.baseUrl}/api/v1/portal/look`)).status).toBe(200);
  // One setting can be corrected while others stay invalid.
  expect((await server.call('PATCH', '/settings', { customLogoUrl: 'https://a.example/l.svg' })).status).toBe(
    200,
  );
  await expectPages({ images: ['https://a.example'], fonts: [], frames: ['https://good.example'] });
});

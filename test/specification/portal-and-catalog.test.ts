import { describe, expect, test } from 'vitest';
import { startedOnce } from '../support/started';
import { startService } from './service';

const service = startedOnce(startService);

const ACCESS = '/api/v1/auth/app-portal-access/';

/** The fragment of the link. */
function keyOf(link: string): { appId: string; token: string } {
  const key = new URLSearchParams(new URL(link).hash.slice(1)).get('key') ?? '';
  return JSON.parse(Buffer.from(key, 'base64').toString());
}

describe('Create application portal access', () => {
  test('"POST {base_url}/api/v1/auth/app-portal-access/<app_id>/" with "featureFlags (array of string)" answers "url (string)"', async () => {
    const app = await service.application();
    const response = await service.call('POST', `${ACCESS}${app}/`, { featureFlags: ['beta'] });
    expect(response.status).toBe(200);
    expect(typeof response.body.url).toBe('string');
    expect(new URL(response.body.url).origin).toBe(service.baseUrl);
  });

  test('url: "Logs a user directly into the application portal with an access token that allows the listed flags."', async () => {
    const app = await service.application({ name: 'Logged in' });
    const flagged = await service.eventType('portal.flagged', { featureFlag: 'beta' });
    const other = await service.eventType('portal.other', { featureFlag: 'gamma' });
    const { url } = (await service.call('POST', `${ACCESS}${app}/`, { featureFlags: ['beta'] })).body;
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const { appId, token } = keyOf(url);
    expect(appId).toBe(app);
    expect((await service.call('GET', `/api/v1/app/${app}/`, undefined, token)).body.name).toBe('Logged in');
    expect((await service.call('GET', `/api/v1/event-type/${flagged}/`, undefined, token)).status).toBe(200);
    expect((await service.call('GET', `/api/v1/event-type/${other}/`, undefined, token)).status).toBe(404);
  });

  test('the link carries its token only behind the #, where no server log sees it', async () => {
    const { url, token } = (await service.call('POST', `${ACCESS}${await service.application()}/`, {})).body;
    expect(keyOf(url).token).toBe(token);
    expect(url.slice(0, url.indexOf('#'))).not.toContain(token);
  });

  test('"Tokens for the application portal are minted by the portal access operation above, which takes the allowed feature flags as input.": they reach this application and no other', async () => {
    const [mine, other] = [await service.application(), await service.application()];
    const token = await service.portalToken(mine);
    const status = async (method: string, path: string, body?: unknown) =>
      (await service.call(method, path, body, token)).status;
    expect(await status('GET', `/api/v1/app/${mine}/`)).toBe(200);
    expect(await status('GET', `/api/v1/app/${mine}/endpoint/`)).toBe(200);
    expect(await status('GET', `/api/v1/app/${other}/`)).toBe(404);
    expect(await status('GET', `/api/v1/app/${other}/endpoint/`)).toBe(404);
    expect(await status('GET', '/api/v1/app/')).toBe(403);
    expect(await status('POST', '/api/v1/event-type/', { name: 'a', description: 'd' })).toBe(403);
    expect(await status('POST', `${ACCESS}${mine}/`, { featureFlags: ['beta'] })).toBe(403);
  });

  test('an application that does not exist has no portal', async () => {
    expect((await service.call('POST', `${ACCESS}app_unknown/`, {})).status).toBe(404);
  });
});

describe('Event catalog', () => {
  test('"The application portal shows a schema definition and an example event for each event type in the catalog.": the portal gets both with the token of its link', async () => {
    const schema = {
      type: 'object',
      properties: { total: { type: 'integer' } },
      examples: [{ total: 5 }],
    };
    const name = await service.eventType('shown', { schema });
    const bare = await service.eventType('bare', {
      schema: { type: 'object', properties: { a: { type: 'string' } } },
    });
    const token = await service.portalToken(await service.application());
    const list = await service.call(
      'GET',
      '/api/v1/event-type/?with_content=true&limit=250',
      undefined,
      token,
    );
    const found = list.body.data.find((type: { name: string }) => type.name === name);
    expect(found.schemas['1']).toEqual(schema);
    // Without an example by the author, one is generated.
    const made = await service.call('GET', `/api/v1/event-type/${bare}/example/`, undefined, token);
    expect(made.status).toBe(200);
    expect(made.body.example).toEqual({ a: expect.any(String) });
  });

  test('"Event types form a catalog." "The catalog is shown to users in an application portal [...] and can optionally be published publicly." "Make Public: Default: off. When off, event types are only visible inside an authenticated application portal session. When on, the catalog is served statically on the operator\'s public catalog site."', async () => {
    const open = await service.eventType('public.open', {
      description: 'Everybody may know <this>.',
      schema: {
        type: 'object',
        properties: { amountDue: { type: 'integer' } },
        examples: [{ amountDue: 4711 }],
      },
    });
    const hidden = await service.eventType('public.hidden', {
      featureFlag: 'beta',
      description: 'Hush hush.',
    });
    expect((await fetch(`${service.baseUrl}/catalog/`)).status).toBe(404);
    expect((await service.call('GET', '/api/v1/settings')).body.eventCatalogPublished).toBe(false);
    const response = await service.call('PATCH', '/api/v1/settings', {
      eventCatalogPublished: true,
      displayName: 'Acme & Söhne',
    });
    expect(response.status).toBe(200);
    const page = await fetch(`${service.baseUrl}/catalog/`);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).not.toMatch(
      /<script(?! type="application\/ld\+json"| defer="" src="\/assets\/catalog)|\son[a-z]+=|javascript:/i,
    );
    expect(html).toMatch(/<h1[^>]*>[^<]*Acme &amp; Söhne/);
    expect(html).toContain(open);
    expect(html).toContain('Everybody may know &lt;this&gt;.');
    expect(html).toContain('amountDue');
    expect(html).toContain('4711');
    expect(html).not.toContain(hidden);
    expect(html).not.toContain('Hush hush.');
    await service.call('PATCH', '/api/v1/settings', { eventCatalogPublished: false });
    expect((await fetch(`${service.baseUrl}/catalog/`)).status).toBe(404);
  });

  test('Display Name: "Required to make the catalog public. Shown in the heading of the published page"', async () => {
    const none = { eventCatalogPublished: false, displayName: null };
    expect((await service.call('PATCH', '/api/v1/settings', none)).status).toBe(200);
    for (const displayName of [undefined, null, '', '   ']) {
      const refused = await service.call('PATCH', '/api/v1/settings', {
        eventCatalogPublished: true,
        ...(displayName === undefined ? {} : { displayName }),
      });
      expect(refused.status, JSON.stringify(displayName)).toBe(422);
    }
    expect((await fetch(`${service.baseUrl}/catalog/`)).status).toBe(404);
    const body = { eventCatalogPublished: true, displayName: 'Initech' };
    expect((await service.call('PATCH', '/api/v1/settings', body)).status).toBe(200);
    expect(await (await fetch(`${service.baseUrl}/catalog/`)).text()).toMatch(/<h1[^>]*>[^<]*Initech/);
  });
});

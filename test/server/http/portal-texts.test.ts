import { describe, expect, test } from 'vitest';
import { ENGLISH, SHIPPED_TEXTS } from '../../../src-server/http/presenters/shipped-texts';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';

const server = startedForEach(startTestServer);

const PATHS = Object.keys(ENGLISH);
/** A text without arguments and one that counts. */
const plain = PATHS.find((path) => /^[A-Z][a-z]+$/.test(ENGLISH[path] ?? '')) ?? '';
const counted = PATHS.find((path) => /^\{count, plural/.test(ENGLISH[path] ?? '')) ?? '';

const put = (language: string, texts: object, headers: Record<string, string> = {}) =>
  server.call('PUT', `/portal/texts/${language}`, { texts }, { headers });
const get = (language: string) => server.call('GET', `/portal/texts/${language}`);
const look = async () => (await server.call('GET', '/portal/look', undefined, { token: null })).json.texts;
const file = (path: string) => fetch(`${server.baseUrl}${path}`);
const faultsOf = ({ json }: { json: { detail: { loc: string[]; msg: string }[] } }) =>
  json.detail.map(({ loc }) => loc);

describe('the texts of the portal', () => {
  test('are listed as they ship, with the languages of the sender', async () => {
    await put('fr', { [plain]: 'Bonjour' });
    const { status, json } = await server.call('GET', '/portal/texts');
    expect(status).toBe(200);
    expect(json.data).toEqual([{ language: 'fr', texts: 1 }]);
    expect(json.shipped.en).toEqual(ENGLISH);
    for (const texts of Object.values(json.shipped)) expect(Object.keys(texts as object)).toEqual(PATHS);
  });

  test('are replaced as a whole for one language, outlive a restart, and are gone when deleted', async () => {
    expect((await get('fr')).json).toEqual({ language: 'fr', texts: {} });
    const both = { [plain]: 'Bonjour', [counted]: '{count, plural, one {# fois} other {# fois}}' };
    expect((await put('fr', both)).json).toEqual({ language: 'fr', texts: both });
    await put('fr', { [plain]: 'Salut' });
    await server.restart();
    expect((await get('fr')).json).toEqual({ language: 'fr', texts: { [plain]: 'Salut' } });
    expect((await server.call('DELETE', '/portal/texts/fr')).status).toBe(204);
    expect((await server.call('DELETE', '/portal/texts/fr')).status).toBe(404);
    expect([(await get('fr')).json.texts, await look()]).toEqual([{}, []]);
  });

  test('belong to a language whose tag is canonical, however it was written', async () => {
    expect((await put('PT-br', { [plain]: 'Olá' })).json.language).toBe('pt-BR');
    expect((await get('pt-br')).json.texts).toEqual({ [plain]: 'Olá' });
    for (const tag of [
      'no_tag',
      'e',
      'french',
      'en-',
      '*',
      'de-u-co-phonebk',
      'en-x-us',
      'a'.repeat(300),
      '%00',
    ]) {
      const response = await put(tag, { [plain]: 'x' });
      expect([response.status, faultsOf(response)], tag).toEqual([422, [['path', 'language']]]);
      expect((await get(tag)).status, tag).toBe(404);
    }
  });

  test('are refused by the path of each that cannot be shown', async () => {
    const faulty = { [counted]: '{count, plural, one {#}', 'no.such.text': 'x', [plain]: 'fine' };
    const response = await put('fr', faulty);
    expect(response.status).toBe(422);
    expect(faultsOf(response)).toEqual([
      ['body', 'texts', counted],
      ['body', 'texts', 'no.such.text'],
    ]);
    expect((await get('fr')).json.texts).toEqual({});
  });

  test('are not written over those of somebody else when the state that was read is named', async () => {
    const none = { 'if-match': (await get('fr')).headers.get('etag') ?? '' };
    const first = await put('fr', { [plain]: 'Bonjour' }, none);
    expect([first.status, (await put('fr', {}, none)).status]).toEqual([200, 412]);
    const ifMatch = { 'if-match': first.headers.get('etag') ?? '' };
    expect((await get('fr')).headers.get('etag')).toBe(first.headers.get('etag'));
    await put('fr', { [plain]: 'Salut' });
    expect((await put('fr', { [plain]: 'Allô' }, ifMatch)).status).toBe(412);
    expect((await server.call('DELETE', '/portal/texts/fr', undefined, { headers: ifMatch })).status).toBe(
      412,
    );
    expect((await put('it', {}, ifMatch)).status).toBe(412);
    expect((await get('fr')).json.texts[plain]).toBe('Salut');
  });

  test('are read by every token of the sender, and changed by a full one', async () => {
    await put('fr', { [plain]: 'Bonjour' });
    for (const kind of ['reader', 'support', 'catalog']) {
      const { token } = (await server.call('POST', '/auth/token', { name: kind, kind })).json;
      expect((await server.call('GET', '/portal/texts/fr', undefined, { token })).status, kind).toBe(200);
      const written = await server.call('PUT', '/portal/texts/fr', { texts: {} }, { token });
      expect([written.status, written.json.detail], kind).toEqual([
        403,
        expect.stringContaining('full token'),
      ]);
    }
    const app = await server.create('/app', { name: 'A' });
    const token = await server.portalToken(app);
    expect((await server.call('GET', '/portal/texts', undefined, { token })).status).toBe(403);
  });

  test('are in the audit by their language, with the changed ones alone', async () => {
    await put('fr', { [plain]: 'Bonjour', [counted]: 'x' });
    await put('fr', { [plain]: 'Salut', [counted]: 'x' });
    await server.call('DELETE', '/portal/texts/fr');
    const { data } = (await server.call('GET', '/audit?target=fr')).json;
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      'settings.deleted',
      'settings.updated',
      'settings.created',
    ]);
    expect(data[1]).toMatchObject({
      before: { texts: { [plain]: 'Bonjour' } },
      after: { texts: { [plain]: 'Salut' } },
    });
    expect(Object.keys(data[1].after.texts)).toEqual([plain]);
  });
});

test('a complete translation fits, also in a script of three bytes for each letter', async () => {
  const thai = Object.fromEntries(
    Object.entries(ENGLISH).map(([path, text]) => [
      path,
      text.includes('{') ? text : 'ก'.repeat(text.length),
    ]),
  );
  for (const texts of [SHIPPED_TEXTS.de ?? {}, thai]) {
    const response = await put('th', texts);
    expect(response.status, response.text.slice(0, 300)).toBe(200);
    expect((await get('th')).json.texts).toEqual(texts);
  }
});

describe('what a portal loads of the texts', () => {
  test('is a file of its language that everybody may keep for good, under another name after a change', async () => {
    await put('fr', { [plain]: 'Bonjour' });
    const [{ language, path }] = await look();
    expect([language, path]).toEqual(['fr', expect.stringMatching(/^\/look\/texts-fr-[0-9a-f]{16}\.json$/)]);
    const served = await file(path);
    expect(await served.json()).toEqual({ [plain]: 'Bonjour' });
    expect(served.headers.get('content-type')).toMatch(/^application\/json/);
    expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(served.headers.get('access-control-allow-origin')).toBe('*');
    await put('fr', { [plain]: 'Salut' });
    expect((await file(path)).status).toBe(404);
    expect(await (await file((await look())[0].path)).json()).toEqual({ [plain]: 'Salut' });
  });

  test("has the sender's English words where it has none of its own, and the German ones in a variant of German", async () => {
    await put('en', { [plain]: 'Hooks', [counted]: 'many' });
    await put('de', { [plain]: 'Haken' });
    await put('fr', { [counted]: 'beaucoup' });
    await put('de-AT', { [counted]: 'vü' });
    const contents = await Promise.all(
      (await look()).map(async ({ language, path }: { language: string; path: string }) => [
        language,
        await (await file(path)).json(),
      ]),
    );
    expect(Object.fromEntries(contents)).toEqual({
      en: { [plain]: 'Hooks', [counted]: 'many' },
      de: { [plain]: 'Haken' },
      'de-AT': { [plain]: 'Haken', [counted]: 'vü' },
      fr: { [plain]: 'Hooks', [counted]: 'beaucoup' },
    });
  });

  test('leaves out what an earlier version had, and so does a reader of the API', async () => {
    await put('fr', { [plain]: 'Bonjour' });
    const db = await server.openDatabase();
    const texts = JSON.stringify({ [plain]: 'Bonjour', 'of.an.earlier.version': 'x' });
    await db.write((tx) => tx.run('UPDATE portal_text SET texts = ?', [texts]));
    await db.close();
    await server.restart();
    expect((await get('fr')).json.texts).toEqual({ [plain]: 'Bonjour' });
    expect(await (await file((await look())[0].path)).json()).toEqual({ [plain]: 'Bonjour' });
  });
});

describe('hostile texts of the portal', () => {
  test.each([
    ['__proto__', '{"texts":{"__proto__":"x"}}'],
    ['constructor', '{"texts":{"constructor":"x"}}'],
    ['toString', '{"texts":{"toString":"x"}}'],
  ])('the path %s is no path', async (path, raw) => {
    const response = await server.call('PUT', '/portal/texts/fr', undefined, { raw });
    expect([response.status, faultsOf(response)]).toEqual([422, [['body', 'texts', path]]]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test.each([
    ['nested as deep as a text may be', `${'{count, plural, other {'.repeat(80)}${'}}'.repeat(80)}`],
    [
      'a plural of very many cases',
      `{count, plural, ${Array.from({ length: 200 }, (_, n) => `=${n} {}`).join(' ')} other {}}`,
    ],
    ['only opening braces', '{'.repeat(2000)],
    ['tags without end', '<b>'.repeat(600)],
    ['a number skeleton', `{count, number, ::${'0'.repeat(1900)}}`],
  ])('%s is accepted or refused with its path, never an error of the server', async (_what, text) => {
    const response = await put('fr', { [counted]: text });
    expect([200, 422]).toContain(response.status);
    if (response.status === 422) expect(faultsOf(response)).toEqual([['body', 'texts', counted]]);
  });

  test('10,000 unknown paths are refused, with as many remarks as help', async () => {
    const texts = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, '']));
    const response = await put('fr', texts);
    expect([response.status, response.json.detail.length]).toEqual([422, expect.any(Number)]);
    expect(response.json.detail.length).toBeLessThanOrEqual(50);
  });

  test.each([
    ['a list', []],
    ['a number', { [plain]: 5 }],
    ['a tree', { [plain]: { a: 'b' } }],
    ['null', null],
  ])('%s is no table of texts', async (_what, texts) => {
    expect((await put('fr', texts as object)).status).toBe(422);
  });
});

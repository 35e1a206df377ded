import { beforeAll, expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { makeCatalogUi } from '../../support/catalog-ui';
import { some } from '../../support/share';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';
import { until } from '../../support/until';

const FLAGS = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma'];
const FORMATS = ['openapi', 'json-schema', 'typescript'];
const FILES = [
  ...['openapi.json', 'schemas.json', 'events.d.ts', 'fields.js', 'changes.atom', 'changes.html'],
  ...['sitemap.xml', '404.html', 'types/~404.html'],
];
/** Those that name no event type, or only its address. */
const WITHOUT_WORDS = ['sitemap.xml', '404.html', 'types/~404.html'];
/** Every set of up to three flags, and the one of all. */
const SETS = Array.from({ length: 2 ** FLAGS.length }, (_, bits) =>
  FLAGS.filter((_flag, at) => bits & (1 << at)),
).filter(({ length }) => length <= 3 || length === FLAGS.length);
/** Some of them: none, one, two, three and all. */
const FEW = SETS.filter((_set, at) => at % 10 === 0 || at === SETS.length - 1);
/** In the gate, every third. */
const TAKEN = some(SETS, 3);

const ui = startedOnce(makeCatalogUi);
const server = startedOnce(() => startTestServer({ parts: { uiDir: ui.uiDir, renderCatalog } }));

/** Event types whose names, definitions and fields all contain one word, which is nowhere else. */
const TYPES = [
  [],
  ...FLAGS.map((flag) => [flag]),
  ['alpha', 'beta'],
  ['gamma', 'delta', 'omega'],
  ['omega', 'sigma'],
].map((flags, at) => ({ word: `zq${'abcdefghijklm'[at]}x`, flags }));
/** What replaces each of them: first one, then another, each with flags of its own. */
const nextOf = (at: number, step: number) => TYPES[(at + step) % TYPES.length] ?? TYPES[0];

const schemaOf = (word: string, type: string) => ({
  type: 'object',
  properties: { [`${word}Field`]: { $ref: '#/definitions/Money' }, more: { $ref: `#/definitions/${word}` } },
  definitions: { Money: { type, title: `${word}Money` }, [word]: { enum: [word] } },
});

let app = '';
beforeAll(async () => {
  app = await server.create('/app', { name: 'Customer' });
  for (const [at, { word, flags }] of TYPES.entries()) {
    const name = `shop.${word}`;
    const featureFlags = flags.length === 0 ? null : flags;
    const type = { name, description: `About ${word}.`, featureFlags, schema: schemaOf(word, 'string') };
    await server.call('POST', '/event-type', type);
    await server.call('PATCH', `/event-type/${name}`, { schema: schemaOf(word, 'number') });
    const replacedBy = (step: number) => `shop.${nextOf(at, step)?.word}`;
    await server.call('PATCH', `/event-type/${name}`, { deprecated: true, replacedBy: replacedBy(1) });
    await server.call('PATCH', `/event-type/${name}`, { replacedBy: replacedBy(2) });
  }
  await server.call('PATCH', '/settings', { eventCatalogPublished: true, displayName: 'Shop' });
}, 60_000);

const isSeen = (flags: readonly string[], own: readonly string[]) =>
  flags.length === 0 || flags.some((flag) => own.includes(flag));

/** Every other one is that of a customer. */
async function tokenOf(flags: readonly string[]): Promise<string> {
  if (flags.length % 2 === 1) return server.portalToken(app, { featureFlags: [...flags] });
  return (await server.call('POST', '/auth/token', { name: 't', featureFlags: flags })).json.token;
}

const FOR_OTHERS = [
  ...['/flag-releases', '/event-type?at=2030-01-01T00:00:00Z', '/event-type-insights', '/overview'],
  ...['/event-type-history', '/catalog/flag-sets', '/event-type/import/receipt', '/audit'],
];

/** A hidden name is answered like one that was never there, wherever it can be asked for. */
async function expectMissing(token: string, word: string): Promise<void> {
  for (const path of ['', '/example', '/usage', '/history', '/history/1']) {
    const [found, never] = await Promise.all(
      [word, 'neverThere'].map(async (name) => {
        const { status, text } = await server.call('GET', `/event-type/shop.${name}${path}`, undefined, {
          token,
        });
        return `${status} ${text.replaceAll(name, '')}`;
      }),
    );
    expect([path, found]).toEqual([path, never]);
  }
}

/** Everything that a holder of the token can read of the new outputs, with headers, and errors about hidden names. */
async function readAll(token: string, hidden: readonly string[]): Promise<readonly string[]> {
  const call = async (path: string) => {
    const { text, headers } = await server.call('GET', path, undefined, { token });
    return `${text}\n${[...headers].join('\n')}`;
  };
  const named = hidden.slice(0, 2);
  await Promise.all(hidden.slice(0, 1).map((word) => expectMissing(token, word)));
  return Promise.all([
    // What only others may read: the calendar of releases, the catalog at a date, and what the operators see of it.
    ...FOR_OTHERS.map(call),
    ...FORMATS.map((format) => call(`/event-type/export?format=${format}`)),
    ...['', '?limit=1', '?limit=3', '?since=2000-01-01T00:00:00Z', '?public=true'].map((query) =>
      call(`/event-type-changes${query}`),
    ),
    call('/event-type?limit=250'),
    call('/event-type?limit=1'),
    call('/event-type/export?format=fields'),
    ...named.map(async (word) => {
      const path = `/event-type-changes?iterator=1-shop.${word}`;
      const { status, text } = await server.call('GET', path, undefined, { token });
      return `${status} ${text}`;
    }),
  ]);
}

test(`no export, change or error names, counts or implies a hidden event type, with ${TAKEN.length} sets of flags`, async () => {
  expect(SETS.length).toBeGreaterThanOrEqual(40);
  for (const flags of TAKEN) {
    const token = await tokenOf(flags);
    const seen = TYPES.filter((type) => isSeen(type.flags, flags)).map(({ word }) => word);
    const hidden = TYPES.filter((type) => !isSeen(type.flags, flags)).map(({ word }) => word);
    const texts = await readAll(token, hidden);
    for (const text of texts)
      for (const word of hidden) expect([flags, text.includes(word)]).toEqual([flags, false]);
    const [openapi = '', schemas = '', types = '', changes = ''] = texts.slice(FOR_OTHERS.length);
    const json = (text: string) => JSON.parse(text.split('\n')[0] ?? '');
    const names = seen.map((word) => `shop.${word}`).sort();
    expect(Object.keys(json(openapi).webhooks).sort()).toEqual(names);
    expect(Object.keys(json(schemas).schemas).sort()).toEqual(names);
    expect([...types.matchAll(/^ {2}'/gm)]).toHaveLength(seen.length);
    // A definition that only hidden event types have would take a number of its own.
    expect(types.includes(`Money_${seen.length + 1} `)).toBe(false);
    // A change from one hidden replacement to another is none.
    const [first, second] = [1, 2].map((step) =>
      TYPES.map((_, at) => seen.includes(nextOf(at, step)?.word ?? '')),
    );
    const moved = TYPES.filter(({ word }, at) => seen.includes(word) && (first?.[at] || second?.[at]));
    const { data, done } = json(changes);
    expect([data.length, done]).toEqual([seen.length * 3 + moved.length, true]);
    for (const [at, { word }] of TYPES.entries()) {
      const next = nextOf(at, 2)?.word ?? '';
      const named = json(openapi).webhooks[`shop.${word}`]?.post['x-replaced-by'];
      expect(named).toBe(seen.includes(word) && seen.includes(next) ? `shop.${next}` : undefined);
    }
  }
}, 180_000);

test('no file of the public catalog names an event type with a flag, in its name, its text, its headers or an error', async () => {
  const hidden = TYPES.slice(1).map(({ word }) => word);
  const wordsIn = (text: string) => hidden.filter((word) => text.includes(word));
  const paths = ['', ...FILES, 'search.js', 'types/', `types/shop.${hidden[0]}.html`, 'changes-2.html'];
  for (const path of [...paths, 'changes.atom/', 'openapi.json/']) {
    const headers = { accept: 'text/html' };
    const response = await fetch(`${server.baseUrl}/catalog/${path}`, { headers });
    const text = `${await response.text()}\n${[...response.headers].join('\n')}`;
    expect([path, wordsIn(text)]).toEqual([path, []]);
    const isList = FILES.includes(path) && !WITHOUT_WORDS.includes(path);
    if (isList) expect(text).toContain(TYPES[0]?.word);
  }
  await server.call('PATCH', '/settings', { catalogDomain: 'shop.example' });
  const { files } = (await server.call('POST', '/public-page/export')).json;
  expect(files.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(FILES));
  for (const { path, text } of files) expect([path, wordsIn(`${path}\n${text}`)]).toEqual([path, []]);
});

/** Without what differs at each request. */
const settled = (text: string) => text.replace(/^(date|x-request-id|request-id|server-timing),.*$/gim, '');

test('a change of a hidden event type changes nothing that its readers get, whatever their flags', async () => {
  const readers = await Promise.all(FEW.map(async (flags) => ({ flags, token: await tokenOf(flags) })));
  const readEverything = async () => {
    const all = new Map<string, readonly string[]>();
    for (const { flags, token } of readers) all.set(flags.join(), (await readAll(token, [])).map(settled));
    return all;
  };
  const readFiles = async () => {
    const all = new Map<string, string>();
    for (const path of ['', ...FILES, 'search.js', 'robots.txt']) {
      const response = await fetch(`${server.baseUrl}/catalog/${path}`);
      all.set(path, settled(`${await response.text()}\n${[...response.headers].join('\n')}`));
    }
    return all;
  };
  const [before, files] = [await readEverything(), await readFiles()];
  const name = 'shop.zqhiddenx';
  const type = { name, featureFlags: ['unheard'], schema: schemaOf('zqhiddenx', 'string') };
  await server.call('POST', '/event-type', type);
  await server.call('PATCH', `/event-type/${name}`, { schema: schemaOf('zqhiddenx', 'number') });
  await server.call('PATCH', `/event-type/${name}`, { deprecated: true, replacedBy: 'shop.zqax' });
  const at = '2099-01-01T00:00:00Z';
  await server.call('POST', '/flag-releases', { flag: 'unheard', at, note: `${name} for all.` });
  const after = await readEverything();
  for (const [flags, texts] of before)
    for (const [at, text] of texts.entries()) expect([flags, after.get(flags)?.[at]]).toEqual([flags, text]);
  const later = await readFiles();
  for (const [path, text] of files) expect([path, later.get(path)]).toEqual([path, text]);
}, 180_000);

test(`the note of a release is read by whoever sees all that was released, and by nobody else, with ${TAKEN.length} sets of flags`, async () => {
  const flags = ['launch', 'alpha', 'beta'];
  await server.call('POST', '/event-type', { name: 'shop.zqnotex', featureFlags: flags });
  await server.call('POST', '/event-type', { name: 'shop.plain', featureFlags: ['launch'] });
  const at = '2099-01-01T00:00:00Z';
  const note = 'Together with shop.zqnotex.';
  const { json } = await server.call('POST', '/flag-releases', { flag: 'launch', at, note });
  expect((await server.call('POST', `/flag-releases/${json.id}/run`)).status).toBe(200);
  for (const own of TAKEN) {
    const token = await tokenOf(own);
    const { data } = (await server.call('GET', '/event-type-changes?limit=5', undefined, { token })).json;
    const sees = own.includes('alpha') || own.includes('beta');
    const found = data.find((change: { name: string }) => change.name === 'shop.plain');
    expect([own, found]).toEqual([own, expect.objectContaining({ kind: 'new', note: sees ? note : null })]);
    if (!sees) expect(JSON.stringify(data)).not.toContain('zqnotex');
  }
  const feed = await until(
    async () => (await fetch(`${server.baseUrl}/catalog/changes.atom`)).text(),
    (text) => text.includes('shop.plain'),
  );
  expect(feed).not.toContain('zqnotex');
}, 180_000);

import { beforeAll, expect, test } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { makeCatalogUi } from '../../support/catalog-ui';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const FLAGS = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma'];
const FORMATS = ['openapi', 'json-schema', 'typescript'];
const FILES = [
  ...['openapi.json', 'schemas.json', 'events.d.ts', 'fields.js', 'changes.atom', 'changes.html'],
  ...['sitemap.xml', '404.html', 'types/~404.html'],
];
/** Those that name no event type, or only its address. */
const WITHOUT_WORDS = ['sitemap.xml', '404.html', 'types/~404.html'];
/** Every set of flags that a token can have. */
const SETS = Array.from({ length: 2 ** FLAGS.length }, (_, bits) =>
  FLAGS.filter((_flag, at) => bits & (1 << at)),
);

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

beforeAll(async () => {
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

/** Everything that a holder of the token can read of the new outputs, with headers, and errors about hidden names. */
async function readAll(token: string, hidden: readonly string[]): Promise<readonly string[]> {
  const call = async (path: string) => {
    const { text, headers } = await server.call('GET', path, undefined, { token });
    return `${text}\n${[...headers].join('\n')}`;
  };
  const some = hidden.slice(0, 2);
  return Promise.all([
    ...FORMATS.map((format) => call(`/event-type/export?format=${format}`)),
    ...['', '?limit=1', '?limit=3', '?since=2000-01-01T00:00:00Z', '?public=true'].map((query) =>
      call(`/event-type-changes${query}`),
    ),
    call('/event-type?limit=250'),
    call('/event-type/export?format=fields'),
    ...some.map(async (word) => {
      const path = `/event-type-changes?iterator=1-shop.${word}`;
      const { status, text } = await server.call('GET', path, undefined, { token });
      return `${status} ${text}`;
    }),
  ]);
}

test('no export, change or error names, counts or implies a hidden event type, with any of 64 sets of flags', async () => {
  expect(SETS.length).toBeGreaterThanOrEqual(40);
  for (const flags of SETS) {
    const { token } = (await server.call('POST', '/auth/token', { name: 't', featureFlags: flags })).json;
    const seen = TYPES.filter((type) => isSeen(type.flags, flags)).map(({ word }) => word);
    const hidden = TYPES.filter((type) => !isSeen(type.flags, flags)).map(({ word }) => word);
    const texts = await readAll(token, hidden);
    for (const text of texts)
      for (const word of hidden) expect([flags, text.includes(word)]).toEqual([flags, false]);
    const [openapi = '', schemas = '', types = '', changes = ''] = texts;
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

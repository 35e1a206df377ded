import { afterAll, beforeAll, expect, test } from 'vitest';
import { some } from '../../support/share';
import { type ApiResponse, startTestServer, type TestServer } from '../../support/start-test-server';

/*
 * The oracle of a draft: a server that stores the same. Whatever a token of the draft reads, a token of that server
 * reads too, page by page.
 */

/** More than are read at once. */
const COUNT = 400;
const flagsOf = (n: number) => (n % 3 === 0 ? ['beta'] : n % 7 === 0 ? ['internal', 'beta'] : null);
const typeOf = (n: number) => ({
  // Names that begin with a hyphen are read as backward iterators elsewhere.
  name: `${n % 9 === 0 ? '-' : ''}type${String((n * 37) % COUNT).padStart(3, '0')}`,
  description: `Number ${n}.`,
  featureFlags: flagsOf(n),
  archived: n % 11 === 0,
  schemas: n % 2 === 0 ? { 1: { title: `${n}` } } : null,
});
const types = Array.from({ length: COUNT }, (_, n) => typeOf(n));
const changes: readonly object[] = [
  ...types.filter((_, n) => n % 5 === 0).map(({ name }) => ({ name, remove: true })),
  ...types.filter((_, n) => n % 5 === 1).map(({ name }, n) => ({ name, featureFlags: flagsOf(n) })),
  ...types.filter((_, n) => n % 5 === 2).map(({ name, archived }) => ({ name, archived: !archived })),
  ...types.filter((_, n) => n % 10 === 3).map(({ name }) => ({ name, schema: { title: 'draft' } })),
  ...['-a', 'a', 'type005x', 'type005y', 'type300x', 'zz', 'zzz'].map((name, n) => ({
    name,
    description: 'New.',
    featureFlags: flagsOf(n),
  })),
  // More than one page between two rows.
  ...Array.from({ length: 300 }, (_, n) => ({
    name: `type300-${String(n).padStart(3, '0')}`,
    description: 'Between.',
    featureFlags: flagsOf(n),
  })),
  { name: 'not.there', featureFlags: ['beta'] },
];

let drafted: TestServer;
let stored: TestServer;
let draftId: string;

beforeAll(async () => {
  [drafted, stored] = await Promise.all([startTestServer(), startTestServer()]);
  for (const server of [drafted, stored]) {
    await server.call('POST', '/event-type-bulk', { eventTypes: types });
  }
  draftId = await drafted.create('/portal-preview-drafts', { eventTypes: changes });
  await stored.call('POST', '/event-type-bulk', { eventTypes: changes });
});
afterAll(() => Promise.all([drafted.remove(), stored.remove()]));

/** Of a new customer: one that has read for long would have to wait. */
const tokenOf = async (server: TestServer, wish: object) =>
  server.portalToken(await server.create('/app', { name: 'Acme' }), wish);

const timeless = (row: object) => ({ ...row, createdAt: '', updatedAt: '' });

const FLAGS: readonly (readonly string[])[] = [[], ['beta'], ['internal']];
/** Every list, in the gate each with one of the flags. */
const QUERIES = ['', '&include_archived=true', '&with_content=true'].flatMap((rest) =>
  ['ascending', 'descending'].flatMap((order) =>
    [60, 250].map((limit) => `order=${order}&limit=${limit}${rest}`),
  ),
);

test.each(FLAGS.map((featureFlags) => [featureFlags] as const))(
  'every page is that of the stored draft, with the flags %j',
  async (featureFlags) => {
    let ofDraft: string;
    let ofStored: string;
    const comeAnew = async () => {
      ofDraft = await tokenOf(drafted, { featureFlags, previewDraftId: draftId });
      ofStored = await tokenOf(stored, { featureFlags });
    };
    /** Reads a path on both, which must be the same but for the times. */
    const readBoth = async (path: string): Promise<ApiResponse> => {
      const mine = await drafted.call('GET', path, undefined, { token: ofDraft });
      const theirs = await stored.call('GET', path, undefined, { token: ofStored });
      const contentOf = ({ status, json }: ApiResponse) =>
        status === 200 && json.data ? { ...json, data: json.data.map(timeless) } : timeless(json);
      expect([path, mine.status, contentOf(mine)]).toEqual([path, theirs.status, contentOf(theirs)]);
      return mine;
    };
    const walk = async (path: string) => {
      await comeAnew();
      const back: string[] = [];
      for (let at = '', done = false; !done; ) {
        const { json } = await readBoth(at === '' ? path : `${path}&iterator=${encodeURIComponent(at)}`);
        if (json.prevIterator) back.push(json.prevIterator);
        ({ iterator: at, done } = json);
      }
      for (const iterator of back) await readBoth(`${path}&iterator=${encodeURIComponent(iterator)}`);
    };
    for (const query of some(QUERIES, FLAGS.length, FLAGS.indexOf(featureFlags)))
      await walk(`/event-type?${query}`);
    // In the gate some of every kind: 13 has no factor in common with what the kinds go by.
    const names = [...some(types, 13).map(({ name }) => name), 'a', 'zzz', 'type300-007', 'not.there'];
    for (const [n, name] of names.entries()) {
      if (n % 20 === 0) await comeAnew();
      await readBoth(`/event-type/${name}`);
    }
  },
  60_000,
);

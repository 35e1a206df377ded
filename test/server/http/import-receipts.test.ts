import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  REMEMBERED_DOCUMENT_MAX_BYTES,
  REMEMBERED_IMPORTS,
} from '../../../src-server/contract/import-receipt';
import { share } from '../../support/share';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { webhooksDocument } from '../../support/webhooks-document';

const server = startedForEach(startTestServer);

type Json = Record<string, unknown>;
const apply = async (body: Json) => (await server.call('POST', '/event-type/import/apply', body)).json;
const undo = (id: string) => server.call('POST', `/event-type/import/receipt/${id}/undo`);
const list = async (query = '') => (await server.call('GET', `/event-type/import/receipt${query}`)).json;
const detail = async (id: string) => (await server.call('GET', `/event-type/import/receipt/${id}`)).json;
const states = async (spec: unknown) => {
  const { rows } = (await server.call('POST', '/event-type/import/plan', { spec })).json;
  return rows.map((row: { state: string; name: string }) => `${row.state} ${row.name}`);
};
const read = async (name: string) => (await server.call('GET', `/event-type/${name}`)).json;
/** Everything except the times of changes. */
const catalog = async () => {
  const { data } = (await server.call('GET', '/event-type?include_archived=true&with_content=true')).json;
  return data.map(({ updatedAt: _, ...rest }: Json) => rest);
};

describe('an undo', () => {
  test('puts back what was changed, removes what was created, and brings back what was archived', async () => {
    const first = webhooksDocument({ a: { description: 'a1' }, b: { description: 'b1' } });
    await apply({ spec: first });
    await server.call('POST', '/event-type', { name: 'old', description: '', archived: true });
    const before = await catalog();
    const spec = webhooksDocument({ a: { description: 'a2' }, c: {}, old: { description: 'back' } });
    const receipt = await apply({ spec, choices: [{ row: 'b', accept: true }] });
    expect(receipt).toMatchObject({ created: ['c'], updated: ['a', 'old'], archived: ['b'] });
    const { status, json } = await undo(receipt.id);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      restored: ['a', 'b', 'c', 'old'],
      left: [],
      receipt: { id: receipt.id, canUndo: false, undoneAt: expect.any(String) },
    });
    expect(await catalog()).toEqual(before);
    // The baselines are restored too: the same document would have the same effect again.
    expect(await states(spec)).toEqual(['changed a', 'new c', 'changed old', 'removed b']);
    expect(await states(first)).toEqual(['unchanged a', 'unchanged b']);
  });

  test('leaves what was changed or removed since, and names it', async () => {
    const receipt = await apply({ spec: webhooksDocument({ a: {}, b: {}, c: {} }) });
    await server.call('PATCH', '/event-type/a', { description: 'since' });
    await server.call('DELETE', '/event-type/b?expunge=true');
    const { json } = await undo(receipt.id);
    expect(json).toMatchObject({ restored: ['c'], left: ['a', 'b'] });
    expect((await read('a')).description).toBe('since');
  });

  test('that could put nothing back says so, is not marked as undone, and can be tried again', async () => {
    const { id } = await apply({ spec: webhooksDocument({ a: { description: 'imported' } }) });
    await server.call('PATCH', '/event-type/a', { description: 'since' });
    const before = await catalog();
    const refused = await undo(id);
    expect([refused.status, refused.json.code]).toEqual([409, 'conflict']);
    expect(refused.json.detail).toContain('a changed since');
    expect(await catalog()).toEqual(before);
    expect(await detail(id)).toMatchObject({ canUndo: true, undoneAt: null });
    await server.call('DELETE', '/event-type/a?expunge=true');
    expect((await undo(id)).status).toBe(409);
  });

  test('that would replace what someone edited since and set back by hand asks first', async () => {
    await apply({ spec: webhooksDocument({ a: { description: 'old' }, b: { description: 'old' } }) });
    const { id } = await apply({
      spec: webhooksDocument({ a: { description: 'new' }, b: { description: 'new' } }),
    });
    for (const description of ['other', 'new']) await server.call('PATCH', '/event-type/a', { description });
    const undone = await undo(id);
    expect([undone.status, undone.json.code]).toEqual([409, 'confirmation_needed']);
    expect(undone.json.detail).toMatch(/^a was edited since/);
    expect((await read('b')).description).toBe('new');
    expect(await detail(id)).toMatchObject({ canUndo: true, undoneAt: null });
    const path = `/event-type/import/receipt/${id}/undo?include_edited=true`;
    expect((await server.call('POST', path)).json).toMatchObject({ restored: ['a', 'b'], left: [] });
    expect((await read('a')).description).toBe('old');
  });

  test('works once, and not for what does not exist', async () => {
    const { id } = await apply({ spec: webhooksDocument({ a: {} }) });
    await undo(id);
    const again = await undo(id);
    expect([again.status, again.json.code]).toEqual([409, 'conflict']);
    expect((await undo('imp_none')).status).toBe(404);
    expect((await server.call('GET', '/event-type/import/receipt/imp_none')).status).toBe(404);
  });

  test('outlives a restart', async () => {
    const { id } = await apply({ spec: webhooksDocument({ a: {} }) });
    await server.restart();
    expect((await undo(id)).json.restored).toEqual(['a']);
    expect(await catalog()).toEqual([]);
  });
});

describe('receipts', () => {
  test('are listed page by page, newest first', async () => {
    for (const name of ['a', 'b', 'c'])
      await apply({ spec: webhooksDocument({ [name]: {} }), sourceName: name });
    const first = await list('?limit=2');
    expect(first.data.map((receipt: Json) => receipt.sourceName)).toEqual(['c', 'b']);
    const rest = await list(`?limit=2&iterator=${first.iterator}`);
    expect(rest.data.map((receipt: Json) => receipt.created)).toEqual([['a']]);
    expect(rest.done).toBe(true);
  });

  test('remember the document and what was asked for, so that it can be run again', async () => {
    const specRaw = JSON.stringify(webhooksDocument({ 'not a name': { description: 'd' } }));
    const row = '/webhooks/not a name/post';
    const given = { keepFlags: true, choices: [{ row, name: 'a.name' }], sourceName: 'shop.json' };
    const { id, documentHash } = await apply({ specRaw, ...given });
    const kept = await detail(id);
    expect(kept).toMatchObject({
      document: specRaw,
      documentHash,
      keepFlags: true,
      keepDescription: false,
      replaceAll: false,
      names: [{ row, name: 'a.name' }],
    });
    const again = await apply({ specRaw: kept.document, choices: kept.names });
    expect(again).toMatchObject({ id: null, documentHash, counts: { unchanged: 1 } });
  });

  test('keep documents and the way back of the last ten only', async () => {
    const ids: string[] = [];
    for (let n = 0; n <= REMEMBERED_IMPORTS; n += 1) {
      ids.push((await apply({ spec: webhooksDocument({ a: { description: `${n}` } }) })).id);
    }
    const { data } = await list();
    expect(data).toHaveLength(REMEMBERED_IMPORTS + 1);
    expect(data.at(-1)).toMatchObject({ id: ids[0], hasDocument: false, canUndo: false, undoneAt: null });
    expect(data.at(-2)).toMatchObject({ id: ids[1], hasDocument: true, canUndo: true });
    expect((await detail(ids[0] ?? '')).document).toBeNull();
    expect((await undo(ids[0] ?? '')).status).toBe(409);
  });

  test('do not remember a document that is too large', async () => {
    const specRaw = `${JSON.stringify(webhooksDocument({ a: {} }))}${' '.repeat(REMEMBERED_DOCUMENT_MAX_BYTES)}`;
    const { id, hasDocument } = await apply({ specRaw });
    expect(hasDocument).toBe(false);
    expect(await detail(id)).toMatchObject({ document: null, canUndo: true });
  });
});

const sinceless = (all: Json[]) => all.map(({ deprecatedAt: _, ...rest }) => rest);

test('whatever the catalog, the edits and the documents: a repeat changes nothing, an undo puts all back', async () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const description = fc.constantFrom('', 'one', 'two');
  const flags = fc.constantFrom(['f'], ['g', 'f']);
  const schema = fc.constantFrom({ type: 'object' }, { type: 'array' }, true);
  const edit = fc.record({
    name,
    body: fc.record(
      {
        description,
        archived: fc.boolean(),
        deprecated: fc.boolean(),
        featureFlags: fc.option(flags),
        groupName: fc.constantFrom(null, 'x'),
        schema: fc.option(schema),
      },
      { requiredKeys: [] },
    ),
  });
  const operation = fc
    .record({ description, deprecated: fc.boolean(), flags: fc.option(flags), schema: fc.option(schema) })
    .map((given) => ({
      description: given.description,
      deprecated: given.deprecated,
      ...(given.flags && { 'x-svix-feature-flags': given.flags }),
      ...(given.schema !== null && {
        requestBody: { content: { 'application/json': { schema: given.schema } } },
      }),
    }));
  const webhooks = fc.dictionary(name, operation, { minKeys: 1 });
  const step = fc.record({
    edits: fc.array(edit, { maxLength: 3 }),
    webhooks,
    side: fc.constantFrom('catalog', 'document'),
    removed: fc.boolean(),
    replaceAll: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      for (const { data } of [(await server.call('GET', '/event-type?include_archived=true')).json]) {
        for (const eventType of data)
          await server.call('DELETE', `/event-type/${eventType.name}?expunge=true`);
      }
      for (const { edits, webhooks: hooks, side, removed, replaceAll } of steps) {
        for (const edit of edits) {
          const { status } = await server.call('PATCH', `/event-type/${edit.name}`, edit.body);
          if (status === 404)
            await server.call('POST', '/event-type', { description: '', ...edit.body, name: edit.name });
        }
        const before = await catalog();
        const request = { spec: webhooksDocument(hooks), replaceAll };
        const { rows, digest } = (await server.call('POST', '/event-type/import/plan', request)).json;
        const choices = rows.map((row: { id: string; state: string; conflicts: { field: string }[] }) => ({
          row: row.id,
          accept: row.state !== 'removed' || removed,
          sides: Object.fromEntries(row.conflicts.map(({ field }) => [field, side])),
        }));
        const receipt = await apply({ ...request, choices, digest });
        const after = await catalog();
        const again = await apply({ ...request, choices: removed ? [] : choices });
        expect(again.id).toBeNull();
        expect(await catalog()).toEqual(after);
        if (receipt.id === null) {
          expect(after).toEqual(before);
          continue;
        }
        expect((await undo(receipt.id)).json.left).toEqual([]);
        // An event type that is deprecated again is so since now.
        expect(sinceless(await catalog())).toEqual(sinceless(before));
        const redone = await apply({ ...request, choices, digest });
        expect(redone.id).not.toBeNull();
        const ageless = (all: Json[]) => sinceless(all).map(({ createdAt: _, ...rest }) => rest);
        expect(ageless(await catalog())).toEqual(ageless(after));
      }
    }),
    { numRuns: share(40) },
  );
}, 60_000);

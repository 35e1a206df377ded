import { describe, expect, it } from 'vitest';
import { readImport } from '../../../src-server/catalog/openapi/import-openapi';
import { nameEntries } from '../../../src-server/catalog/openapi/webhook-names';

const entriesOf = async (webhooks: object, more: object = {}) =>
  (await readImport({ spec: { openapi: '3.1.0', ...more, webhooks } })).found.entries;
const named = async (webhooks: object, choices: Record<string, object> = {}) =>
  nameEntries(await entriesOf(webhooks), ({ pointer }) => choices[pointer]).map(
    ({ name, problem }) => `${problem === null ? 'ok' : 'problem'} ${name}`,
  );

describe('suggested names of webhooks', () => {
  it.each([
    // A vendor extension whose key and id differ in case.
    [
      'TicketCreated',
      { 'x-acme-event-type': 'ticket.created', operationId: 'ticketCreated' },
      ['ticket.created', 'ticketCreated', 'TicketCreated.post'],
    ],
    ['Data sync completed', {}, ['Data.sync.completed', 'Data.sync.completed.post']],
    ['a', { 'x-event-type': 'has space' }, ['has.space', 'a.post']],
    ['branch_rule', { operationId: 'branch-rule/created' }, ['branch-rule.created', 'branch_rule.post']],
    ['\u00dcn\u00ef c\u00f6d\u00e9', {}, ['Uni.code', 'Uni.code.post']],
    ['\u65e5\u672c', {}, ['post']],
    ['a', { 'x-topic': { not: 'text' }, 'x-other': 'b' }, ['a.post']],
  ])('the suggested names for %j with %j are %j', async (key, post, expected) => {
    expect((await entriesOf({ [key]: { post } }))[0]?.suggestions).toEqual(expected);
  });
  it('suggested names are valid and at most five, however long the hints', async () => {
    const hints = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`x-event-${n}`, `${n} ${'\u00e9/'.repeat(5000)}`]),
    );
    const suggestions = (await entriesOf({ a: { post: hints } }))[0]?.suggestions ?? [];
    expect(suggestions).toHaveLength(5);
    for (const suggestion of suggestions) expect(suggestion).toMatch(/^[a-zA-Z0-9\-_.]{1,256}$/);
  });
});

describe('duplicate names of webhooks', () => {
  const dup = { post: { 'x-event-type': 'dup' } };
  it('a name claimed by two webhooks belongs to neither until one is renamed or skipped', async () => {
    expect(await named({ a: dup, b: dup, c: {}, dup: { post: {} } })).toEqual([
      ...['problem dup', 'problem dup', 'problem c', 'problem dup'],
    ]);
    const renamed = { '/webhooks/a/post': { name: 'other' } };
    expect(await named({ a: dup, b: dup }, renamed)).toEqual(['ok other', 'ok dup']);
    const leftOut = { '/webhooks/a/post': { accept: false } };
    expect(await named({ a: dup, b: dup }, leftOut)).toEqual(['problem dup', 'ok dup']);
  });
  it('a rename to a name in use is a problem of both webhooks', async () => {
    const choices = { '/webhooks/a/post': { name: 'b' } };
    expect(await named({ a: { post: {} }, b: { post: {} } }, choices)).toEqual(['problem b', 'problem b']);
  });
  it('the name of a key with several methods belongs to post, or else to the first method', async () => {
    expect(await named({ a: { delete: {}, put: {}, post: {} } })).toEqual(['ok a', 'problem a', 'problem a']);
    expect(await named({ a: { delete: {}, put: {} } })).toEqual(['ok a', 'problem a']);
    const choices = { '/webhooks/a/put': { name: 'a.put' } };
    expect(await named({ a: { put: {}, post: {} } }, choices)).toEqual(['ok a', 'ok a.put']);
  });
  it('names that differ only in case are different', async () => {
    expect(await named({ 'a.B': { post: {} }, 'a.b': { post: {} } })).toEqual(['ok a.B', 'ok a.b']);
  });
  it('webhooks that share a path item are told apart by their own pointers', async () => {
    const components = { pathItems: { I: { post: { description: 'shared' } } } };
    const item = { $ref: '#/components/pathItems/I' };
    const entries = await entriesOf({ a: item, b: item }, { components });
    expect(entries.map(({ pointer }) => pointer)).toEqual(['/webhooks/a/post', '/webhooks/b/post']);
  });
});

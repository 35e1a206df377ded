import { describe, expect, test } from 'vitest';
import type { ImportRow } from '../../../src-server/contract/import-plan';
import { startTestServer } from '../../support/start-test-server';
import { startedForEach } from '../../support/started';
import { webhooksDocument } from '../../support/webhooks-document';

const server = startedForEach(startTestServer);

const document = (description: string) => webhooksDocument({ 'pet.new': { description } });
const post = async (path: string, body: object) =>
  (await server.call('POST', `/event-type/import/${path}`, body)).json;
const planned = async (spec: object): Promise<ImportRow> => (await post('plan', { spec })).rows[0];
const edit = (description: string) => server.call('PATCH', '/event-type/pet.new', { description });

describe('edits made by hand', () => {
  test('are named in a row that would replace them: no import wrote this event type', async () => {
    await server.call('POST', '/event-type', { name: 'pet.new', description: 'By hand.' });
    const row = await planned(document('From the document.'));
    expect([row.state, row.overwrites]).toEqual(['changed', ['description']]);
    expect(await post('apply', { spec: document('From the document.') })).toMatchObject({
      updated: ['pet.new'],
      overwritten: [{ name: 'pet.new', fields: ['description'] }],
    });
    const next = await planned(document('A later document.'));
    expect([next.state, next.overwrites]).toEqual(['changed', []]);
  });

  test('are named in the receipt of an import that asks nobody, and of a conflict that the document wins', async () => {
    const receipts = async () => (await server.call('GET', '/event-type/import/receipt')).json.data;
    await post('openapi', { spec: document('First.') });
    await edit('By hand.');
    await post('openapi', { spec: document('Second.') });
    expect((await server.call('GET', '/event-type/pet.new')).json.description).toBe('Second.');
    const [last, first] = await receipts();
    expect([first.overwritten, last.overwritten]).toEqual([
      [],
      [{ name: 'pet.new', fields: ['description'] }],
    ]);

    await edit('By hand again.');
    const choices = [{ row: 'pet.new', accept: true, sides: { description: 'document' } }];
    const receipt = await post('apply', { spec: document('Third.'), choices });
    expect(receipt.overwritten).toEqual([{ name: 'pet.new', fields: ['description'] }]);
  });

  test('are not counted where the catalog wins', async () => {
    await post('apply', { spec: document('First.') });
    await edit('By hand.');
    const choices = [{ row: 'pet.new', accept: true, sides: { description: 'catalog' } }];
    expect((await post('apply', { spec: document('Second.'), choices })).overwritten).toEqual([]);
  });
});

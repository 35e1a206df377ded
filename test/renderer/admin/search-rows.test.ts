import { describe, expect, it } from 'vitest';
import { readRecents, remember } from '../../../src-renderer/admin/app/commands/recents';
import { fitOf, restingSections, searchRows } from '../../../src-renderer/admin/app/commands/search-rows';
import { typeRows } from '../../../src-renderer/admin/features/catalog/palette-rows';
import { settingRows } from '../../../src-renderer/admin/features/settings/palette-rows';
import { type PaletteRow, paletteRow } from '../../../src-renderer/admin/platform/commands/palette-row';
import { eventType } from './event-type';

function row(fields: Partial<PaletteRow> & Pick<PaletteRow, 'key' | 'kind' | 'label'>): PaletteRow {
  return paletteRow({ texts: [fields.label.toLowerCase()], ...fields });
}

const ROWS: readonly PaletteRow[] = [
  row({ key: 'c new', kind: 'command', label: 'New event type' }),
  row({ key: 'c pause', kind: 'command', label: 'Pause api.acme.test', here: true }),
  row({ key: 'a acme', kind: 'application', label: 'Acme', ids: ['app_1', 'acme-eu'] }),
  row({ key: 'e acme', kind: 'endpoint', label: 'https://api.acme.test/hook', ids: ['ep_9'] }),
  ...typeRows([
    eventType({ name: 'invoice.paid', description: 'An invoice was paid in full.' }),
    eventType({ name: 'invoice.voided', featureFlags: ['beta'] }),
    eventType({ name: 'user.created', description: 'Somebody signed up and paid.' }),
  ]),
];

function found(query: string): string[] {
  return searchRows(query, ROWS).flatMap(({ rows }) => rows.map(({ label: terms }) => terms));
}

describe('how well a word fits a text', () => {
  it('falls from whole over beginning, beginning of a word and inside to letters in order', () => {
    const fits = ['paid', 'paid.late', 'invoice.paid', 'unpaid', 'p-a-i-d'].map((text) =>
      fitOf('paid', text),
    );
    expect(fits).toEqual([...fits].sort((a, b) => b - a));
    expect(new Set(fits).size).toBe(5);
    expect(fitOf('paid', 'voided')).toBe(0);
  });
});

describe('the search of the palette', () => {
  it('finds a single setting by what it is called or by what it does, with its place', () => {
    const first = (query: string) => searchRows(query, settingRows())[0]?.rows[0];
    expect(first('density')).toMatchObject({ label: 'Row height', detail: 'Appearance' });
    expect(first('appearance rows')).toMatchObject({ to: ['settings', 'appearance'], setting: 'density' });
  });

  it('puts a name before a description that has the word', () => {
    expect(found('paid')).toEqual(['invoice.paid', 'user.created']);
  });

  it('wants every word, in any order', () => {
    expect(found('paid invoice')).toEqual(['invoice.paid']);
  });

  it('finds a name by the letters it is made of', () => {
    expect(found('invpd')).toEqual(['invoice.paid']);
  });

  it('finds things of several kinds, the best kind first', () => {
    expect(searchRows('acme', ROWS).map(({ title }) => title)).toEqual([
      'Applications',
      'Commands',
      'Endpoints',
    ]);
  });

  it('finds a thing by its whole identifier, and with a colon by its beginning', () => {
    expect(found('ep_9')).toEqual(['https://api.acme.test/hook']);
    expect(found(':app')).toEqual(['Acme']);
  });

  it('finds a thing by the beginning of its identifier, with and without its prefix, in any case', () => {
    const id = 'msg_3HdX0qKhg9dQmWBy6qNNvTr3DXW';
    const rows = [
      row({ key: 'message', kind: 'message', label: 'a.b', texts: [], ids: [id, 'order-4711'] }),
      row({ key: 'other', kind: 'application', label: '3Hd', ids: ['app_3HdX'] }),
    ];
    const labels = (query: string) =>
      searchRows(query, rows).flatMap((section) => section.rows.map(({ key }) => key));
    for (const query of [id, id.slice(0, 9), '3HdX0qKhg9d', '3hdx0q', ' order-4711 '])
      expect([query, labels(query)]).toEqual([query, ['message']]);
    // Too short to mean an id.
    expect(labels('3Hd')).toEqual(['other']);
    expect(labels(':3')).toEqual(['message', 'other']);
  });

  it('keeps to commands after >, to event types after @ and to flags after #', () => {
    expect(found('>')).toEqual(['New event type', 'Pause api.acme.test']);
    expect(found('> new')).toEqual(['New event type']);
    expect(found('@invoice')).toEqual(['invoice.paid', 'invoice.voided']);
    expect(found('#be')).toEqual(['invoice.voided']);
  });

  it('finds nothing for what is not there', () => {
    expect(searchRows('zzzz', ROWS)).toEqual([]);
  });

  it('says how many it does not show', () => {
    const many = typeRows(Array.from({ length: 30 }, (_, index) => eventType({ name: `order.n${index}` })));
    const [section] = searchRows('order', many);
    expect((section?.rows.length ?? 0) + (section?.more ?? 0)).toBe(30);
    expect(section?.more).toBeGreaterThan(0);
  });
});

describe('the palette before anything is typed', () => {
  it('shows what can be done with the thing in view, then what was used last, none of it twice', () => {
    const sections = restingSections(
      ROWS,
      ['type user.created', 'gone', 'c pause', 'c new'],
      'api.acme.test',
    );
    expect(sections.map(({ title, rows }) => [title, ...rows.map(({ label: terms }) => terms)])).toEqual([
      ['api.acme.test', 'Pause api.acme.test'],
      ['Recent', 'user.created', 'New event type'],
    ]);
  });
});

describe('recents', () => {
  it('are kept newest first, each once, instance by instance', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    for (const key of ['a', 'b', 'a']) remember('local', key, storage);
    expect(readRecents('local', storage)).toEqual(['a', 'b']);
    expect(readRecents('other', storage)).toEqual([]);
  });

  it('are none when what is stored was damaged', () => {
    expect(readRecents('local', { getItem: () => '{"a"' })).toEqual([]);
  });
});

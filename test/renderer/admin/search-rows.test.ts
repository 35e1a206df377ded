import { describe, expect, it } from 'vitest';
import { commandRow } from '../../../src-main/contract/commands';
import { commandRows } from '../../../src-renderer/admin/app/commands/command-rows';
import { readRecents, remember } from '../../../src-renderer/admin/app/commands/recents';
import {
  fitOf,
  readQuery,
  restingSections,
  searchRows,
} from '../../../src-renderer/admin/app/commands/search-rows';
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

describe('the rank of a match', () => {
  it('a match ranks from exact over prefix, start of a word and substring to letters in order', () => {
    const fits = ['paid', 'paid.late', 'invoice.paid', 'unpaid', 'p-a-i-d'].map((text) =>
      fitOf('paid', text),
    );
    expect(fits).toEqual([...fits].sort((a, b) => b - a));
    expect(new Set(fits).size).toBe(5);
    expect(fitOf('paid', 'voided')).toBe(0);
  });
});

describe('the search of the command palette', () => {
  it('the palette finds a setting by its name or its effect, and opens its page', () => {
    const first = (query: string) => searchRows(query, settingRows())[0]?.rows[0];
    expect(first('density')).toMatchObject({ label: 'Row height', detail: 'Appearance' });
    expect(first('appearance rows')).toMatchObject({ to: ['settings', 'appearance'], setting: 'density' });
  });

  it('the palette ranks a match in a name above one in a description', () => {
    expect(found('paid')).toEqual(['invoice.paid', 'user.created']);
  });

  it('the palette matches every word, in any order', () => {
    expect(found('paid invoice')).toEqual(['invoice.paid']);
  });

  it('the palette finds a name by some of its letters in order', () => {
    expect(found('invpd')).toEqual(['invoice.paid']);
  });

  it('the palette groups hits by kind, the best match first', () => {
    expect(searchRows('acme', ROWS).map(({ title }) => title)).toEqual([
      'Applications',
      'Commands',
      'Endpoints',
    ]);
  });

  it('the palette finds an item by its exact id, and after a colon by the beginning of its id', () => {
    expect(found('ep_9')).toEqual(['https://api.acme.test/hook']);
    expect(found(':app')).toEqual(['Acme']);
  });

  it('the palette finds an id by its beginning, with or without prefix, ignoring case', () => {
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

  it('the palette searches only commands after >, event types after @ and flags after #', () => {
    expect(found('>')).toEqual(['New event type', 'Pause api.acme.test']);
    expect(found('> new')).toEqual(['New event type']);
    expect(found('@invoice')).toEqual(['invoice.paid', 'invoice.voided']);
    expect(found('#be')).toEqual(['invoice.voided']);
  });

  it.each([
    ['resend', 'send-again'],
    ['recover', 'go-attention'],
    ['failed', 'go-messages'],
    ['sync', 'go-changes'],
    ['help', 'show-shortcuts'],
  ] as const)('the palette finds by "%s" what it means', (query, id) => {
    const offer = { run: () => {}, label: commandRow(id).label, here: false };
    const rows = commandRows(new Map([[id, [offer]]]) as never);
    expect(searchRows(query, rows).flatMap((section) => section.rows.map(({ command }) => command))).toEqual([
      id,
    ]);
  });

  it('the palette finds an item by a part of its id, or by a URL of the page', () => {
    const rows = [row({ key: 'endpoint', kind: 'endpoint', label: 'a.test', ids: ['ep_3HdX0qKhg9dQm'] })];
    expect(searchRows('0qkhg', rows)).toHaveLength(1);
    expect(searchRows('0qk', rows)).toHaveLength(0);
    const origin = 'http://127.0.0.1:8071';
    expect(readQuery(`${origin}/local/apps/app_1/endpoints/ep_3HdX0qKhg9dQm?tab=live`, origin)).toBe(
      'ep_3HdX0qKhg9dQm',
    );
    expect(readQuery('https://a.test/msg_1', origin)).toBe('https://a.test/msg_1');
  });

  it('the palette never offers a destructive command first, neither by its words nor among recent items', () => {
    const rows = [
      row({ key: 'c log-out', kind: 'command', label: 'Log out', isDestructive: true }),
      row({ key: 'c live', kind: 'command', label: 'Go to Live deliveries, logged' }),
      row({ key: 'p log', kind: 'page', label: 'Catalog settings' }),
    ];
    const keys = (sections: ReturnType<typeof searchRows>) =>
      sections.flatMap((section) => section.rows.map(({ key }) => key));
    expect(keys(searchRows('log', rows))).toEqual(['c live', 'c log-out', 'p log']);
    expect(
      keys(
        searchRows(
          'log',
          rows.filter(({ key }) => key !== 'c live'),
        ),
      ),
    ).toEqual(['p log', 'c log-out']);
    expect(keys(restingSections(rows, ['c log-out'], null))).toEqual(['c live', 'c log-out']);
  });

  it('the palette finds nothing for an unknown word', () => {
    expect(searchRows('zzzz', ROWS)).toEqual([]);
  });

  it('the palette says how many hits it does not show', () => {
    const many = typeRows(Array.from({ length: 30 }, (_, index) => eventType({ name: `order.n${index}` })));
    const [section] = searchRows('order', many);
    expect((section?.rows.length ?? 0) + (section?.more ?? 0)).toBe(30);
    expect(section?.more).toBeGreaterThan(0);
  });
});

describe('the command palette before typing', () => {
  it('the empty palette shows the actions for the page in view, then recent items, none twice', () => {
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

it('the empty palette never begins with an act that is not easily undone', () => {
  const rows = [
    row({ key: 'c delete', kind: 'command', label: 'Delete Acme', here: true, isDestructive: true }),
    row({ key: 'c new', kind: 'command', label: 'New event type' }),
  ];
  expect(restingSections(rows, [], 'Acme').map(({ title }) => title)).toEqual(['Commands', 'Acme']);
});

describe('recent items', () => {
  it('recent items are stored newest first, each once, per instance', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    for (const key of ['a', 'b', 'a']) remember('local', key, storage);
    expect(readRecents('local', storage)).toEqual(['a', 'b']);
    expect(readRecents('other', storage)).toEqual([]);
  });

  it('damaged recent items are read as none', () => {
    expect(readRecents('local', { getItem: () => '{"a"' })).toEqual([]);
  });
});

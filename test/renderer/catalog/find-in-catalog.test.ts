import { describe, expect, it } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { fieldFinder } from '../../../src-renderer/shared/event-types/field-finder';
import { filterEventTypes } from '../../../src-renderer/shared/event-types/filter-event-types';
import { readerGroups } from '../../../src-renderer/shared/event-types/reader-groups';
import { closestQuery, findEntries } from '../../../src-renderer/shared/static-page/find-entries';
import type { ListedEventType } from '../../../src-server/contract/event-type-summary';

const typeOf = (name: string) => ({
  ...{ name, description: '', deprecated: false, deprecatedAt: null, sunsetAt: null, replacedBy: null },
  ...{ groupName: null, updatedAt: '2026-11-12T23:30:00Z', schema: null, example: null },
  ...{ variants: [], hasOwnExample: false },
});
const render = (names: readonly string[]) =>
  new Map(
    renderCatalog(
      { displayName: 'Acme', eventTypes: names.map(typeOf) },
      { styles: [], fonts: [], script: 'assets/catalog.js' },
    ).map((page) => [page.path, page.render()]),
  );
const many = Array.from({ length: 61 }, (_, index) => `order.n${index}`);

const entry = (name: string, text = '') => ({ name, what: name.split('.')[0] ?? '', text, href: `#${name}` });
const entries = [
  entry('invoice.paid', 'When the amount was paid.'),
  entry('invoice.sent'),
  entry('parcel.late'),
  entry('refund.made'),
];
const fields = fieldFinder({
  types: entries.map(({ name }) => name),
  fields: [
    { names: ['amountDue', 'amount'], at: [0, 1, 3, 3] },
    { names: ['carrier'], at: [2, 2] },
  ],
});
const found = (query: string) =>
  findEntries(entries, query, fields).map(({ name, field }) => (field ? `${name} by ${field}` : name));

describe('the search of a catalog', () => {
  it('finds event types by their fields, after those that say it in their texts, and names the field', () => {
    expect(found('amount')).toEqual(['invoice.paid', 'invoice.sent by amount', 'refund.made by amount']);
    expect(found('INVOICE amountd')).toEqual(['invoice.paid by amountDue', 'invoice.sent by amountDue']);
    expect(found('carrier')).toEqual(['parcel.late by carrier']);
    expect(found('carrier invoice')).toEqual([]);
  });

  it('suggests the closest words where one of them is nowhere, and nothing that would find nothing', () => {
    const close = (query: string) => closestQuery(entries, query, fields);
    expect(close('invoce amount')).toBe('invoice amount');
    expect(close('invoce amuont')).toBe('invoice amount');
    expect(close('parsel')).toBe('parcel');
    expect(close('invoce carrier')).toBeNull();
    expect(close('zzzzzz')).toBeNull();
    expect(close('invoice carrier')).toBeNull();
  });

  it('the search of the portal finds the same event types by the names of their fields', () => {
    const types = entries.map(({ name, text }) => ({ name, description: text, groupName: null }));
    const names = (query: string) =>
      filterEventTypes(types as unknown as ListedEventType[], query, fields).map(({ name }) => name);
    expect(names('amountdue')).toEqual(['invoice.paid', 'invoice.sent', 'refund.made']);
    expect(names('late carrier')).toEqual(['parcel.late']);
    expect(filterEventTypes(types as unknown as ListedEventType[], 'carrier')).toEqual([]);
  });
});

describe('where there is nothing', () => {
  it('a page for addresses that have none leads to everything from where it is, and is not for search engines', () => {
    for (const [path, toRoot] of [
      ['404.html', ''],
      ['types/~404.html', '../'],
    ]) {
      const small = render(['a.b']).get(path ?? '') ?? '';
      const large = render(many).get(path ?? '') ?? '';
      for (const page of [small, large]) {
        expect(page).toContain('<meta name="robots" content="noindex"/>');
        expect(page).toContain(`data-index="${toRoot}search.js" data-home="${toRoot}index.html"`);
        expect(page).toContain(`href="${toRoot}changes.html"`);
      }
      expect(small).toContain('#~group-a">a</a>');
      expect(large).toContain('#~group-order">order</a>');
    }
  });
});

it('event types without a group are under the longest word that three of them share, and the others come first', () => {
  const names = [
    'order_item_added',
    'order_item_gone',
    'order_item_moved',
    'order_paid',
    'ping',
    'user.left',
  ];
  const groups = readerGroups(
    [...names, 'order_sent', 'order_lost', '_odd', 'a-b'].map((name) => ({ name })),
  );
  expect(groups.map(({ name, eventTypes }) => [name, eventTypes.map((each) => each.name)])).toEqual([
    [null, ['_odd', 'a-b', 'ping']],
    ['order', ['order_lost', 'order_paid', 'order_sent']],
    ['order_item', ['order_item_added', 'order_item_gone', 'order_item_moved']],
    ['user', ['user.left']],
  ]);
});

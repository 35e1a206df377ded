import { describe, expect, test } from 'vitest';
import {
  type FieldTexts,
  searchEntries,
  searchEventTypes,
  searchSteps,
} from '../../../../src-renderer/admin/features/catalog/search-event-types';
import { atOnce, inSlices } from '../../../../src-renderer/admin/platform/in-slices';
import { schemaFieldNames } from '../../../../src-server/json-schema/schema-field-names';
import { eventType } from '../event-type';

const texts = (...names: readonly string[]): FieldTexts => ({
  names,
  lower: names.map((name) => name.toLowerCase()),
});
const entries = searchEntries([
  eventType({ name: 'invoice.paid', description: 'Money came in.' }),
  eventType({ name: 'order.placed', description: 'A cart became an order.' }),
  eventType({ name: 'ping' }),
]);
const fields = new Map([
  ['invoice.paid', texts('data', 'customerId')],
  ['order.placed', texts('invoiceNumber')],
]);
const found = (search: string) =>
  searchEventTypes(entries, search, fields).map(({ type, place }) => [
    type.name,
    place.kind === 'field' ? place.field : place.kind,
  ]);

describe('the catalog search', () => {
  test('the catalog search finds names, descriptions and schema fields, and says where it matched', () => {
    expect(found('invoice')).toEqual([
      ['invoice.paid', 'name'],
      ['order.placed', 'invoiceNumber'],
    ]);
    expect(found('MONEY')).toEqual([['invoice.paid', 'description']]);
    expect(found('customerid')).toEqual([['invoice.paid', 'customerId']]);
  });

  test('the catalog search needs every word, and names the least obvious place of a match', () => {
    expect(found('paid money customer')).toEqual([['invoice.paid', 'customerId']]);
    expect(found('paid money')).toEqual([['invoice.paid', 'description']]);
    expect(found('paid cart')).toEqual([]);
  });

  test('the catalog search without words lists everything', () => {
    expect(found('  ').map(([name]) => name)).toEqual(['invoice.paid', 'order.placed', 'ping']);
  });
});

describe('the search of a long catalog', () => {
  const many = searchEntries(
    Array.from({ length: 3000 }, (_, n) =>
      eventType({ name: `thing.made.${n}`, description: `Number ${n}.` }),
    ),
  );

  test('a search of a long catalog runs in short tasks, with the same hits', async () => {
    const signal = new AbortController().signal;
    const inTasks = await inSlices(searchSteps(many, 'made 29', fields), signal);
    expect(inTasks?.hits).toEqual(searchEventTypes(many, 'made 29', fields));
    expect(inTasks?.hits).toHaveLength(159);
  });

  test('a search of a long catalog stops between two steps when it is aborted', async () => {
    const stop = new AbortController();
    const steps = searchSteps(many, 'made', fields);
    let taken = 0;
    const counted = (function* () {
      for (let step = steps.next(); !step.done; step = steps.next()) {
        taken += 1;
        stop.abort();
        // Longer than a slice: the next step would run in its own task.
        for (const until = performance.now() + 10; performance.now() < until; );
        yield;
      }
    })();
    expect(await inSlices(counted, stop.signal)).toBeUndefined();
    expect(taken).toBe(1);
  });

  test('a longer search term filters the previous hits, with the same result as a new search', () => {
    const { entries: found } = atOnce(searchSteps(many, 'made 2', fields));
    expect(searchEventTypes(found, 'made 29', fields)).toEqual(searchEventTypes(many, 'made 29', fields));
  });
});

describe('the field names of a schema', () => {
  test('field names of a schema come from every depth, also from lists, choices and definitions', () => {
    const schemas = {
      1: {
        properties: {
          data: { type: 'object', properties: { items: { items: { properties: { sku: {} } } } } },
          state: { oneOf: [{ properties: { open: true } }] },
        },
        definitions: { address: { properties: { street: {} } } },
      },
    };
    expect(schemaFieldNames(schemas)).toEqual(['data', 'items', 'sku', 'state', 'open', 'street']);
  });

  test('field names of a schema do not come from examples, and may equal a keyword', () => {
    const schemas = {
      1: {
        examples: [{ properties: { wrong: 1 } }],
        default: { properties: { wrong: 1 } },
        properties: { enum: { properties: { inner: {} } }, properties: { type: 'string' } },
      },
    };
    expect(schemaFieldNames(schemas)).toEqual(['enum', 'inner', 'properties']);
  });

  test('reading field names stops at some depth in a schema nested too deep', () => {
    let deep: object = { properties: { last: {} } };
    for (let depth = 0; depth < 5000; depth += 1) deep = { items: deep };
    expect(schemaFieldNames(deep)).toEqual([]);
    expect(schemaFieldNames(null)).toEqual([]);
    expect(schemaFieldNames(true)).toEqual([]);
  });
});

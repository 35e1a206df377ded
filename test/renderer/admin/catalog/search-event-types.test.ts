import { describe, expect, test } from 'vitest';
import { schemaFieldNames } from '../../../../src-renderer/admin/features/catalog/schema-field-names';
import {
  type FieldTexts,
  searchEntries,
  searchEventTypes,
  searchSteps,
} from '../../../../src-renderer/admin/features/catalog/search-event-types';
import { atOnce, inSlices } from '../../../../src-renderer/admin/platform/in-slices';
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

describe('a search in the catalog', () => {
  test('finds names, descriptions and fields of schemas, and says where', () => {
    expect(found('invoice')).toEqual([
      ['invoice.paid', 'name'],
      ['order.placed', 'invoiceNumber'],
    ]);
    expect(found('MONEY')).toEqual([['invoice.paid', 'description']]);
    expect(found('customerid')).toEqual([['invoice.paid', 'customerId']]);
  });

  test('wants every word, wherever it is, and names the least obvious place', () => {
    expect(found('paid money customer')).toEqual([['invoice.paid', 'customerId']]);
    expect(found('paid money')).toEqual([['invoice.paid', 'description']]);
    expect(found('paid cart')).toEqual([]);
  });

  test('finds everything without a word', () => {
    expect(found('  ').map(([name]) => name)).toEqual(['invoice.paid', 'order.placed', 'ping']);
  });
});

describe('a search in a long catalog', () => {
  const many = searchEntries(
    Array.from({ length: 3000 }, (_, n) =>
      eventType({ name: `thing.made.${n}`, description: `Number ${n}.` }),
    ),
  );

  test('goes in short tasks, and finds the same', async () => {
    const signal = new AbortController().signal;
    const inTasks = await inSlices(searchSteps(many, 'made 29', fields), signal);
    expect(inTasks?.hits).toEqual(searchEventTypes(many, 'made 29', fields));
    expect(inTasks?.hits).toHaveLength(159);
  });

  test('is given up between two steps', async () => {
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

  test('for more of the same among its hits finds what a search among all does', () => {
    const { entries: found } = atOnce(searchSteps(many, 'made 2', fields));
    expect(searchEventTypes(found, 'made 29', fields)).toEqual(searchEventTypes(many, 'made 29', fields));
  });
});

describe('the field names of a schema', () => {
  test('are those at every depth, also in lists, choices and definitions', () => {
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

  test('are not taken from examples and other values, but may be called like a keyword', () => {
    const schemas = {
      1: {
        examples: [{ properties: { wrong: 1 } }],
        default: { properties: { wrong: 1 } },
        properties: { enum: { properties: { inner: {} } }, properties: { type: 'string' } },
      },
    };
    expect(schemaFieldNames(schemas)).toEqual(['enum', 'inner', 'properties']);
  });

  test('end somewhere in a schema that does not', () => {
    let deep: object = { properties: { last: {} } };
    for (let depth = 0; depth < 5000; depth += 1) deep = { items: deep };
    expect(schemaFieldNames(deep)).toEqual([]);
    expect(schemaFieldNames(null)).toEqual([]);
    expect(schemaFieldNames(true)).toEqual([]);
  });
});

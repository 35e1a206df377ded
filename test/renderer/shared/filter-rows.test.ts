import { describe, expect, test } from 'vitest';
import { operatorsOf, rowsOf, rowsText } from '../../../src-renderer/shared/endpoint/filter-rows';
import { readFilterText } from '../../../src-renderer/shared/endpoint/filter-text';
import {
  readValue,
  readValues,
  valuesText,
  valueText,
} from '../../../src-renderer/shared/endpoint/filter-values';
import { readFilter } from '../../../src-server/message-filter/read-filter';

function rowsIn(filter: object | string) {
  const read = readFilterText(typeof filter === 'string' ? filter : JSON.stringify(filter));
  if (!read.ok) throw new Error('no JSON');
  return rowsOf(read.filter === null ? null : read.node);
}
const shown = (filter: object) => {
  const read = rowsIn(filter);
  if (!read.ok) throw new Error(`not in rows: ${read.operator}`);
  return read.rows.map(({ path, operator, values }) =>
    [path.join('.'), operator, ...values.map(({ raw }) => raw)].join(' '),
  );
};

describe('the conditions of a filter', () => {
  test('are rows with a field, an operator and a value, in the order of the filter', () => {
    const filter = {
      payload: {
        amount: { $gte: 100, $lt: 500 },
        customer: { country: 'DE' },
        currency: { $in: ['EUR', 'USD'] },
      },
      eventType: { $startsWith: 'invoice.' },
      tags: { $exist: false },
    };
    expect(shown(filter)).toEqual([
      'payload.amount atLeast 100',
      'payload.amount lessThan 500',
      'payload.customer.country is "DE"',
      'payload.currency oneOf "EUR" "USD"',
      'eventType startsWith "invoice."',
      'tags absent false',
    ]);
  });

  test.each([
    {},
    { payload: { a: 1 } },
    { payload: { a: { $eq: 1, $neq: 2 }, b: { c: { $in: 'part', $nin: ['x'] } } }, channels: 'north' },
    { payload: { a: { $exist: true, b: null } } },
    { $and: [{ payload: { a: { $neq: 1 } } }, { payload: { a: { $neq: 2 } } }] },
  ])('are written back as they were: %j', (filter) => {
    const read = rowsIn(filter);
    expect(read.ok && JSON.parse(rowsText(read.rows) || '{}')).toEqual(filter);
  });

  test('keep the spelling of their numbers', () => {
    const read = rowsIn('{"payload": {"a": 1.50, "b": {"$gt": 12345678901234567890}}}');
    const text = read.ok ? rowsText(read.rows) : '';
    expect(text).toContain('1.50');
    expect(text).toContain('12345678901234567890');
  });

  test('are joined by $and where a field has two of a kind, and beside an equality', () => {
    const row = (operator: 'is' | 'isNot' | 'atLeast', text: string, path = 'payload.a') => ({
      path: path.split('.'),
      operator,
      values: [readValue(text, false)],
    });
    expect(JSON.parse(rowsText([row('isNot', '1'), row('isNot', '2'), row('is', 'x', 'payload.b')]))).toEqual(
      {
        $and: [{ payload: { a: { $neq: 1 }, b: 'x' } }, { payload: { a: { $neq: 2 } } }],
      },
    );
    expect(JSON.parse(rowsText([row('is', '1'), row('atLeast', '0')]))).toEqual({
      payload: { a: { $eq: 1, $gte: 0 } },
    });
    expect(JSON.parse(rowsText([row('is', '1'), row('is', '2', 'payload.a.b')]))).toEqual({
      payload: { a: { $eq: 1, b: 2 } },
    });
  });

  test.each([
    ['$or', { $or: [{ payload: { a: 1 } }] }],
    ['$or', { payload: { a: { $or: [1, 2] } } }],
    ['$not', { payload: { $not: { a: 1 } } }],
    ['$and', { payload: { a: { $and: [{ $gt: 1 }] } } }],
    [null, { payload: { a: [1, 2] } }],
    [null, { payload: { a: { $in: [[1], 2] } } }],
    [null, { payload: { a: {} } }],
    [null, { payload: { 'a.b': 1 } }],
    [null, { payload: { ' ': 1 } }],
    [null, { payload: { a: { $exist: 1 } } }],
    [null, '{"payload": {"a": 1, "a": 2}}'],
  ])('with %s in %j are for JSON alone', (operator, filter) => {
    expect(rowsIn(filter)).toEqual({ ok: false, operator });
  });

  test('are all known to the server', () => {
    for (const kind of ['string', 'number', 'boolean', 'array', 'object', 'null']) {
      for (const operator of operatorsOf([kind])) {
        const value = readValue(kind === 'number' ? '5' : 'x', false);
        const filter = JSON.parse(rowsText([{ path: ['payload', 'a'], operator, values: [value] }]));
        expect([kind, operator, readFilter(filter).ok]).toEqual([kind, operator, true]);
      }
    }
  });
});

test('operators are offered as they fit what a field may hold', () => {
  expect(operatorsOf(['boolean'])).toEqual(['is', 'isNot', 'present', 'absent']);
  expect(operatorsOf(['integer', 'null'])).not.toContain('startsWith');
  expect(operatorsOf(['integer'])).toContain('atLeast');
  expect(operatorsOf(['object'])).toEqual(['present', 'absent']);
  expect(operatorsOf([])).toEqual(operatorsOf(['string']));
});

describe('a typed value', () => {
  test.each([
    ['100', '100'],
    ['1.50', '1.50'],
    ['true', 'true'],
    ['null', 'null'],
    ['DE', '"DE"'],
    ['1.', '"1."'],
    ['"100"', '"100"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['', '""'],
  ])('%s is %s, and is shown as it was typed', (text, raw) => {
    expect(readValue(text, false).raw).toBe(raw);
    expect(valueText(readValue(text, false), false)).toBe(text);
  });

  test('is text, whatever it looks like, where its field is', () => {
    expect(readValue('100', true).raw).toBe('"100"');
    expect(valueText(readValue('100', true), true)).toBe('100');
    expect(valueText(readValue('100', true), false)).toBe('"100"');
  });

  test.each([
    ['EUR, USD', ['"EUR"', '"USD"']],
    ['1,2 , true', ['1', '2', 'true']],
    ['"a, b", c', ['"a, b"', '"c"']],
    ['EUR, ', ['"EUR"']],
    ['', []],
    ['a "b, c', ['"a \\"b"', '"c"']],
  ])('may be one of several: %s', (text, raws) => {
    const values = readValues(text, false);
    expect(values.map(({ raw }) => raw)).toEqual(raws);
    expect(readValues(valuesText(values, false), false)).toEqual(values);
  });
});

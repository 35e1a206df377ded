import { describe, expect, it } from 'vitest';
import type { FilterContent } from '../../../src-server/message-filter/filter-node';
import { readFilter } from '../../../src-server/message-filter/read-filter';

/** Where a filter is wrong, and why; null: it is right. */
function faultOf(text: string) {
  const read = readFilter(JSON.parse(text) as FilterContent);
  return read.ok ? null : `${read.pointer}: ${read.reason}`;
}

/** Objects in each other, the outermost included. */
function nested(levels: number): string {
  return `{"payload": ${'{"a": '.repeat(levels - 1)}1${'}'.repeat(levels)}`;
}

const conditions = (count: number) =>
  JSON.stringify({ payload: { a: { $or: Array.from({ length: count }, (_, at) => at) } } });

describe('readFilter', () => {
  it.each([
    ['{"payload": {"amount": {"$gte": true}}}', '/payload/amount/$gte: needs a number or a string'],
    ['{"payload": {"a": {"$lt": null}}}', '/payload/a/$lt: needs a number or a string'],
    ['{"payload": {"a": {"$gt": [1]}}}', '/payload/a/$gt: needs a number or a string'],
    ['{"payload": {"a": {"$in": 5}}}', '/payload/a/$in: needs a list, or a string to look for in a string'],
    [
      '{"payload": {"a": {"$nin": {}}}}',
      '/payload/a/$nin: needs a list, or a string to look for in a string',
    ],
    ['{"payload": {"a": {"$startsWith": 1}}}', '/payload/a/$startsWith: needs a string'],
    ['{"payload": {"a": {"$endsWith": ["x"]}}}', '/payload/a/$endsWith: needs a string'],
    ['{"payload": {"a": {"$exist": "yes"}}}', '/payload/a/$exist: needs true or false'],
    ['{"payload": {"a": {"$or": 1}}}', '/payload/a/$or: needs a list with at least one entry'],
    ['{"payload": {"a": {"$and": []}}}', '/payload/a/$and: needs a list with at least one entry'],
    [
      '{"$or": [{"payload": {}}, 5]}',
      '/$or/1: needs an object with payload, eventType, eventId, channels, tags',
    ],
    ['{"$not": [1]}', '/$not: needs an object with payload, eventType, eventId, channels, tags'],
    [
      '{"payload": {"a/b": {"$or": [{"c~": {"$gt": {}}}]}}}',
      '/payload/a~1b/$or/0/c~0/$gt: needs a number or a string',
    ],
    ['{"payload": {"a": 1e400}}', '/payload/a: needs a number within the range of JavaScript, below 1.8e308'],
    [
      '{"payload": {"a": {"$in": [1, -1e400]}}}',
      '/payload/a/$in/1: needs a number within the range of JavaScript, below 1.8e308',
    ],
  ])('refuses %s', (filter, fault) => {
    expect(faultOf(filter)).toBe(fault);
  });

  it('names the operators where one is not known', () => {
    expect(faultOf('{"payload": {"a": {"$like": "x"}}}')).toMatch(
      /^\/payload\/a\/\$like: is not an operator: use \$eq, /,
    );
    expect(faultOf('{"payload": {"a": {"$toString": "x"}}}')).toMatch(/is not an operator/);
    expect(faultOf('{"$eq": 1}')).toMatch(/^\/\$eq: is not known: use payload, /);
    expect(faultOf('{"amount": 1}')).toMatch(/^\/amount: is not known: use payload, /);
    expect(faultOf('{"__proto__": 1}')).toMatch(/^\/__proto__: is not known/);
  });

  it.each([
    ['data', 'payload'],
    ['topic', 'eventType'],
    ['type', 'eventType'],
    ['event', 'eventType'],
    ['event_type', 'eventType'],
    ['id', 'eventId'],
    ['channel', 'channels'],
    ['body', 'payload'],
  ])('says at the top what to use instead of %s', (theirs, ours) => {
    const words = `is not known here: use "${ours}" instead of "${theirs}"`;
    expect(faultOf(`{"${theirs}": {"a": 1}}`)).toBe(`/${theirs}: ${words}`);
    expect(faultOf(`{"$or": [{"${theirs}": {"a": 1}}]}`)).toBe(`/$or/0/${theirs}: ${words}`);
    expect(faultOf(`{"payload": {"${theirs}": {"a": 1}}}`)).toBe(null);
  });

  it('names all that has another name here at once', () => {
    expect(faultOf('{"tags": "a", "topic": "order.created", "data": {"total": {"$gte": 100}}}')).toBe(
      '/topic: is not known here: use "eventType" instead of "topic" and "payload" instead of "data"',
    );
  });

  it.each([
    ['metadata', 'messages have no metadata; look into "payload", or at "tags", a list of texts'],
    ['headers', 'messages have no headers; look into "payload", or at "tags", a list of texts'],
    ['query', 'messages have no query; look into "payload", or at "tags", a list of texts'],
    ['path', 'messages have no path; look into "payload", or at "tags", a list of texts'],
    ['time', 'a filter does not see when a message was accepted; compare a date in "payload"'],
  ])('says at the top what to do without %s, for which no other name would do', (name, advice) => {
    expect(faultOf(`{"${name}": {"a": 1}}`)).toBe(`/${name}: is not known here: ${advice}`);
    expect(faultOf(`{"payload": {"${name}": {"a": 1}}}`)).toBe(null);
  });

  it.each([
    ['$ne', 'use $neq'],
    ['$exists', 'use $exist'],
    ['$regex', 'there are no regular expressions; use $startsWith, $endsWith, or $in with a string'],
    ['$ref', 'a value cannot be compared with another one of the message'],
  ])('says what to do without the operator %s', (operator, advice) => {
    expect(faultOf(`{"payload": {"a": {"${operator}": "x"}}}`)).toBe(
      `/payload/a/${operator}: is not an operator: ${advice}`,
    );
  });

  it('takes 8 levels, of which lists are none, and refuses 9', () => {
    expect(faultOf(nested(8))).toBe(null);
    expect(faultOf(nested(9))).toBe(': has more than 8 levels');
    expect(faultOf('{"payload": {"a": [[[[[[[[[[1]]]]]]]]]]}}')).toBe(null);
    expect(faultOf(`{"payload": {"$eq": ${'{"a":'.repeat(7)}1${'}'.repeat(7)}}}`)).toBe(
      ': has more than 8 levels',
    );
  });

  it('takes 100 conditions, and refuses 101', () => {
    expect(faultOf(conditions(100))).toBe(null);
    expect(faultOf(conditions(101))).toBe(': has more than 100 conditions');
  });

  it('takes 4,096 bytes, and refuses 4,097', () => {
    const sized = (bytes: number) => `{"payload":{"a":"é${'x'.repeat(bytes - 22)}"}}`;
    expect(Buffer.byteLength(sized(4096))).toBe(4096);
    expect(faultOf(sized(4096))).toBe(null);
    expect(faultOf(sized(4097))).toBe(': has more than 4096 bytes as JSON');
  });
});

import { describe, expect, it } from 'vitest';
import type { FilterContent } from '../../../src-server/message-filter/filter-node';
import { filterSentence } from '../../../src-server/message-filter/filter-sentence';
import { type FilteredMessage, failedNode } from '../../../src-server/message-filter/match-filter';
import { readFilter } from '../../../src-server/message-filter/read-filter';

/** The failing condition of a filter, in words; null: the message matches. Filter and payload come as JSON text. */
function failureOf(filter: string, payload: string | null, traits: Partial<FilteredMessage> = {}) {
  const read = readFilter(JSON.parse(filter) as FilterContent);
  if (!read.ok) throw new Error(`${read.pointer} ${read.reason}`);
  const message = {
    eventType: 'invoice.paid',
    ...traits,
    ...(payload === null ? {} : { payload: JSON.parse(payload) }),
  };
  const failed = failedNode(read.node, message);
  return failed && filterSentence(failed);
}

/** Values of a member `x`, one of each kind, as JSON text; undefined: there is no such member. */
const KINDS = [
  undefined,
  'null',
  'true',
  '5',
  '"5"',
  '"paid"',
  '[]',
  '[5]',
  '["paid", null]',
  '{}',
  '{"a": 5}',
] as const;

/** What is wanted of `x`, and for each of the kinds above whether it holds (1) or not (.). */
const HOLDS: readonly (readonly [wanted: string, holds: string])[] = [
  // A plain value is equality; against a list it means "contains", and a list is equality of the whole.
  ['null', '.1......1..'],
  ['true', '..1........'],
  ['false', '...........'],
  ['5', '...1...1...'],
  ['"5"', '....1......'],
  ['"paid"', '.....1..1..'],
  ['[]', '......1....'],
  ['[5]', '.......1...'],
  ['["paid"]', '...........'],
  ['["paid", null]', '........1..'],
  ['{"$eq": 5}', '...1...1...'],
  ['{"$eq": null}', '.1......1..'],
  ['{"$eq": []}', '......1....'],
  ['{"$eq": {}}', '.........1.'],
  ['{"$eq": {"a": 5}}', '..........1'],
  ['{"$neq": 5}', '111.111.111'],
  ['{"$neq": null}', '1.111111.11'],
  ['{"$neq": [5]}', '1111111.111'],
  ['{"$neq": {"a": 5}}', '1111111111.'],
  // Order, never across kinds, and never of a list.
  ['{"$gt": 4}', '...1.......'],
  ['{"$gt": 5}', '...........'],
  ['{"$gte": 5}', '...1.......'],
  ['{"$lt": 6}', '...1.......'],
  ['{"$lte": 4}', '...........'],
  ['{"$gte": "5"}', '....11.....'],
  ['{"$lt": "6"}', '....1......'],
  // Lists of values, and texts within texts.
  ['{"$in": [5, "paid"]}', '...1.1.11..'],
  ['{"$in": [null, true]}', '.11.....1..'],
  ['{"$in": []}', '...........'],
  ['{"$in": [[5], {"a": 5}]}', '..........1'],
  ['{"$in": "ai"}', '.....1.....'],
  ['{"$in": "paid"}', '.....1..1..'],
  ['{"$nin": [5, "paid"]}', '111.1.1..11'],
  ['{"$nin": []}', '11111111111'],
  ['{"$nin": "ai"}', '11111.11111'],
  ['{"$startsWith": "pa"}', '.....1.....'],
  ['{"$startsWith": ""}', '....11.....'],
  ['{"$endsWith": "id"}', '.....1.....'],
  ['{"$endsWith": "5"}', '....1......'],
  // What is null is there.
  ['{"$exist": true}', '.1111111111'],
  ['{"$exist": false}', '1..........'],
  // Combinations at a member, in which plain values stand for equality.
  ['{"$not": 5}', '111.111.111'],
  ['{"$not": {"$gt": 4}}', '111.1111111'],
  ['{"$not": {"$exist": true}}', '1..........'],
  ['{"$not": [5]}', '1111111.111'],
  ['{"$or": ["paid", {"$startsWith": "5"}]}', '....11..1..'],
  ['{"$or": [null, {"$exist": false}]}', '11......1..'],
  ['{"$and": ["paid", null]}', '........1..'],
  ['{"$and": [{"$gt": 1}, {"$lt": 9}]}', '...1.......'],
  ['{"$gt": 1, "$lt": 5}', '...........'],
  ['{"$gt": 1, "$lt": 9}', '...1.......'],
  // Objects: what has no members has none of them.
  ['{"a": 5}', '..........1'],
  ['{"a": {"$neq": 5}}', '111111.111.'],
  ['{"a": {"$exist": false}}', '111111.111.'],
  ['{"a": {"$not": 5}}', '111111.111.'],
  ['{"a": {"b": {"$exist": false}}}', '111111.1111'],
  ['{}', '11111111111'],
];

describe('a filter on one member', () => {
  for (const [wanted, holds] of HOLDS) {
    it(`wants ${wanted}`, () => {
      const found = KINDS.map((kind) => {
        const payload = kind === undefined ? '{}' : `{"x": ${kind}}`;
        return failureOf(`{"payload": {"x": ${wanted}}}`, payload) === null ? '1' : '.';
      });
      expect(found.join('')).toBe(holds);
    });
  }

  it('was tried with more than 500 pairs of what is wanted and what is there', () => {
    expect(HOLDS.every(([, holds]) => holds.length === KINDS.length)).toBe(true);
    expect(HOLDS.length * KINDS.length).toBeGreaterThan(500);
  });
});

/** Filters that need more than one member: the filter, the payload, and whether it matches. */
const WHOLE: readonly (readonly [filter: string, payload: string, matches: boolean])[] = [
  ['{}', '{}', true],
  ['{"payload": {"a": 1, "b": 2}}', '{"a": 1, "b": 2, "c": 3}', true],
  ['{"payload": {"a": 1, "b": 2}}', '{"a": 1, "b": 3}', false],
  // One element satisfies all of an object; a combination is asked of the list.
  ['{"payload": {"items": {"sku": "A", "qty": {"$gt": 1}}}}', '{"items": [{"sku": "A", "qty": 2}]}', true],
  [
    '{"payload": {"items": {"sku": "A", "qty": {"$gt": 1}}}}',
    '{"items": [{"sku": "A", "qty": 1}, {"sku": "B", "qty": 2}]}',
    false,
  ],
  [
    '{"payload": {"items": {"$and": [{"sku": "A"}, {"qty": {"$gt": 1}}]}}}',
    '{"items": [{"sku": "A", "qty": 1}, {"sku": "B", "qty": 2}]}',
    true,
  ],
  [
    '{"payload": {"items": {"sku": "A", "$or": [{"qty": 2}, {"qty": 3}]}}}',
    '{"items": [{"sku": "A", "qty": 1}, {"sku": "B", "qty": 2}]}',
    false,
  ],
  ['{"payload": {"items": {"$not": {"sku": "A"}}}}', '{"items": [{"sku": "B"}, {"sku": "A"}]}', false],
  ['{"payload": {"items": {"$not": {"sku": "A"}}}}', '{"items": [{"sku": "B"}]}', true],
  ['{"payload": {"items": {"sku": {"$exist": false}}}}', '{"items": [{"sku": "A"}, {}]}', true],
  ['{"payload": {"rows": {"a": 1}}}', '{"rows": [[{"a": 1}]]}', false],
  // At the top.
  ['{"$or": [{"payload": {"a": 1}}, {"eventType": "invoice.paid"}]}', '{"a": 2}', true],
  ['{"$or": [{"payload": {"a": 1}}, {"eventType": "invoice.open"}]}', '{"a": 2}', false],
  ['{"$and": [{"payload": {"a": 1}}, {"payload": {"b": 1}}]}', '{"a": 1, "b": 2}', false],
  ['{"$not": {"payload": {"a": 1}}}', '{"a": 1}', false],
  ['{"$not": {"payload": {"a": 1}}}', '{}', true],
  ['{"$not": {"$or": [{"payload": {"a": 1}}, {"payload": {"a": 2}}]}}', '{"a": 3}', true],
  ['{"eventType": {"$startsWith": "invoice."}}', '{}', true],
  ['{"payload": {"$exist": true}}', '{}', true],
  // Names are literal, and only a message's own.
  ['{"payload": {"a.b": 1}}', '{"a.b": 1}', true],
  ['{"payload": {"a.b": 1}}', '{"a": {"b": 1}}', false],
  ['{"payload": {"__proto__": {"admin": true}}}', '{"__proto__": {"admin": true}}', true],
  ['{"payload": {"__proto__": {"$exist": true}}}', '{}', false],
  ['{"payload": {"constructor": {"name": "Object"}}}', '{}', false],
  ['{"payload": {"toString": {"$exist": false}}}', '{}', true],
  ['{"payload": {"text": {"length": 4}}}', '{"text": "paid"}', false],
  ['{"payload": {"list": {"length": {"$exist": true}}}}', '{"list": [1]}', false],
  ['{"payload": {"$eq": {"__proto__": 1}}}', '{"__proto__": 1}', true],
  ['{"payload": {"$eq": {"__proto__": 1}}}', '{"a": 1}', false],
  // Numbers as JavaScript holds them.
  ['{"payload": {"x": 12345678901234567890}}', '{"x": 12345678901234567890}', true],
  ['{"payload": {"x": {"$gt": 12345678901234567890}}}', '{"x": 12345678901234570000}', true],
  ['{"payload": {"x": {"$gt": 1e308}}}', '{"x": 1e400}', true],
  ['{"payload": {"x": {"$lt": -1e308}}}', '{"x": -1e400}', true],
  ['{"payload": {"x": {"$lt": 1e308}}}', '{"x": 1e400}', false],
  ['{"payload": {"x": 0}}', '{"x": -0}', true],
  ['{"payload": {"x": {"$in": [0]}}}', '{"x": -0.0}', true],
  ['{"payload": {"x": 100}}', '{"x": 1e2}', true],
  ['{"payload": {"x": 0.3}}', '{"x": 0.30000000000000004}', false],
  // Texts by code point.
  ['{"payload": {"at": {"$gte": "2026-11-01T00:00:00Z"}}}', '{"at": "2026-11-26T13:02:00Z"}', true],
  ['{"payload": {"at": {"$gte": "2026-11-01T00:00:00Z"}}}', '{"at": "2026-10-26T13:02:00Z"}', false],
  ['{"payload": {"x": {"$gt": "\\uffff"}}}', '{"x": "\\ud83d\\ude00"}', true],
  ['{"payload": {"x": {"$lt": "\\ud83d\\ude00"}}}', '{"x": "\\ue000"}', true],
  ['{"payload": {"x": {"$gt": "a"}}}', '{"x": "ab"}', true],
  ['{"payload": {"x": {"$gt": "a"}}}', '{"x": "B"}', false],
  // Equality of the whole.
  ['{"payload": {"x": {"$eq": {"a": [1, {"b": null}]}}}}', '{"x": {"a": [1, {"b": null}]}}', true],
  ['{"payload": {"x": {"$eq": {"a": [1, {"b": null}]}}}}', '{"x": {"a": [1, {"b": null, "c": 1}]}}', false],
  ['{"payload": {"x": {"$eq": {"a": 1}}}}', '{"x": [{"a": 1}, 2]}', true],
  ['{"payload": {"x": [[1, 2], [3]]}}', '{"x": [[1, 2], [3]]}', true],
  ['{"payload": {"x": [1, 2]}}', '{"x": [2, 1]}', false],
];

describe('a filter on a whole message', () => {
  for (const [filter, payload, matches] of WHOLE) {
    it(`${filter} ${matches ? 'takes' : 'leaves'} ${payload}`, () => {
      expect(failureOf(filter, payload) === null).toBe(matches);
    });
  }

  it('sees event id, channels and tags, which are absent where a message has none', () => {
    const traits = { eventId: 'evt-1', channels: ['eu', 'vip'], tags: ['a'] };
    expect(
      failureOf(
        '{"eventId": {"$startsWith": "evt"}, "channels": "vip", "tags": {"$in": ["a"]}}',
        '{}',
        traits,
      ),
    ).toBe(null);
    expect(failureOf('{"channels": "us"}', '{}', traits)).toBe(
      'channels is ["eu", "vip"], the filter wants it to contain "us"',
    );
    expect(failureOf('{"tags": {"$exist": true}}', '{}')).toBe(
      'tags is absent, the filter wants it to be there',
    );
    expect(failureOf('{"channels": null}', '{}')).toBe('channels is absent, the filter wants null');
  });

  it('takes a payload that is no JSON for absent', () => {
    expect(failureOf('{"payload": {"a": {"$neq": 1}}}', null)).toBe(null);
    expect(failureOf('{"payload": {"a": 1}}', null)).toBe('payload.a is absent, the filter wants 1');
  });

  it('does not go along a payload that is nested 100,000 levels deep', () => {
    const payload = `{"x": ${'['.repeat(100_000)}${']'.repeat(100_000)}, "y": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    expect(failureOf('{"payload": {"x": {"a": 1}}}', payload)).toMatch(/^payload.x.a is absent/);
    expect(failureOf('{"payload": {"x": {"$eq": [[[]]]}}}', payload)).toBe(
      'payload.x is [a list], the filter wants [a list]',
    );
    expect(failureOf('{"payload": {"y": {"$eq": {"a": {"a": 1}}}}}', payload)).toBe(
      'payload.y is an object, the filter wants an object',
    );
  });

  it('lets a message through at which it would have to look too long', () => {
    const list = `{"x": [${Array.from({ length: 150_000 }, () => 0).join(',')}]}`;
    expect(failureOf('{"payload": {"x": 1}}', list)).toMatch(/the filter wants it to contain 1$/);
    expect(failureOf('{"payload": {"x": {"$or": [1, 2]}}}', list)).toBe(null);
  });
});

describe('the failing condition as a sentence', () => {
  it.each([
    ['{"amount": {"$gte": 100}}', '{"amount": 80}', 'payload.amount is 80, the filter wants at least 100'],
    [
      '{"amount": {"$gt": 100}}',
      '{"amount": "80"}',
      'payload.amount is "80", the filter wants more than 100',
    ],
    [
      '{"amount": {"$lt": 1}}',
      '{"amount": 1e400}',
      'payload.amount is a number that is too large, the filter wants less than 1',
    ],
    ['{"amount": {"$lte": 1}}', '{}', 'payload.amount is absent, the filter wants at most 1'],
    ['{"a": {"b c": true}}', '{"a": {"b c": null}}', 'payload.a["b c"] is null, the filter wants true'],
    ['{"a": {"$neq": 1}}', '{"a": 1}', 'payload.a is 1, the filter wants anything but 1'],
    ['{"a": {"$neq": 1}}', '{"a": [1]}', 'payload.a is [1], the filter wants it not to contain 1'],
    ['{"a": {"$in": ["x", "y"]}}', '{"a": "z"}', 'payload.a is "z", the filter wants one of ["x", "y"]'],
    ['{"a": {"$in": [1]}}', '{"a": [2, 3]}', 'payload.a is [2, 3], the filter wants an element of [1]'],
    ['{"a": {"$in": "x"}}', '{"a": "z"}', 'payload.a is "z", the filter wants it to contain "x"'],
    [
      '{"a": {"$nin": [1, 2, 3, 4]}}',
      '{"a": 4}',
      'payload.a is 4, the filter wants none of [1, 2, 3, and 1 more]',
    ],
    ['{"a": {"$nin": "x"}}', '{"a": "xyz"}', 'payload.a is "xyz", the filter wants it not to contain "x"'],
    [
      '{"a": {"$startsWith": "x"}}',
      '{"a": "z"}',
      'payload.a is "z", the filter wants a text that starts with "x"',
    ],
    ['{"a": {"$endsWith": "x"}}', '{"a": 1}', 'payload.a is 1, the filter wants a text that ends with "x"'],
    ['{"a": {"$exist": false}}', '{"a": 1}', 'payload.a is 1, the filter wants it to be absent'],
    ['{"a": {"$not": {"$gt": 1}}}', '{"a": 2}', 'payload.a is 2, which the filter excludes'],
    ['{"a": {"b": 1}}', '{"a": [{"b": 2}]}', 'payload.a.b is 2, the filter wants 1'],
    [
      '{"a": {"b": 1}}',
      '{"a": [{"b": 2}, {}]}',
      'payload.a is [an object, an object], the filter wants an element that satisfies all it says of payload.a',
    ],
    [
      '{"a": {"$or": [1, 2, 3, 4]}}',
      '{"a": 5}',
      'none of the alternatives holds: payload.a is 5, the filter wants 1; payload.a is 5, the filter wants 2; payload.a is 5, the filter wants 3; and 1 more',
    ],
    ['{"a": "b"}', `{"a": "${'x'.repeat(70)}"}`, `payload.a is "${'x'.repeat(60)}"..., the filter wants "b"`],
  ])('%s of %s', (wanted, payload, sentence) => {
    expect(failureOf(`{"payload": ${wanted}}`, payload)).toBe(sentence);
  });

  it('names no event type that the filter wants to a reader who may not know of it', () => {
    const read = readFilter({ $or: [{ eventType: 'secret.type' }, { payload: { a: 1 } }] });
    const failed = read.ok ? failedNode(read.node, { eventType: 'invoice.paid', payload: {} }) : null;
    expect(failed && filterSentence(failed, false)).toBe(
      'none of the alternatives holds: eventType is "invoice.paid", the filter wants another; payload.a is absent, the filter wants 1',
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCheck } from '../../../src-server/catalog/checks/compile-check';
import type { JsonObject } from '../../../src-server/json-schema/plain-json';
import { exampleFor } from '../../support/example-for';
import { share } from '../../support/share';

/* Schemas that something fits for certain: bounds are in order, required names are described, lists can differ. */

const NAMES = ['id', 'name', 'a b', 'constructor', 'toString', 'ä', '😀'];
const FORMATS = [
  ...[
    'date',
    'date-time',
    'time',
    'duration',
    'email',
    'idn-email',
    'hostname',
    'idn-hostname',
    'ipv4',
    'ipv6',
  ],
  ...[
    'uri',
    'uri-reference',
    'iri',
    'iri-reference',
    'uri-template',
    'uuid',
    'json-pointer',
    'regex',
    'byte',
  ],
  ...['relative-json-pointer', 'unknown'],
];
const PATTERNS = [
  '^[a-z]{2,8}$',
  '^\\d+-[A-F0-9]{4}$',
  '^(in|out):\\w+$',
  '^😀+[x😎]$',
  '^[^a-z]\\u{1F600}?$',
];

const string = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: fc.nat(30) }),
  fc.nat(12).map((maxLength) => ({ type: 'string', minLength: Math.min(maxLength, 3), maxLength })),
  fc.constantFrom(...FORMATS).map((format) => ({ type: 'string', format })),
  fc.constantFrom(...PATTERNS).map((pattern) => ({ type: 'string', pattern })),
  fc.constantFrom(undefined, 'base64').map((contentEncoding) => ({
    ...{ type: 'string', contentMediaType: 'application/json' },
    ...(contentEncoding && { contentEncoding }),
  })),
);
const number = fc.oneof(
  fc.tuple(fc.integer({ min: -99, max: 99 }), fc.nat(50)).map(([minimum, more]) => ({
    ...{ type: 'integer', minimum, maximum: minimum + more },
  })),
  fc
    .tuple(fc.integer({ min: -99, max: 99 }), fc.constantFrom(0.01, 0.1, 0.25, 3))
    .map(([low, multipleOf]) => ({
      ...{ type: 'number', exclusiveMinimum: low, exclusiveMaximum: low + 10, multipleOf },
    })),
  fc.constantFrom('int32', 'int64', 'float', 'double').map((format) => ({ type: 'number', format })),
);
const plain = fc.oneof(
  fc.constantFrom({ type: 'boolean' }, { type: 'null' }, {}, true),
  fc
    .uniqueArray(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 4 })
    .map((values) => ({ enum: values })),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({ const: value })),
);

const { schema } = fc.letrec<{ schema: JsonObject | boolean }>((tie) => {
  const child = tie('schema');
  const properties = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), child), {
    selector: ([name]) => name,
    maxLength: 4,
  });
  const object = fc.tuple(properties, fc.boolean(), fc.boolean()).map(([entries, isStrict, isClosed]) => ({
    type: 'object',
    properties: Object.fromEntries(entries),
    ...(isStrict && { required: entries.map(([name]) => name) }),
    ...(isClosed && { additionalProperties: false }),
  }));
  const list = fc.tuple(child, fc.nat(4)).map(([items, minItems]) => ({ type: 'array', items, minItems }));
  const different = fc
    .tuple(fc.oneof(fc.constant({ type: 'string' }), fc.constant({ type: 'integer' }), object), fc.nat(5))
    .map(([items, minItems]) => ({ type: 'array', items, minItems, uniqueItems: true }))
    // A closed object may have only one example.
    .filter(({ items, minItems }) => minItems < 2 || !('additionalProperties' in items));
  const both = fc.tuple(object, fc.constantFrom('all', 'more')).map(([schema, name]) => ({
    allOf: [schema, { properties: { [name]: { type: 'integer' } } }],
  }));
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      ...[string, number, plain, object, list, different, both],
      fc
        .tuple(child, fc.constantFrom('anyOf', 'oneOf'))
        .map(([schema, word]) => ({ [word]: [schema, false] })),
    ) as fc.Arbitrary<JsonObject | boolean>,
  };
});

describe('a generated example', () => {
  it('a generated example of any satisfiable schema is valid by the payload check', () => {
    fc.assert(
      fc.property(schema, (it) => {
        const object = { properties: { it }, required: ['it'] };
        let made = exampleFor(object);
        // Without a verdict or a problem, a busy machine delayed the check.
        for (let n = 0; n < 3 && !made.fits && made.problems.length === 0; n += 1) made = exampleFor(object);
        const { example, source, fits, problems } = made;
        expect({ source, problems, fits }).toEqual({ source: 'generated', problems: [], fits: true });
        expect(JSON.stringify(example)).not.toMatch(/\\ud[89a-f]../);
        expect(compileCheck(object)?.(example)).toBe('fits');
      }),
      { numRuns: share(400) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  holdsOrder,
  keepNumber,
  keepOrder,
  orderedKeys,
  orderedObject,
  parseOrdered,
  stringifyOrdered,
} from '../../../src-server/json-schema/ordered-json';

describe('what is read in an order', () => {
  it.each([
    '{"b":1,"200":2,"1":3,"a":{"x":[{"9":1,"8":2}]}}',
    '{"properties":{"name":{},"404":{},"200":{}},"required":["200"]}',
    '{"a":"\\"1\\": , \\"2\\":","10":1,"2":2}',
    '{"a":1,"0":{"__proto__":1,"7":2},"constructor":3}',
    '{"\uE000a":1,"\uE0005":2,"5":3,"4":4}',
    '{"a":1,"4294967295":2,"01":3,"3":4}',
    '[{"1":1},{"a":1,"1":1}]',
    '{"a\\"6":{"b":"c"},"6":[{"x,\\"7":1},{"{\\"8":2}]}',
    '{ "a" : 1 ,\n\t"1" : 2 }',
  ])('is written in it: %s', (text) => {
    const value = parseOrdered(text);
    expect(value).toEqual(JSON.parse(text));
    expect(stringifyOrdered(value)).toBe(text.startsWith('{ ') ? '{"a":1,"1":2}' : text);
  });

  it('whatever it is, and means the same as before', () => {
    const sign = fc.constantFrom('"', '\\', ',', '{', ':', '1', '20', 'a', ' ');
    const odd = fc.array(sign, { maxLength: 5 }).map((signs) => signs.join(''));
    const key = fc.oneof(fc.nat({ max: 300 }).map(String), fc.string({ maxLength: 4 }), odd);
    const { value: any } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(fc.string(), odd, fc.integer(), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc
          .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 6 })
          .map(orderedObject),
      ),
    }));
    fc.assert(
      fc.property(any, (value) => {
        const text = stringifyOrdered(value);
        expect(JSON.parse(text)).toEqual(value);
        expect(stringifyOrdered(parseOrdered(text))).toBe(text);
        const lines = stringifyOrdered(value, 2);
        expect(stringifyOrdered(parseOrdered(lines))).toBe(text);
        if (!holdsOrder(value)) expect(lines).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('is laid out on lines as JSON.stringify would', () => {
    const text = '{\n  "b": 1,\n  "1": [\n    {},\n    []\n  ]\n}';
    expect(stringifyOrdered(parseOrdered(text), 2)).toBe(text);
  });
});

it('a copy is told the order, with its own keys last', () => {
  const from = parseOrdered('{"b":1,"2":2,"1":3}') as object;
  const { b: _, ...rest } = from as { b: number };
  expect(orderedKeys(keepOrder({ ...rest, 0: 4 }, from))).toEqual(['2', '1', '0']);
});

it('an object that was changed since has the order of its keys as they are', () => {
  const value = parseOrdered('{"b":1,"2":2}') as Record<string, unknown>;
  value.c = 3;
  expect(orderedKeys(value)).toEqual(['2', 'b', 'c']);
});

describe('a number', () => {
  it.each([
    '{"a":2.0,"b":[1e3,-0,1E400,9223372036854775807,0.1e-7,-0.00,1.50]}',
    '{"b":1.0,"2":2.0,"1":[[3.0]],"__proto__":4.0}',
    '{"a":"\\"b\\":2.0","c":"x: 3.0,","d":1.0}',
    '{"a":{"b":12345678901234567890},"c":0.12345678901234567890}',
    '{"a":"\uE000","b":"\\ue0002.0","c":"\\uE000\uE000","d":2.0}',
    '[0.00000010,{"1":1e-7},"1e-7"]',
  ])('is written as it was spelled: %s', (text) => {
    const value = parseOrdered(text);
    expect(value).toEqual(JSON.parse(text));
    expect(stringifyOrdered(value)).toBe(
      text.replace('\\ue0002.0', '\uE0002.0').replace('\\uE000', '\uE000'),
    );
    expect(JSON.parse(stringifyOrdered(value, 2))).toEqual(value);
  });

  it('of any spelling comes back, and has its value', () => {
    const digits = fc.stringMatching(/^(0|[1-9][0-9]{0,22})$/);
    const number = fc
      .tuple(
        fc.boolean(),
        digits,
        fc.option(fc.stringMatching(/^[0-9]{1,20}$/)),
        fc.option(fc.integer({ min: -400, max: 400 })),
      )
      .map(
        ([minus, digits, part, power]) =>
          `${minus ? '-' : ''}${digits}${part === null ? '' : `.${part}`}${power === null ? '' : `e${power}`}`,
      );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), number), { minLength: 1 }), (members) => {
        const text = `{"list":[${members.map(([, text]) => text)}],"in":{${members.map(([name, text]) => `${JSON.stringify(`k${name}`)}:${text}`)}}}`;
        const value = parseOrdered(text) as { in: object };
        expect(value).toEqual(JSON.parse(text));
        if (Object.keys(value.in).length === members.length) expect(stringifyOrdered(value)).toBe(text);
      }),
    );
  });

  it('that was changed is written as what it is now', () => {
    const value = parseOrdered('{"a":2.0,"b":[1.0,3.0]}') as { a: number; b: number[] };
    value.a = 3;
    value.b.shift();
    expect(stringifyOrdered(value)).toBe('{"a":3,"b":[3]}');
    value.a = 2;
    expect(stringifyOrdered(value)).toBe('{"a":2.0,"b":[3]}');
  });

  it('is spelled in a copy as where it was taken from', () => {
    const from = parseOrdered('{"2":2.0,"1":1e1,"minimum":5.0}') as Record<string, number>;
    const copy = keepOrder({ ...from, 1: 11 }, from);
    expect(stringifyOrdered(copy)).toBe('{"2":2.0,"1":11,"minimum":5.0}');
    const moved = { exclusiveMinimum: from.minimum };
    keepNumber(moved, 'exclusiveMinimum', { holder: from, key: 'minimum' });
    expect(stringifyOrdered(moved)).toBe('{"exclusiveMinimum":5.0}');
  });
});

it.each(['{"a":1,"1":}', '{"a":2.0,}', '{2.0:1}', '{"a":02.0}', '[1.0 2.0]', '{"a":2.0'])(
  'a text that is no JSON is refused with its own places: %s',
  (text) => {
    const complaint = (read: () => unknown) => {
      try {
        return read();
      } catch (cause) {
        return String(cause);
      }
    };
    expect(complaint(() => parseOrdered(text))).toBe(complaint(() => JSON.parse(text)));
  },
);

it('nesting a hundred thousand deep overflows nothing while it is read', () => {
  const text = `{"a":1,"1":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect(orderedKeys(parseOrdered(text) as object)).toEqual(['a', '1']);
});

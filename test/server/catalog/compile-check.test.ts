import { describe, expect, it } from 'vitest';
import { type Checker, compileCheck } from '../../../src-server/catalog/checks/compile-check';
import { parseOrdered } from '../../../src-server/json-schema/ordered-json';
import type { JsonObject } from '../../../src-server/json-schema/plain-json';

const checker = (schema: string | JsonObject): Checker => {
  const read = typeof schema === 'string' ? (parseOrdered(schema) as JsonObject) : schema;
  const check = compileCheck(read, { all: true });
  if (check === null) throw new Error('the schema is too big');
  return check;
};
const fits = (schema: string | JsonObject, json: string) => checker(schema)(parseOrdered(json)) === 'fits';
const words = (schema: string | JsonObject, json: string) => {
  const finding = checker(schema)(parseOrdered(json));
  return typeof finding === 'string' || 'noExpression' in finding
    ? finding
    : finding.map(({ pointer, message }) => `${pointer} ${message}`);
};

describe('names that every object inherits', () => {
  it.each(['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    'a property named %s is checked like any other',
    (name) => {
      const rule = `{"${name}": {"type": "string"}}`;
      expect(words(`{"properties": ${rule}}`, `{"${name}": 1}`)).toEqual([`/${name} must be string`]);
      expect(words(`{"properties": ${rule}, "additionalProperties": false}`, `{"${name}": "a"}`)).toBe(
        'fits',
      );
      expect(words(`{"patternProperties": ${rule}}`, `{"${name}": 1}`)).toEqual([`/${name} must be string`]);
      expect(words(`{"required": ["${name}"]}`, '{}')).toEqual([`/${name} is missing`]);
      expect(fits(`{"dependencies": {"${name}": ["a"]}}`, '{}')).toBe(true);
      expect(fits(`{"dependencies": {"${name}": ["a"]}}`, `{"${name}": 1}`)).toBe(false);
      expect(fits(`{"dependencies": {"a": ["${name}"]}}`, '{"a": 1}')).toBe(false);
      const referring = `{"$ref": "#/definitions/${name}", "definitions": ${rule}}`;
      expect([fits(referring, '"a"'), fits(referring, '1')]).toEqual([true, false]);
    },
  );

  it('values with inherited names are compared like any others', () => {
    const value = '{"constructor": {"a": 1}, "valueOf": "x", "toString": null, "__proto__": []}';
    expect(fits(`{"const": ${value}}`, value)).toBe(true);
    expect(fits(`{"enum": [1, ${value}]}`, value)).toBe(true);
    expect(fits('{"enum": [{}]}', '{"__proto__": 1}')).toBe(false);
    expect(fits('{"uniqueItems": true}', `[${value}, ${value}]`)).toBe(false);
    expect(fits('{"uniqueItems": true}', '[{"constructor": 1}, {"constructor": 2}, {}]')).toBe(true);
  });
});

describe('keywords beside a reference', () => {
  it('keywords beside $ref are ignored, but can be the target of a reference', () => {
    const schema = { $ref: '#/definitions/a', maxLength: 1, definitions: { a: { type: 'string' } } };
    expect([fits(schema, '"long"'), fits(schema, '1')]).toEqual([true, false]);
  });
});

describe('references in a schema', () => {
  it('a reference may lead into a keyword that is otherwise ignored', () => {
    const schema = {
      properties: { a: { $ref: '#/x-shared/a%20b' }, b: { $ref: '#/examples/0' } },
      'x-shared': { 'a b': { type: 'string' } },
      examples: [{ type: 'integer' }],
    };
    expect(words(schema, '{"a": 1, "b": "x"}')).toEqual(['/a must be string', '/b must be integer']);
  });

  it('a reference to the URL of the meta-schema is found, in the schema itself first', () => {
    const address = 'http://json-schema.org/draft-07/schema#';
    const schema = {
      properties: { schema: { $ref: address }, text: { $ref: `${address}/definitions/nonNegativeInteger` } },
    };
    expect(fits(schema, '{"schema": {"type": "object"}, "text": 1}')).toBe(true);
    expect(words(schema, '{"schema": {"required": "a"}}')).toEqual(['/schema/required must be array']);
    const own = {
      properties: { schema: { $ref: address } },
      definitions: { meta: { $id: address, type: 'boolean' } },
    };
    expect([fits(own, '{"schema": true}'), fits(own, '{"schema": {}}')]).toEqual([true, false]);
  });

  it('a reference by $id is resolved relative to the enclosing $id', () => {
    const schema = {
      $id: 'https://example.com/a/root.json',
      properties: {
        one: { $ref: 'part.json' },
        two: { $ref: '#name' },
        three: { $ref: 'part.json#/properties/deep' },
      },
      definitions: {
        part: { $id: 'part.json', properties: { deep: { type: 'null' }, up: { $ref: '#/properties/deep' } } },
        named: { $id: '#name', type: 'integer' },
      },
    };
    expect(fits(schema, '{"one": {"deep": null, "up": null}, "two": 1, "three": null}')).toBe(true);
    expect(words(schema, '{"one": {"deep": 1, "up": 1}, "two": "x", "three": 1}')).toEqual([
      '/one/deep must be null',
      '/one/up must be null',
      '/two must be integer',
      '/three must be null',
    ]);
  });

  it('a schema with an unresolvable reference cannot be compiled', () => {
    expect(() => compileCheck({ $ref: 'other.json' })).toThrow('other.json');
    expect(() => compileCheck({ $ref: '#/definitions/constructor', definitions: {} })).toThrow('constructor');
    expect(() => compileCheck({ $ref: `#${'/a'.repeat(300_000)}` })).toThrow();
  });
});

describe('multipleOf', () => {
  it.each([
    ['19.99', '0.01', true],
    ['0.0075', '0.0001', true],
    ['0.00751', '0.0001', false],
    ['1e308', '0.5', true],
    ['1e308', '0.123456789', false],
    ['9007199254740993', '1', true],
    ['7', '2', false],
    ['-0.3', '0.1', true],
  ])('%s as a multiple of %s: %s', (value, step, expected) => {
    expect(fits(`{"multipleOf": ${step}}`, value)).toBe(expected);
  });
});

describe('numbers beyond the precision of a double', () => {
  const [even, odd] = ['9007199254740992', '9007199254740993'];
  it.each([
    ['{"const": 9007199254740993}', odd, even],
    ['{"enum": [1, 9007199254740993]}', odd, even],
    ['{"enum": [{"id": 9007199254740993}]}', `{"id": ${odd}}`, `{"id": ${even}}`],
    ['{"uniqueItems": true}', `[${even}, ${odd}]`, `[${odd}, ${odd}]`],
    ['{"uniqueItems": true}', `[{"id": ${even}}, {"id": ${odd}}]`, `[{"id": ${odd}}, {"id": ${odd}}]`],
    ['{"maximum": 9007199254740992}', even, odd],
    ['{"minimum": 9007199254740993}', odd, even],
    ['{"exclusiveMaximum": 9007199254740993}', even, odd],
    ['{"exclusiveMinimum": 9007199254740992}', odd, even],
    ['{"minimum": -9007199254740992}', `-${even}`, `-${odd}`],
    ['{"maximum": 1e400}', '9.9e399', '1.1e400'],
    ['{"minimum": 0.10000000000000000001}', '0.10000000000000000001', '0.1'],
    ['{"const": 9007199254740993.0}', '9007199254740993', '9007199254740992.0'],
  ])('the value of a property is compared exactly: %s allows %s, and not %s', (rule, good, bad) => {
    const schema = `{"$id": "https://example.com/a", "properties": {"n": {"title": "n", "allOf": [${rule}]}}}`;
    expect([fits(schema, `{"n": ${good}}`), fits(schema, `{"n": ${bad}}`)]).toEqual([true, false]);
  });
});

describe('a pattern', () => {
  it.each([
    [String.raw`^\d{4}\-\d{2}$`, '2026-11', '202611'],
    [String.raw`^[^\@]+\@\p{Lu}$`, 'a@É', 'a@e'],
    ['^a{,3}$', 'a{,3}', 'aa'],
    ['^]$', ']', '['],
    ['^😀$', '😀', 'x'],
  ])('%s is judged by ECMA-262, with the flag u or without', (pattern, good, bad) => {
    expect(words({ pattern }, JSON.stringify(good))).toBe('fits');
    expect(words({ pattern }, JSON.stringify(bad))).toEqual([expect.stringContaining('must match')]);
  });
  it.each(['(?i)a', '\\Aa', 'a\\z', '[', '\\p{Lu}{,3}'])(
    '%s is no expression, and said to be none',
    (pattern) => {
      expect(words({ pattern }, '"a"')).toEqual({ noExpression: pattern });
      const unknowable = { patternProperties: { [pattern]: false }, additionalProperties: false };
      expect(words(unknowable, '{"a": 1}')).toEqual({ noExpression: pattern });
    },
  );
});

describe('the time a check takes', () => {
  it('thousands of objects are checked for uniqueness within two seconds of processor time', () => {
    const items = Array.from({ length: 20_000 }, (_, n) => ({ a: 'x'.repeat(20), n }));
    const check = checker({ uniqueItems: true });
    const start = process.cpuUsage();
    expect(check(items)).toBe('fits');
    expect(check([...items, { n: 0, a: 'x'.repeat(20) }])).toMatchObject([{ rule: 'uniqueItems' }]);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
  });

  it.each([
    ['idn-email', `${'é'.repeat(5_000)}`],
    ['idn-email', `é@${'é'.repeat(5_000)}!`],
    ['email', `a@${'a-'.repeat(5_000)}`],
    ['uri', `http://${'a:'.repeat(5_000)}^`],
    ['uri-template', `{${'a,'.repeat(5_000)}}`],
    ['json-pointer', `${'/~0'.repeat(5_000)}~`],
    ['idn-hostname', `${'é.'.repeat(5_000)}`],
  ])('a hostile %s is refused within a second of processor time', (format, text) => {
    const start = process.cpuUsage();
    expect(checker({ format })(text)).toMatchObject([{ rule: 'format' }]);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1_000);
  });

  it('a text too long for a format check stays undecided', () => {
    expect(checker({ format: 'uri' })(`https://example.com/${'a'.repeat(30_000)}`)).toBe('unsure');
  });
});

describe('formats and encoded contents', () => {
  it.each([
    ['date-time', '2026-01-31 12:00', 'must be a date and time with an offset, like 2026-01-31T12:00:00Z'],
    ['idn-hostname', 'a..b', 'must be a host name'],
    ['uri', '/relative', 'must be a URI with its scheme, like https://example.com/a'],
    ['int32', 2 ** 40, 'must be of the format int32'],
  ])('the error about format %s says what is expected', (format, value, message) => {
    expect(words({ format }, JSON.stringify(value))).toEqual([` ${message}`]);
  });

  it('checking a format writes nothing about the payload to the output', async () => {
    const { stdout } = await import('node:process');
    const written: unknown[] = [];
    const { write } = stdout;
    stdout.write = (chunk: unknown) => written.push(chunk) > 0;
    try {
      expect(fits({ format: 'idn-hostname' }, '"secret..host"')).toBe(false);
    } finally {
      stdout.write = write;
    }
    expect(written).toEqual([]);
  });

  it('a string with encoded content is checked against its announced media type and encoding', () => {
    expect(words({ contentEncoding: 'base64' }, '"%"')).toEqual([' must be bytes in base64']);
    expect(words({ contentMediaType: 'application/json' }, '"{"')).toEqual([' must contain a JSON document']);
    expect(words({ contentMediaType: 'text/html', contentEncoding: 'quoted-printable' }, '"="')).toBe('fits');
  });
});

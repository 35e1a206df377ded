import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactJson, rawItems, rawMember, rawMembers } from '../../../src-server/json-schema/raw-json-text';

/** JSON text with random white space between its tokens, and keys that may be spelled with escapes. */
function spaced(value: unknown, random: () => number): string {
  const space = () => [' ', '\n', '\t', '\r', '', '', '', ''][Math.floor(random() * 8)] ?? '';
  const text = (string: string) =>
    random() < 0.3
      ? `"${[...Array(string.length).keys()].map((i) => `\\u${string.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`
      : JSON.stringify(string);
  const write = (part: unknown): string => {
    if (Array.isArray(part)) return `[${space()}${part.map(write).join(`${space()},${space()}`)}${space()}]`;
    if (typeof part === 'object' && part !== null) {
      const entries = Object.entries(part).map(
        ([key, member]) => `${text(key)}${space()}:${space()}${write(member)}`,
      );
      return `{${space()}${entries.join(`${space()},${space()}`)}${space()}}`;
    }
    return typeof part === 'string' ? text(part) : JSON.stringify(part);
  };
  return space() + write(value) + space();
}

const key = fc.oneof(fc.constantFrom('payload', 'data', 'payl\\oad', 'p"', '', '__proto__'), fc.string());

test('the raw text of a member parses to what JSON.parse finds there, whatever the white space', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, fc.jsonValue())),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (members, stream) => {
        const random = () => stream.next().value as number;
        const body = members
          .map(([name, value]) => `${spaced(name, random)}:${spaced(value, random)}`)
          .join(',');
        const json = `${random() < 0.5 ? ' ' : ''}{${body}}\n`;
        const parsed = JSON.parse(json);
        for (const name of [...members.map(([name]) => name), 'payload', 'missing']) {
          const raw = rawMember(json, name);
          if (!Object.hasOwn(parsed, name)) expect(raw).toBeUndefined();
          else expect(JSON.parse(raw ?? '')).toEqual(parsed[name]);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test.each([
  [
    '{"payload":{"n":1e400,"big":12345678901234567890,"x":1.0}}',
    '{"n":1e400,"big":12345678901234567890,"x":1.0}',
  ],
  ['{"payload": {"a":1}, "payload" :\t{"b": 2}\n}', '{"b": 2}'],
  ['{"p\\u0061yload":{"a":"\\u00e9\\\\"},"z":"}"}', '{"a":"\\u00e9\\\\"}'],
  ['{"x":"\\\\","payload":-1.5e-7}', '-1.5e-7'],
  ['{"nested":{"payload":1}}', undefined],
  ['{}', undefined],
])('of %s it takes %s', (json, expected) => {
  expect(rawMember(json, 'payload')).toBe(expected);
});

test('members, items and the compact text are those of JSON.parse, whatever the white space', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(key, fc.jsonValue())),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (members, stream) => {
        const random = () => stream.next().value as number;
        const texts = members.map(([name, value]) => [spaced(name, random), spaced(value, random)] as const);
        const object = `{${texts.map(([name, value]) => `${name}:${value}`).join(',')}}`;
        const list = `[${texts.map(([, value]) => value).join(',')}]`;
        const read = rawMembers(object).map(({ name, text }) => [name, JSON.parse(text)]);
        expect(read).toEqual(members.map(([name, value]) => [name, JSON.parse(JSON.stringify(value))]));
        expect(rawItems(list).map((text) => JSON.parse(text))).toEqual(JSON.parse(list));
        const compact = compactJson(object);
        expect(JSON.parse(compact)).toEqual(JSON.parse(object));
        expect(compact.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\s/);
        expect(compactJson(compact)).toBe(compact);
      },
    ),
  );
});

test('white space inside of strings stays, and repeated members do too', () => {
  expect(compactJson('{ "a b" : " \\" : " ,\n"a b":\t[ 1 , 2.0 ] }')).toBe('{"a b":" \\" : ","a b":[1,2.0]}');
  expect(rawMembers('{"a":1,"a":2.0}').map(({ text }) => text)).toEqual(['1', '2.0']);
  expect(rawItems(' [ ]')).toEqual([]);
});

test('nesting a million deep is no problem', () => {
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
  expect(rawMember(`{"payload":${deep}}`, 'payload')).toBe(deep);
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeText,
  goToStep,
  redo,
  startHistory,
  undo,
} from '../../../../src-renderer/ui/drafts/edit-history';
import { withoutInvisible } from '../../../../src-server/json-schema/invisible-characters';
import { fromValue, get, toValue, withKey } from '../../../../src-server/json-schema/json-node';
import { fromPointer, toPointer } from '../../../../src-server/json-schema/json-pointer';
import { changeAt, pathAtOffset } from '../../../../src-server/json-schema/node-path';
import { parseJson } from '../../../../src-server/json-schema/parse-json';
import { printJson } from '../../../../src-server/json-schema/print-json';
import { parsed, SCHEMAS } from './documents';

const json = fc.jsonValue({ maxDepth: 5 });

describe('a JSON document', () => {
  it('a document is read as by JSON.parse and printed as by JSON.stringify', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(printJson(parsed(text))).toBe(text);
        expect(toValue(parsed(text))).toEqual(JSON.parse(text));
        expect(printJson(fromValue(JSON.parse(text)))).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  it.each([
    ['\uFEFF{"a": 1}', '{"a": 1}', 'byte order mark (U+FEFF)', 0],
    ['{\n\u00A0\u00A0"a\u00A0\u200B":\u00A01}', '{\n  "a\u00A0\u200B": 1}', 'no-break space (U+00A0)', 2],
    ['[1,\u200B2\u2028]', '[1,2 ]', 'zero-width space (U+200B)', 3],
    ['{"a": "\\"\u00A0"}\u0007', '{"a": "\\"\u00A0"}', 'control character (U+0007)', 12],
  ])('an invisible character is named, and can be removed: %j', (text, clean, name, offset) => {
    const found = parseJson(text);
    const label = `invisible character, ${name}`;
    expect(found).toMatchObject({ ok: false, fault: { label, offset, isInvisible: true } });
    expect(withoutInvisible(text)).toBe(clean);
    expect(parseJson(clean).ok).toBe(true);
  });

  it('a text is refused exactly where JSON.parse refuses it', () => {
    const broken = fc
      .tuple(json, fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '\n', 'x', '01', ':'))
      .map(([value, at, put]) => {
        const text = JSON.stringify(value);
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + put + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(broken, (text) => {
        let fits = true;
        try {
          JSON.parse(text);
        } catch {
          fits = false;
        }
        expect(parseJson(text).ok).toBe(fits);
      }),
      { numRuns: 500 },
    );
  });

  it('a syntax error is reported with its line', () => {
    expect(parseJson('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({
      ok: false,
      fault: { label: 'a comma or } is missing', line: 3, column: 3 },
    });
    expect(parseJson('')).toMatchObject({ ok: false, fault: { line: 1 } });
    expect(parseJson(`${'['.repeat(100_000)}`)).toMatchObject({ ok: false });
  });

  it('an edit keeps the numbers, escapes, spaces and key order of everything else', () => {
    const text = '{"type":  "object",\n "10": 1.50e3, "2": "\\u0061", "a": {"b": [1,  2]}, "c": 1}';
    const next = changeAt(parsed(text), ['c'], () => fromValue(2));
    expect(printJson(next)).toBe(
      '{\n  "type": "object",\n  "10": 1.50e3,\n  "2": "\\u0061",\n  "a": {"b": [1,  2]},\n  "c": 2\n}',
    );
  });

  it('keys such as __proto__ are kept as data', () => {
    const root = parsed('{"__proto__": {"a": 1}, "constructor": 2}');
    expect(JSON.stringify(toValue(root))).toBe('{"__proto__":{"a":1},"constructor":2}');
    expect(get(root, 'toString')).toBeUndefined();
    expect(root.kind === 'object' && withKey(root, 'constructor', fromValue(3)).members).toHaveLength(2);
  });

  it("a position in the text and a pointer lead to each other's place", () => {
    const text = '{"a": {"b/c": [10, 20]}}';
    const root = parsed(text);
    expect(toPointer(pathAtOffset(root, text.indexOf('20') + 1))).toBe('/a/b~1c/1');
    expect(toPointer(pathAtOffset(root, text.indexOf('b/c')))).toBe('/a/b~1c');
    expect(toPointer(pathAtOffset(root, 0))).toBe('');
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (path) => {
        expect(fromPointer(toPointer(path))).toEqual(path);
      }),
    );
  });
});

describe('the undo history', () => {
  const texts = fc.array(fc.tuple(fc.string(), fc.constantFrom(null, 'a', 'b')), { maxLength: 30 });

  it('undo goes back to the start and redo to the end, letter by letter', () => {
    fc.assert(
      fc.property(fc.string(), texts, (start, changes) => {
        let history = startHistory(start);
        for (const [text, group] of changes) history = changeText(history, text, { label: 'x', group });
        const end = history.text;
        const undone = goToStep(history, 0);
        expect(undone.text).toBe(start);
        expect(goToStep(undone, history.past.length).text).toBe(end);
      }),
    );
  });

  it('typing in one run is one undo step, and a change without effect is none', () => {
    const typed = ['a', 'ab', 'abc'].reduce(
      (history, text) => changeText(history, text, { label: 'Edit JSON', group: 'typing' }),
      startHistory(''),
    );
    expect(typed.past).toHaveLength(1);
    expect(undo(typed).text).toBe('');
    expect(redo(undo(typed)).text).toBe('abc');
    expect(changeText(typed, 'abc', { label: 'Nothing' })).toBe(typed);
    expect(changeText(typed, '', { label: 'Edit JSON', group: 'typing' }).past).toEqual([]);
    const branch = changeText(undo(typed), 'z', { label: 'Other' });
    expect(branch.future).toEqual([]);
  });
});

describe('published schemas', () => {
  const require = createRequire(import.meta.url);
  const octokit = JSON.parse(
    readFileSync(require.resolve('@octokit/openapi-webhooks/generated/api.github.com.json'), 'utf8'),
  ) as { components: { schemas: Record<string, unknown> } };
  const theirs = Object.values(octokit.components.schemas).slice(0, 60);

  it.each([...SCHEMAS, ...theirs].map((schema, index) => [index, schema]))(
    'schema %i is printed as it was read',
    (_, schema) => {
      const text = JSON.stringify(schema, null, 2);
      expect(printJson(parsed(text))).toBe(text);
    },
  );
});

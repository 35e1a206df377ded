import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractDefinition, inlineReference } from '../../../src-renderer/schema-edit/definition-edits';
import type { EditOutcome } from '../../../src-renderer/schema-edit/edit-outcome';
import { visibleRows } from '../../../src-renderer/schema-edit/edit-rows';
import {
  addChild,
  addSibling,
  deleteRow,
  renameKey,
  toggleRequired,
} from '../../../src-renderer/schema-edit/field-edits';
import { changeText, goToStep, startHistory } from '../../../src-renderer/schema-edit/history';
import { fromValue, type JsonNode } from '../../../src-renderer/schema-edit/json-node';
import { setKeyword } from '../../../src-renderer/schema-edit/keyword-edits';
import { lintSchema } from '../../../src-renderer/schema-edit/lint-schema';
import { moveInto, moveOut, moveRow } from '../../../src-renderer/schema-edit/move-edits';
import type { Path } from '../../../src-renderer/schema-edit/pointer';
import { printJson } from '../../../src-renderer/schema-edit/print-json';
import { setType, toggleNullable } from '../../../src-renderer/schema-edit/type-edits';
import { parsed, SCHEMAS } from './documents';

type Edit = (root: JsonNode, path: Path) => EditOutcome;
const name = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('a', '1', '__proto__', 'a/b', '~'));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  name.map(
    (key): Edit =>
      (root, path) =>
        renameKey(root, path, key),
  ),
  fc.constantFrom<Edit>(
    toggleRequired,
    toggleNullable,
    addSibling,
    addChild,
    deleteRow,
    moveInto,
    moveOut,
    extractDefinition,
    inlineReference,
  ),
  fc.constantFrom(1 as const, -1 as const).map(
    (by): Edit =>
      (root, path) =>
        moveRow(root, path, by),
  ),
  fc
    .constantFrom(
      'string',
      'integer',
      'number',
      'boolean',
      'object',
      'array',
      'null',
      'any',
      'oneOf',
      'anyOf',
      'allOf',
    )
    .map(
      (type): Edit =>
        (root, path) =>
          setType(root, path, type as 'string'),
    ),
  fc.constant<Edit>((root, path) => setType(root, path, 'reference', '#/definitions/Address')),
  fc
    .tuple(
      fc.constantFrom('title', 'enum', 'const', 'minimum', 'x-own'),
      fc.option(fc.jsonValue({ maxDepth: 2 })),
    )
    .map(
      ([key, value]): Edit =>
        (root, path) =>
          setKeyword(root, path, key, value === null ? null : fromValue(value)),
    ),
);

describe('any edits, in any order', () => {
  it('leave a document that reads as it was printed, undo to the start and redo to the end', () => {
    const runs = fc.tuple(fc.constantFrom(...SCHEMAS), fc.array(fc.tuple(edit, fc.nat()), { maxLength: 25 }));
    fc.assert(
      fc.property(runs, ([schema, edits]) => {
        const start = JSON.stringify(schema, null, 2);
        let history = startHistory(start);
        for (const [one, at] of edits) {
          const root = parsed(history.text);
          const rows = visibleRows(root, new Map());
          const row = rows[at % rows.length];
          if (!row) throw new Error('There is always a root.');
          const outcome = one(root, row.path);
          if (!outcome.ok) {
            expect(outcome.reason).toMatch(/\.$/);
            continue;
          }
          const text = printJson(outcome.root);
          expect(printJson(parsed(text))).toBe(text);
          history = changeText(history, text, outcome);
        }
        expect(() => lintSchema(parsed(history.text))).not.toThrow();
        const undone = goToStep(history, 0);
        expect(undone.text).toBe(start);
        expect(goToStep(undone, history.past.length).text).toBe(history.text);
      }),
      { numRuns: 300 },
    );
  });

  it('put the focus on a row that is there', () => {
    const runs = fc.tuple(fc.constantFrom(...SCHEMAS), edit, fc.nat());
    fc.assert(
      fc.property(runs, ([schema, one, at]) => {
        const open = new Map<string, boolean>();
        const root = parsed(JSON.stringify(schema));
        const rows = visibleRows(root, open);
        const row = rows[at % rows.length];
        if (!row) return;
        const outcome = one(root, row.path);
        if (!outcome.ok) return;
        const all = new Map(['', '/definitions/Address', '/definitions/Customer'].map((key) => [key, true]));
        const pointers = visibleRows(outcome.root, all).map(({ pointer }) => pointer);
        const deep = outcome.focus.split('/').length > 8;
        expect(deep || pointers.includes(outcome.focus)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleRows } from '../../../../src-renderer/admin/features/schema/model/edit-rows';
import { lintSchema } from '../../../../src-renderer/admin/features/schema/model/lint-schema';
import {
  changeText,
  type EditHistory,
  goToStep,
  startHistory,
} from '../../../../src-renderer/ui/drafts/edit-history';
import { parseJson } from '../../../../src-server/json-schema/parse-json';
import { printJson } from '../../../../src-server/json-schema/print-json';
import { share } from '../../../support/share';
import { parsed, SCHEMAS } from './documents';
import { anyEdit } from './random-edit';

/** A piece of text inserted somewhere in the JSON, as part of a run of typing or alone. */
interface CodeEdit {
  readonly at: number;
  readonly text: string;
  readonly run: string | null;
}
const codeEdit: fc.Arbitrary<CodeEdit | null> = fc.option(
  fc.record({
    at: fc.nat(),
    text: fc.constantFrom(' ', '\n', '"', '1', '{}', ',', '}'),
    run: fc.option(fc.constantFrom('run 1', 'run 2')),
  }),
  { freq: 3 },
);

/** Types in the JSON. Invalid JSON is a step too, which is then undone: the tree does not change during it. */
function editInCode(history: EditHistory, { at, text, run }: CodeEdit): EditHistory {
  const start = at % (history.text.length + 1);
  const next = history.text.slice(0, start) + text + history.text.slice(start);
  const edited = changeText(history, next, { label: 'Edit the JSON', group: run });
  if (parseJson(next).ok) return edited;
  return changeText(edited, history.text, { label: 'Edit the JSON', group: run });
}

describe('random edits of a schema', () => {
  it('after any edits a document prints as it reads, undoes to the start and redoes to the end', () => {
    const runs = fc.tuple(
      fc.constantFrom(...SCHEMAS),
      fc.array(fc.tuple(anyEdit, fc.nat(), codeEdit), { maxLength: 25 }),
    );
    fc.assert(
      fc.property(runs, ([schema, edits]) => {
        const start = JSON.stringify(schema, null, 2);
        let history = startHistory(start);
        for (const [edit, at, code] of edits) {
          if (code) {
            history = editInCode(history, code);
            continue;
          }
          const root = parsed(history.text);
          const rows = visibleRows(root, new Map());
          const row = rows[at % rows.length];
          if (!row) throw new Error('There is always a root.');
          const outcome = edit(root, row.path);
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
      { numRuns: share(300) },
    );
  });

  it('after any edit the focus is on an existing row', () => {
    const runs = fc.tuple(fc.constantFrom(...SCHEMAS), anyEdit, fc.nat());
    fc.assert(
      fc.property(runs, ([schema, edit, at]) => {
        const open = new Map<string, boolean>();
        const root = parsed(JSON.stringify(schema));
        const rows = visibleRows(root, open);
        const row = rows[at % rows.length];
        if (!row) return;
        const outcome = edit(root, row.path);
        if (!outcome.ok) return;
        const all = new Map(['', '/definitions/Address', '/definitions/Customer'].map((key) => [key, true]));
        const pointers = visibleRows(outcome.root, all).map(({ pointer }) => pointer);
        const deep = outcome.focus.split('/').length > 8;
        expect(deep || pointers.includes(outcome.focus)).toBe(true);
      }),
      { numRuns: share(500) },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { visibleRows } from '../../../../src-renderer/admin/features/schema/model/edit-rows';
import { lintSchema } from '../../../../src-renderer/admin/features/schema/model/lint-schema';
import { changeText, redo, startHistory, undo } from '../../../../src-renderer/ui/drafts/edit-history';
import { printJson } from '../../../../src-server/json-schema/print-json';
import { some } from '../../../support/share';
import { parsed } from './documents';
import { addSample, PLAIN_EDITS } from './random-edit';

const many = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const named = <T>(count: number, make: (at: number) => T) =>
  Object.fromEntries(many(count, (at) => [`f${at}`, make(at)]));

/** Unusual or malicious schemas: wide, deep, cyclic, and with keys that mean something else. */
const LARGE: Readonly<Record<string, string>> = {
  'five thousand fields': JSON.stringify({
    type: 'object',
    required: many(5_000, (at) => `f${at}`),
    properties: named(5_000, (at) => ({ type: 'string', description: `Number ${at}` })),
  }),
  'three hundred levels': `${'{"properties":{"a":'.repeat(190)}{"type":"string"}${'}}'.repeat(190)}`,
  'two thousand branches': JSON.stringify({ oneOf: many(2_000, (at) => ({ title: `B${at}`, const: at })) }),
  'a thousand definitions that all refer to each other': JSON.stringify({
    $ref: '#/definitions/f0',
    definitions: named(1_000, (at) => ({
      properties: { next: { $ref: `#/definitions/f${(at + 1) % 1_000}` }, all: { $ref: '#' } },
    })),
  }),
  'references in circles and to nowhere': JSON.stringify({
    properties: {
      a: { $ref: '#/properties/b' },
      b: { $ref: '#/properties/a' },
      c: { $ref: '#/properties/c' },
      d: { $ref: '#/%zz' },
      e: { $ref: 'https://example.test/x.json' },
      f: { allOf: [{ $ref: '#' }, { $ref: '#/properties/f' }] },
    },
  }),
  'keywords that are something else': JSON.stringify({
    type: 5,
    required: 'a',
    properties: [1],
    items: null,
    oneOf: {},
    enum: 'x',
    definitions: 3,
    dependencies: [],
  }),
  'an enum of twenty thousand': JSON.stringify({ enum: many(20_000, (at) => `value ${at}`) }),
  'keys that JavaScript knows, and one that stands twice':
    '{"properties":{"__proto__":{"type":"string"},"constructor":{},"a":{},"a":{"type":"number"}}}',
};
/** Of the processor: far above the time on an idle machine (10 to 100 ms), and below that of an algorithm of the next higher power. */
const BOUND_MS = 4_000;

describe.each(Object.entries(LARGE))('%s', (name, start) => {
  it(`a schema with ${name} is shown, linted and edited in time, and every edit can be undone`, () => {
    const edits = { ...PLAIN_EDITS, sample: addSample({ f1: { x: [1] }, fresh: 'a', __proto__x: 1 }) };
    const root = parsed(start);
    const rows = visibleRows(root, new Map());
    const timed = (what: string, act: () => void) => {
      const from = process.cpuUsage();
      act();
      expect(process.cpuUsage(from).user / 1000, what).toBeLessThan(BOUND_MS);
    };
    timed('rows', () => visibleRows(root, new Map()));
    timed('lint', () => lintSchema(root));
    // In the gate, at the root and in the middle.
    const places = some([rows[0], rows[1], rows[Math.floor(rows.length / 2)], rows.at(-1)], 2);
    for (const [what, edit] of Object.entries(edits)) {
      for (const row of new Set(places)) {
        if (!row) continue;
        timed(`${what} at ${row.pointer}`, () => {
          const outcome = edit(root, row.path);
          if (!outcome.ok) return;
          const text = printJson(outcome.root);
          expect(printJson(parsed(text))).toBe(text);
          const history = changeText(startHistory(start), text, outcome);
          expect(undo(history).text).toBe(start);
          expect(redo(undo(history)).text).toBe(text);
        });
      }
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ImportTexts } from '../../../src-server/catalog/openapi/import-texts';
import type { ImportedEventType } from '../../../src-server/contract/import-plan';
import type { EventTypeFromOpenapi } from '../../../src-server/contract/openapi-import';
import { textOfEventType } from '../../../src-server/storage/catalog/event-type-text';
import { type NamedImport, planLists } from './plan-lists';

const stored = (name: string, more: Partial<NamedImport> = {}): NamedImport => ({
  name,
  description: '',
  archived: false,
  deprecated: false,
  sunsetAt: null,
  replacedBy: null,
  groupName: null,
  featureFlags: null,
  schema: null,
  ...more,
});
const from = (name: string, more: Partial<EventTypeFromOpenapi> = {}) => ({
  eventType: { name, description: '', deprecated: false, ...more },
});
const states = (plan: ReturnType<typeof planLists>) => plan.rows.map(({ row }) => `${row.state} ${row.name}`);

describe('the import plan without a baseline', () => {
  it('an import creates new event types, updates changed ones and leaves equal ones alone', () => {
    const schema = { type: 'object', required: ['a'] };
    const reordered = { '1': { required: ['a'], type: 'object' } };
    const plan = planLists(
      [from('new'), from('same', { schemas: reordered }), from('changed', { description: 'now' })],
      [stored('same', { schema }), stored('changed'), stored('other')],
    );
    expect(states(plan)).toEqual(['new new', 'unchanged same', 'changed changed']);
    expect(plan.writes.map(({ name }) => name)).toEqual(['new', 'changed']);
  });
  it('an import keeps flags, group, schema and other versions that the document does not mention', () => {
    const row = textOfEventType({
      ...stored('a', { featureFlags: ['beta'], groupName: 'g' }),
      ...{ sunsetAt: '2027-01-01T00:00:00.000Z', replacedBy: 'b' },
      schemas: '{"2":true,"1":{"type":"\\u006fbject"}}',
    });
    const imported = (more: Partial<EventTypeFromOpenapi>) => {
      const texts = new ImportTexts();
      const before = { name: 'a', ...texts.imported(row) };
      const [write] = planLists([from('a', { description: 'd', ...more })], [before]).writes;
      return write && texts.stored('a', row, write.after);
    };
    expect(imported({})).toEqual({ ...row, description: 'd' });
    expect(imported({ schemas: { '1': false } })).toEqual({
      ...row,
      description: 'd',
      schemas: '{"1":false,"2":true}',
    });
  });
  it('an import writes flags and group of the document, and an empty list clears the flags', () => {
    const before = stored('a', { featureFlags: ['beta'], groupName: 'g' });
    const plan = planLists([from('a', { featureFlags: [], groupName: 'h' })], [before]);
    expect(plan.writes[0]?.after).toMatchObject({ featureFlags: null, groupName: 'h' });
    expect(
      planLists([from('a', { featureFlags: ['b', 'a'] })], [stored('a', { featureFlags: ['a', 'b'] })])
        .writes,
    ).toEqual([]);
  });
  it('an import unarchives an event type of the document', () => {
    expect(states(planLists([from('a')], [stored('a', { archived: true })]))).toEqual(['changed a']);
  });
  it('an import archives missing event types only with replaceAll, and never skipped ones', () => {
    const existing = [stored('a'), stored('gone'), stored('old', { archived: true }), stored('skipped')];
    const problem = { ...from('skipped'), problem: 'no' };
    expect(states(planLists([from('a')], existing))).toEqual(['unchanged a']);
    expect(states(planLists([from('a'), problem], existing, { replaceAll: true }))).toEqual([
      'unchanged a',
      'problem skipped',
      'removed gone',
    ]);
    expect(planLists([], existing, { replaceAll: true }).writes).toEqual([]);
  });
  it('a repeated import changes nothing, whatever the catalog contained', () => {
    const flags = fc.option(fc.uniqueArray(fc.constantFrom('f', 'g'), { maxLength: 2 }), { nil: null });
    const schemas = fc.option(
      fc.record({ '1': fc.oneof(fc.boolean(), fc.dictionary(fc.string(), fc.jsonValue())) }),
      { nil: null },
    );
    const name = fc.constantFrom('a', 'b', 'c');
    const existing = fc.uniqueArray(
      fc.record({
        name,
        description: fc.string(),
        archived: fc.boolean(),
        deprecated: fc.boolean(),
        sunsetAt: fc.constantFrom(null, '2031'),
        replacedBy: fc.constantFrom(null, 'd'),
        groupName: fc.constantFrom(null, 'x'),
        featureFlags: flags,
        schema: schemas.map((versions) => versions?.['1'] ?? null),
      }),
      { selector: (item) => item.name },
    );
    const document = fc.uniqueArray(
      fc.record(
        {
          name,
          description: fc.string(),
          deprecated: fc.boolean(),
          sunsetAt: fc.constantFrom(null, '2032'),
          replacedBy: fc.constantFrom(null, 'e'),
          featureFlags: fc.constantFrom(['f'], []),
          groupName: fc.constant('y'),
          schemas: schemas.map((s) => s ?? {}),
        },
        { requiredKeys: ['name', 'description', 'deprecated'] },
      ),
      { selector: (item) => item.name },
    );
    fc.assert(
      fc.property(existing, document, fc.boolean(), (before, types, replaceAll) => {
        const candidates = types.map((eventType) => ({ eventType }));
        const now = new Map<string, NamedImport>(before.map((item) => [item.name, item]));
        for (const { name, after } of planLists(candidates, before, { replaceAll }).writes)
          now.set(name, { name, ...after });
        expect(planLists(candidates, [...now.values()], { replaceAll }).writes).toEqual([]);
      }),
    );
  });
});

describe('the import plan with a baseline', () => {
  const base: ImportedEventType = {
    description: 'one',
    schema: { type: 'object' },
    featureFlags: ['f'],
    groupName: 'g',
    deprecated: false,
    sunsetAt: null,
    replacedBy: null,
    archived: false,
  };
  const asBase = (more: Partial<NamedImport> = {}) =>
    stored('a', {
      description: 'one',
      schema: { type: 'object' },
      featureFlags: ['f'],
      groupName: 'g',
      ...more,
    });
  const patch = (more: Partial<EventTypeFromOpenapi> = {}) =>
    from('a', {
      description: 'one',
      schemas: { '1': { type: 'object' } },
      featureFlags: ['f'],
      groupName: 'g',
      ...more,
    });
  const against = (document: ReturnType<typeof patch>, current: NamedImport, more: object = {}) =>
    planLists([document], [current], { overwrite: false, baselines: { a: base }, ...more });
  const row = (document: ReturnType<typeof patch>, current: NamedImport, more: object = {}) =>
    against(document, current, more).rows[0]?.row;

  it('an import keeps manual edits of fields the document did not change', () => {
    const current = asBase({
      description: 'by hand',
      featureFlags: null,
      schema: true,
      archived: true,
    });
    expect(row(patch(), current)).toMatchObject({
      state: 'unchanged',
      kept: ['description', 'schema', 'featureFlags', 'archived'],
      before: null,
    });
  });
  it('an import writes changes of the document, and keeps manual edits of other fields', () => {
    const planned = against(patch({ description: 'two', deprecated: true }), asBase({ groupName: 'mine' }));
    expect(planned.rows[0]?.row).toMatchObject({
      state: 'changed',
      kept: ['groupName'],
      conflicts: [],
      after: { description: 'two', groupName: 'mine', deprecated: true },
    });
    expect(planned.writes[0]?.after).toMatchObject({ description: 'two', groupName: 'mine' });
  });
  it.each([
    ['description', { description: 'two' }, { description: 'by hand' }, 'one', 'by hand', 'two'],
    ['schema', { schemas: { '1': true } }, { schema: false }, { type: 'object' }, false, true],
    ['featureFlags', { featureFlags: ['x', 'f'] }, { featureFlags: null }, ['f'], null, ['x', 'f']],
    ['groupName', { groupName: 'h' }, { groupName: null }, 'g', null, 'h'],
    ['sunsetAt', { sunsetAt: '2031' }, { sunsetAt: '2032' }, null, '2032', '2031'],
    ['replacedBy', { replacedBy: 'b' }, { replacedBy: 'c' }, null, 'c', 'b'],
  ] as const)(
    'an import conflicts if both the document and the catalog changed %s',
    (field, document, current, baseline, catalog, now) => {
      expect(row(patch(document), asBase(current))).toMatchObject({
        state: 'conflict',
        conflicts: [{ field, baseline, catalog, document: now }],
        after: { [field]: now },
      });
    },
  );
  it('an import has no conflict if both made the same change, ignoring the order of keys and flags', () => {
    const schema = { type: 'array', items: {} };
    const document = patch({
      description: 'two',
      featureFlags: ['a', 'b'],
      schemas: { '1': { items: {}, type: 'array' } },
    });
    expect(row(document, asBase({ description: 'two', featureFlags: ['b', 'a'], schema }))).toMatchObject({
      state: 'unchanged',
      kept: [],
    });
  });
  it('an import moves the baseline to the document, even where the catalog keeps its own value', () => {
    const current = asBase({ description: 'by hand' });
    const merged = against(patch({ deprecated: true }), current).rows[0]?.merged;
    expect(merged?.baseline).toEqual({ ...base, deprecated: true });
  });
  it('an import keeps the baseline of a field that is excluded or missing in the document', () => {
    const silent = from('a', { description: 'two' });
    const planned = against(silent, asBase({ groupName: 'mine' }), { keepDescription: true });
    expect(planned.rows[0]?.merged?.baseline).toEqual(base);
    expect(planned.rows[0]?.row.state).toBe('unchanged');
  });
  it('an import keeps flags and descriptions on request, except for new event types', () => {
    const keep = { keepDescription: true, keepFlags: true };
    const document = patch({ description: 'two', featureFlags: ['x'] });
    expect(row(document, asBase(), keep)?.state).toBe('unchanged');
    const fresh = planLists([document], [], { overwrite: false, ...keep }).writes[0]?.after;
    expect(fresh).toMatchObject({ description: 'two', featureFlags: ['x'] });
  });
  it('an import that overwrites ignores the baseline', () => {
    const planned = against(patch({ description: 'two' }), asBase({ description: 'by hand' }), {
      overwrite: true,
    });
    expect(planned.rows[0]?.row.state).toBe('changed');
  });
  it('an import lists as removed only event types that the same document created', () => {
    const options = { overwrite: false, baselines: { a: base, b: base }, source: 'doc' };
    const existing = [asBase(), stored('b'), stored('c')];
    expect(states(planLists([from('n')], existing, options))).toEqual(['new n', 'removed a', 'removed b']);
    expect(states(planLists([from('n')], existing, { ...options, source: 'other' }))).toEqual(['new n']);
  });
});

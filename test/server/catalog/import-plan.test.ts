import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planImport } from '../../../src-server/catalog/import-plan';
import type { EventTypeFromOpenapi } from '../../../src-server/contract/openapi-import';
import type { EventTypeContent } from '../../../src-server/storage/event-type-store';

const stored = (name: string, more: Partial<EventTypeContent> = {}): EventTypeContent => ({
  name,
  description: '',
  archived: false,
  deprecated: false,
  groupName: null,
  featureFlags: null,
  schemas: null,
  ...more,
});
const from = (name: string, more: Partial<EventTypeFromOpenapi> = {}) => ({
  eventType: { name, description: '', deprecated: false, ...more },
});
const actions = (plan: ReturnType<typeof planImport>) =>
  plan.changes.map(({ action, name }) => `${action} ${name}`);

describe('planImport', () => {
  it('creates, updates and leaves alone by value', () => {
    const schemas = { '1': { type: 'object', required: ['a'] } };
    const reordered = { '1': { required: ['a'], type: 'object' } };
    const plan = planImport(
      [from('new'), from('same', { schemas: reordered }), from('changed', { description: 'now' })],
      [stored('same', { schemas }), stored('changed'), stored('other')],
    );
    expect(actions(plan)).toEqual(['create new', 'unchanged same', 'update changed']);
    expect(plan.writes.map(({ name }) => name)).toEqual(['new', 'changed']);
  });
  it('keeps flags, group, schema and other versions that the document does not speak of', () => {
    const before = stored('a', {
      featureFlags: ['beta'],
      groupName: 'g',
      schemas: { '1': { type: 'object' }, '2': true },
    });
    expect(planImport([from('a', { description: 'd' })], [before]).writes[0]?.after).toEqual({
      ...before,
      description: 'd',
    });
    const after = planImport([from('a', { schemas: { '1': false } })], [before]).writes[0]?.after;
    expect(after?.schemas).toEqual({ '1': false, '2': true });
  });
  it('writes flags and group when the document has them; an empty list clears the flags', () => {
    const before = stored('a', { featureFlags: ['beta'], groupName: 'g' });
    const plan = planImport([from('a', { featureFlags: [], groupName: 'h' })], [before]);
    expect(plan.writes[0]?.after).toMatchObject({ featureFlags: null, groupName: 'h' });
    expect(
      planImport([from('a', { featureFlags: ['b', 'a'] })], [stored('a', { featureFlags: ['a', 'b'] })])
        .writes,
    ).toEqual([]);
  });
  it('brings an archived event type back', () => {
    expect(actions(planImport([from('a')], [stored('a', { archived: true })]))).toEqual(['update a']);
  });
  it('archives what the document does not name, with replaceAll only, and spares skipped entries', () => {
    const existing = [stored('a'), stored('gone'), stored('old', { archived: true }), stored('skipped')];
    const problems = [{ pointer: '/x', name: 'skipped', severity: 'skipped', message: 'm' }] as const;
    expect(actions(planImport([from('a')], existing))).toEqual(['unchanged a']);
    expect(actions(planImport([from('a')], existing, { replaceAll: true, problems }))).toEqual([
      'unchanged a',
      'archive gone',
    ]);
    expect(planImport([], existing, { replaceAll: true }).writes).toEqual([]);
  });
  it('plans nothing when repeated, whatever was there', () => {
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
        groupName: fc.constantFrom(null, 'x'),
        featureFlags: flags,
        schemas,
      }),
      { selector: (item) => item.name },
    );
    const document = fc.uniqueArray(
      fc.record(
        {
          name,
          description: fc.string(),
          deprecated: fc.boolean(),
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
        const now = new Map<string, EventTypeContent>(before.map((item) => [item.name, item]));
        for (const { after } of planImport(candidates, before, { replaceAll }).writes)
          now.set(after.name, after);
        expect(planImport(candidates, [...now.values()], { replaceAll }).writes).toEqual([]);
      }),
    );
  });
});

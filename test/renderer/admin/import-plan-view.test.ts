import { describe, expect, it } from 'vitest';
import { fieldCount, toRows } from '../../../src-renderer/admin/import/import-plan-view';
import { eventType } from './event-type';

const write = (name: string) => ({ name, description: '', deprecated: false });
const plan = {
  modified: [],
  to_modify: [write('a.new'), write('a.known'), write('a.archived')],
  problems: [
    { pointer: '/webhooks/bad name/post', name: 'bad name', severity: 'skipped', message: 'A space' },
    { pointer: '/webhooks/a.new/post', name: 'a.new', severity: 'warning', message: 'Lost' },
  ],
} as const;
const existing = [
  eventType({ name: 'a.known' }),
  eventType({ name: 'a.archived', archived: true }),
  eventType({ name: 'b.other' }),
];
const states = (replaceAll: boolean) =>
  toRows(plan, existing, replaceAll).map(({ state, name }) => `${state} ${name}`);

describe('the preview of an import', () => {
  it('says what each name would be, problems first', () => {
    expect(states(false)).toEqual(['problem bad name', 'new a.new', 'update a.known', 'new a.archived']);
  });

  it('lists what would be archived when the document replaces everything', () => {
    expect(states(true).at(-1)).toBe('archive b.other');
  });

  it('puts a remark on the row that it is about', () => {
    const row = toRows(plan, existing, false).find(({ name }) => name === 'a.new');
    expect(row?.problems.map(({ message }) => message)).toEqual(['Lost']);
  });

  it('counts the fields of a schema', () => {
    expect(fieldCount(write('x'))).toBeNull();
    expect(fieldCount({ ...write('x'), schemas: { '1': { properties: { a: {}, b: {} } } } })).toBe(2);
    expect(fieldCount({ ...write('x'), schemas: { '1': {} } })).toBe(0);
  });
});

import { expect, test } from 'vitest';
import { columnsOf, flag, json, listOrNone } from '../../../src-server/storage/columns';

interface Thing {
  readonly id: string;
  readonly perSecond: number | null;
  readonly isOff: boolean;
  readonly notes: Readonly<Record<string, string>> | null;
  readonly names: readonly string[] | null;
}

const THING = columnsOf<Thing>(
  {
    id: 'id',
    perSecond: 'per_second',
    isOff: flag('is_off'),
    notes: json('notes'),
    names: listOrNone('names'),
  },
  ['id'],
);

test('the columns of a table are read under the names of the members, alone and beside those of other tables', () => {
  expect(THING.select).toBe(
    'id AS "id", per_second AS "perSecond", is_off AS "isOff", notes AS "notes", names AS "names"',
  );
  expect(THING.selectFrom('thing')).toMatch(/^thing\.id AS "id", thing\.per_second AS "perSecond", /);
});

test('a record is read as it was written, and an empty list as none', () => {
  const thing: Thing = { id: 'a', perSecond: null, isOff: true, notes: { a: 'ü' }, names: ['b'] };
  expect(THING.values(thing)).toEqual(['a', null, 1, '{"a":"ü"}', '["b"]']);
  const [id, perSecond, isOff, notes, names] = THING.values(thing) as [string, null, number, string, string];
  expect(THING.toRecord({ id, perSecond, isOff, notes, names })).toEqual(thing);
  expect(THING.values({ id: 'a', perSecond: 3, isOff: false, notes: null, names: [] })).toEqual([
    ...['a', 3, 0, null, null],
  ]);
});

test('a statement that inserts takes other columns after those of the record, and one that updates names no key', () => {
  expect(THING.insertInto('thing', 'hash')).toBe(
    'INSERT INTO thing (id, per_second, is_off, notes, names, hash) VALUES (?, ?, ?, ?, ?, ?)',
  );
  expect(THING.set).toBe('per_second = ?, is_off = ?, notes = ?, names = ?');
  expect(THING.changing).toEqual(['per_second', 'is_off', 'notes', 'names']);
  expect(THING.changes({ id: 'a', perSecond: 3, isOff: false, notes: null, names: ['b'] })).toEqual([
    ...[3, 0, null, '["b"]'],
  ]);
});

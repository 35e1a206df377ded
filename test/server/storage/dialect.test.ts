import { expect, test } from 'vitest';
import { oncePerDialect } from '../../../src-server/storage/once-per-dialect';
import { postgresDialect } from '../../../src-server/storage/postgres/postgres-dialect';
import { sqliteDialect } from '../../../src-server/storage/sqlite/sqlite-dialect';
import { DIALECT_CASES, JSON_CASES } from '../../support/dialect-cases';
import { describeEngines } from '../../support/engines';
import { startedOnce } from '../../support/started';

describeEngines('every piece of a dialect returns what its words say', (engine) => {
  const db = startedOnce(engine.create);
  test.each(DIALECT_CASES.map((entry) => [entry.title, entry] as const))(
    '%s',
    async (_, { sql, params, rows }) => {
      expect(await db.all(sql(db.dialect), params)).toEqual(rows);
    },
  );

  test.each(JSON_CASES.map((entry) => [entry.title, entry] as const))(
    '%s',
    async (_, { sql, params, value }) => {
      const row = await db.get<{ json: string }>(sql(db.dialect), params);
      expect(JSON.parse(row?.json ?? 'null')).toEqual(value);
    },
  );
});

test('a statement is written once for each dialect, so that it is prepared once', () => {
  let written = 0;
  const statementsOf = oncePerDialect((dialect) => {
    written += 1;
    return { find: `SELECT 1 WHERE ${dialect.isAmongTexts('name', '?')}` };
  });
  expect(statementsOf(sqliteDialect)).toBe(statementsOf(sqliteDialect));
  expect(statementsOf(postgresDialect).find).not.toBe(statementsOf(sqliteDialect).find);
  expect(written).toBe(2);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storeFactories } from '../../support/noted-stores';
import { hasPostgres } from '../../support/postgres-for-tests';

/** Where all tests of this run have noted what they called. Absent: only some of them run. */
const FOLDER = process.env.POSTHORN_STORE_CALLS;

/** Methods that only an installation with a file uses. */
const ONLY_WITH_A_FILE: readonly string[] = [];

describe.skipIf(!FOLDER || !hasPostgres())('the stores, called by all tests together', () => {
  const lines = FOLDER
    ? readdirSync(FOLDER).flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').trim().split('\n'))
    : [];
  const calledOn = (engine: string) =>
    new Set(
      lines.filter((line) => line.startsWith(`${engine} `)).map((line) => line.slice(engine.length + 1)),
    );
  const [sqlite, postgres] = [calledOn('SQLite'), calledOn('PostgreSQL')];

  it.each(['hot.accept', 'hot.finish'])('the statement %s has run on both engines', (statement) => {
    expect([sqlite.has(statement), postgres.has(statement)]).toEqual([true, true]);
  });

  it('each store of the server has been called on both engines', () => {
    const idle = (calls: ReadonlySet<string>) => {
      const called = new Set([...calls].map((call) => call.split('.')[0]));
      return storeFactories('src-server/storage').filter((name) => !called.has(name));
    };
    expect({ sqlite: idle(sqlite), postgres: idle(postgres) }).toEqual({ sqlite: [], postgres: [] });
  });

  it('each method of a store that has been called on SQLite has been called on PostgreSQL too', () => {
    const missing = [...sqlite].filter((call) => !postgres.has(call)).sort();
    expect(missing, 'name a test that calls them in test/support/on-postgres.ts').toEqual(ONLY_WITH_A_FILE);
  });
});

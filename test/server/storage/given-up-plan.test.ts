import { expect, test } from 'vitest';
import type { Database } from '../../../src-server/storage/database';
import { createNoticeStore } from '../../../src-server/storage/messages/notice-store';
import type { SqlValue } from '../../../src-server/storage/transaction';
import { describeEngines } from '../../support/engines';
import { startedForEach } from '../../support/started';

describeEngines('the count of what was given up', (engine) => {
  const db = startedForEach(engine.create);

  test('looks once into the index of just those for each endpoint', async () => {
    const sent: { readonly sql: string; readonly params: readonly SqlValue[] }[] = [];
    const watched: Database = {
      ...db,
      lists: {
        ...db.lists,
        all: (sql, params = []) => {
          sent.push({ sql, params });
          return db.lists.all(sql, params);
        },
      },
    };
    expect(await createNoticeStore(watched).countGivenUp(0, 9)).toEqual([]);
    const [{ sql, params } = { sql: '', params: [] }] = sent;
    const plan = await db.write(async (tx) => {
      // It would scan a table without rows.
      if (engine.name === 'PostgreSQL') await tx.run('SET LOCAL enable_seqscan = off');
      const explain = engine.name === 'PostgreSQL' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
      return tx.all<Record<string, unknown>>(`${explain} ${sql}`, params);
    });
    const steps = plan.flatMap((row) => Object.values(row).map(String));
    expect(steps.filter((step) => step.includes('delivery_given_up'))).toHaveLength(1);
    expect(steps.filter((step) => /scan (on )?delivery\b(?!.*delivery_given_up)/i.test(step))).toEqual([]);
  });
});

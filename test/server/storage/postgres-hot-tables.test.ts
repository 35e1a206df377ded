import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../src-server/storage/database';
import { createDeliveryStore, type DeliveryStore } from '../../../src-server/storage/messages/delivery-store';
import { createMessageWriter } from '../../../src-server/storage/messages/message-store';
import { createClusterTables } from '../../../src-server/storage/postgres/cluster-tables';
import { describePostgres } from '../../support/engines';
import { plainAttempt } from '../../support/plain-attempt';
import { plainMessage } from '../../support/plain-message';
import { createPostgres } from '../../support/postgres-for-tests';
import { startedForEach } from '../../support/started';

describePostgres('what accepting and finishing rely on in PostgreSQL', () => {
  const created = startedForEach(createPostgres);
  let db: Database;
  let deliveries: DeliveryStore;

  beforeEach(async () => {
    db = await created.open();
    deliveries = createDeliveryStore(db);
    await db.write(async (tx) => {
      await tx.run("INSERT INTO application (id, name, created_at, updated_at) VALUES ('app_1', '', 0, 0)");
      await tx.run(
        "INSERT INTO endpoint (id, app_id, url, secret, created_at, updated_at) VALUES ('ep_1', 'app_1', '', '', 0, 0)",
      );
    });
  });

  afterEach(() => db.close());

  const accept = (id: string, endpointIds: readonly string[] = ['ep_1']) =>
    createMessageWriter(db).insert(plainMessage(id, { endpointIds }));
  const acceptOne = async (id: string): Promise<number> => {
    const stored = await accept(id);
    return stored.kind === 'stored' ? (stored.deliveries[0]?.id ?? 0) : 0;
  };
  const count = async (table: string) =>
    (await db.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))?.count;

  /** Holds a write open until it is told to go on. */
  function openWrite() {
    let goOn = () => {};
    const notified = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const written = db.write(async (tx) => {
      await tx.run("UPDATE application SET name = 'held' WHERE id = 'app_1'");
      await notified;
    });
    return { goOn, written };
  }

  test('an outcome does not wait for a write that is open; one that says something about its endpoint does', async () => {
    const [first, second] = [await acceptOne('msg_1'), await acceptOne('msg_2')];
    const open = openWrite();
    await deliveries.finish(plainAttempt(first));
    let isMarked = false;
    const marked = deliveries
      .finish(plainAttempt(second, { messageId: 'msg_2', failing: { since: 1, markedAt: 1 } }))
      .then(() => {
        isMarked = true;
      });
    await deliveries.finish(plainAttempt(first, { attemptId: 'atmpt_again' }));
    expect([isMarked, await count('attempt')]).toEqual([false, 2]);
    open.goOn();
    await Promise.all([open.written, marked]);
    expect(await count('attempt')).toBe(3);
  });

  test('writes of both lanes are counted in one figure, and a close waits for both', async () => {
    const id = await acceptOne('msg_1');
    const before = db.load().commitSeconds.count;
    const both = Promise.all([deliveries.finish(plainAttempt(id)), accept('msg_2')]);
    expect(db.load().queued).toBe(2);
    await both;
    expect([db.load().queued, db.load().commitSeconds.count - before]).toEqual([0, 2]);
    const last = deliveries.finish(plainAttempt(id, { attemptId: 'atmpt_last' }));
    await db.close();
    await last;
    db = await created.open();
    expect(await count('attempt')).toBe(2);
  });

  test('nothing is stored for what is not there: an application, an endpoint, a delivery', async () => {
    const toNobody = createMessageWriter(db).insert(plainMessage('msg_0', { appId: 'app_0' }));
    await expect(toNobody).rejects.toMatchObject({ status: 503 });
    expect(await accept('msg_1', ['ep_0'])).toEqual({ kind: 'stored', deliveries: [] });
    await deliveries.finish(plainAttempt(77));
    expect([await count('message'), await count('delivery'), await count('attempt')]).toEqual([1, 0, 0]);
  });

  test('the tables may be prepared again while they are in use, which changes nothing', async () => {
    const shape = () =>
      db.all(`SELECT 'reference' AS kind, conname AS name FROM pg_constraint WHERE contype = 'f'
        UNION ALL SELECT 'function', proname FROM pg_proc WHERE proname ~ '^(accept_messages|finish_attempts)_'
        ORDER BY 1, 2`);
    const before = await shape();
    const id = await acceptOne('msg_1');
    const other = await created.open();
    await Promise.all([createClusterTables(other), accept('msg_2'), deliveries.finish(plainAttempt(id))]);
    await other.close();
    expect(await shape()).toEqual(before);
    const names = before.map(({ name }) => String(name));
    expect(names.filter((name) => /^(accept|finish)/.test(name))).toHaveLength(2);
    expect(names.filter((name) => /^(message|delivery|attempt)_/.test(name))).toEqual([]);
  });

  test('a reference whose table somebody reads for long stays for now, and keeps nobody waiting', async () => {
    const references = () =>
      db.all("SELECT conname AS name FROM pg_constraint WHERE conname IN ('attempt_delivery_id_fkey')");
    await db.write((tx) =>
      tx.run(
        'ALTER TABLE attempt ADD CONSTRAINT attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES delivery (id)',
      ),
    );
    const dump = await db.openSnapshot();
    await dump.all('SELECT id FROM attempt');
    await createClusterTables(db);
    expect(await references()).toHaveLength(1);
    await deliveries.finish(plainAttempt(await acceptOne('msg_1')));
    expect(await count('attempt')).toBe(1);
    await dump.close();
    await createClusterTables(db);
    expect(await references()).toEqual([]);
  });

  /** The plan that a function keeps, as its first call makes it: here, in tables that are empty. */
  async function keptPlanOf(name: string): Promise<string> {
    const [row] = await db.all<{ source: string; settings: string; types: string }>(
      `SELECT prosrc AS source, array_to_string(proconfig, ';') AS settings, oidvectortypes(proargtypes) AS types
       FROM pg_proc WHERE proname LIKE ?`,
      [`${name}_%`],
    );
    const statement = /BEGIN\s+(?:RETURN QUERY)?([\s\S]*);\s+END/.exec(row?.source ?? '')?.[1];
    const types = row?.types.split(', ') ?? [];
    return db.write(async (tx) => {
      for (const setting of row?.settings.split(';') ?? []) await tx.run(`SET LOCAL ${setting}`);
      await tx.run(`PREPARE kept AS ${statement}`);
      const rows = await tx.all<Record<string, string>>(
        `EXPLAIN EXECUTE kept(${types.map((type) => `'{}'::${type}`).join(', ')})`,
      );
      await tx.run('DEALLOCATE kept');
      return rows.flatMap((line) => Object.values(line)).join('\n');
    });
  }

  test.each(['accept_messages', 'finish_attempts'])(
    'the plan of %s finds rows by an index, though the tables are still empty, and compiles nothing',
    async (name) => {
      const plan = await keptPlanOf(name);
      expect(plan).toMatch(/Index (?:Only )?Scan using/);
      const scanned = Array.from(plan.matchAll(/Seq Scan on (\w+)/g), ([, table]) => table);
      expect(scanned.filter((table) => table !== 'slot')).toEqual([]); // it never has more than its 256 rows
      expect(plan).not.toMatch(/Index (?:Only )?Scan using \w+ on \w+ .*\n(?! *Index Cond)/);
      expect(plan).not.toContain('JIT');
    },
  );
});

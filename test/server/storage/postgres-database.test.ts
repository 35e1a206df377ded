import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { beforeEach, expect, test } from 'vitest';
import { openPostgres } from '../../../src-server/storage/postgres/postgres-database';
import { startCutWay } from '../../support/cut-way';
import { describePostgres } from '../../support/engines';
import { createPostgres, execute } from '../../support/postgres-for-tests';
import { startedForEach, startedHere } from '../../support/started';

describePostgres('a database in PostgreSQL', () => {
  const created = startedForEach(createPostgres);
  const proxy = startedForEach(() => startCutWay(created.url));
  const db = startedForEach(() => openPostgres(proxy.url));

  beforeEach(() => db.write((tx) => tx.run('CREATE TABLE word (text TEXT PRIMARY KEY)')));

  const add = (text: string) =>
    db.write(async (tx) => {
      await tx.run('INSERT INTO word VALUES (?)', [text]);
    });
  const addInBatch = () =>
    db.batchWriter(
      async (tx, inputs: readonly string[]) => {
        await tx.run('INSERT INTO word SELECT unnest(?::text[])', [`{${inputs.join()}}`]);
        return inputs;
      },
      () => true,
    );
  const words = async () =>
    (await db.all<{ text: string }>('SELECT text FROM word ORDER BY text')).map(({ text }) => text);
  const UNKNOWN = { status: 503, body: { code: 'outcome_unknown' } };
  const AWAY = { status: 503, body: { code: 'unavailable' } };

  test('a commit whose answer is lost is unknown, never taken for written or for not written', async () => {
    proxy.cut('COMMIT');
    await expect(add('a')).rejects.toMatchObject(UNKNOWN);
    expect(db.trouble()?.reason).toBe('away');
    expect(await words()).toEqual(['a']);
  });

  test('so is a batch of one statement whose answer is lost', async () => {
    proxy.cut('unnest');
    await expect(addInBatch()('a')).rejects.toMatchObject(UNKNOWN);
    expect(await words()).toEqual(['a']);
  });

  test.each([
    ['NUL', '\\u0000', 'must not contain the character NUL'],
    ['half of a surrogate pair', '\\ud800', 'must not contain half of a surrogate pair'],
  ])('%s in a list is an error of the caller', async (_name, escaped, msg) => {
    const list = 'SELECT value FROM jsonb_array_elements_text(?::text::jsonb) AS value';
    await expect(db.all(list, [`["${escaped}"]`])).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ msg }] },
    });
  });

  test('what is cut before its commit is not written, and the next write opens another connection', async () => {
    proxy.cut('INSERT INTO word');
    await expect(add('a')).rejects.toMatchObject(AWAY);
    expect(await words()).toEqual([]);
    await add('b');
    expect(await words()).toEqual(['b']);
    expect(db.trouble()).toBe(null);
  });

  test('units that share a transaction that is cut all fail, and none is written', async () => {
    proxy.cut("'b'");
    const results = await Promise.allSettled([
      add('a'),
      db.write((tx) => tx.run("INSERT INTO word VALUES ('b')")),
      add('c'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await words()).toEqual([]);
  });

  test('while it cannot be reached, reads and writes say so, until a write succeeds again', async () => {
    let calls = 0;
    db.onTrouble(() => calls++);
    proxy.letThrough(false);
    proxy.cut();
    await expect(add('a')).rejects.toMatchObject(AWAY);
    await expect(words()).rejects.toMatchObject(AWAY);
    await expect(db.openSnapshot()).rejects.toMatchObject(AWAY);
    await expect(db.tryWriting()).rejects.toMatchObject(AWAY);
    expect(db.trouble()).toMatchObject({ reason: 'away' });
    expect(calls).toBeGreaterThan(0);
    proxy.letThrough(true);
    await db.tryWriting();
    expect(db.trouble()).toBe(null);
    await add('b');
    expect(await words()).toEqual(['b']);
  });

  test('a statement without a response is given up in time, and the next ones have other connections', async () => {
    const limited = await openPostgres(proxy.url, { readMs: 300, writeMs: 300 });
    const addOne = (text: string) =>
      limited.write(async (tx) => {
        await tx.run('INSERT INTO word VALUES (?)', [text]);
      });
    try {
      await limited.all('SELECT 1');
      proxy.stall(true);
      await Promise.all([
        expect(addOne('a')).rejects.toMatchObject(AWAY),
        expect(limited.all('SELECT 1')).rejects.toMatchObject(AWAY),
      ]);
      expect(limited.trouble()?.reason).toBe('away');
      proxy.cut(); // as a machine does that is gone
      proxy.stall(false);
      await addOne('b');
      expect(await limited.all('SELECT text FROM word')).toEqual([{ text: 'b' }]);
      expect(limited.trouble()).toBe(null);
    } finally {
      await limited.close();
    }
  });

  test('whoever asks is told in time, whatever becomes of the statement, and whether it may have been written', async () => {
    const limited = await startedHere(openPostgres(proxy.url, { replyMs: 300 }));
    const addOne = limited.batchWriter(async (tx, [text]: readonly string[]) => {
      await tx.run('INSERT INTO word VALUES (?)', [text ?? '']);
      return [text];
    });
    await Promise.all([limited.all('SELECT 1'), limited.lists.all('SELECT 1')]);
    proxy.stall(true);
    await Promise.all([
      expect(limited.write((tx) => tx.run("INSERT INTO word VALUES ('a')"))).rejects.toMatchObject(UNKNOWN),
      expect(addOne('b')).rejects.toMatchObject(UNKNOWN),
      expect(limited.lists.all('SELECT 1')).rejects.toMatchObject(AWAY),
    ]);
    // A write may wait for those before it, and a list for itself.
    expect(limited.trouble()).toBe(null);
    await expect(limited.all('SELECT 1')).rejects.toMatchObject(AWAY);
    expect(limited.trouble()?.reason).toBe('away');
    proxy.stall(false);
    await expect.poll(words).toEqual(['a', 'b']);
  });

  test('a write of many statements takes its time, as long as each is answered', async () => {
    const limited = await startedHere(openPostgres(proxy.url, { replyMs: 1000 }));
    await limited.write(async (tx) => {
      for (let n = 0; n < 4; n++) await tx.run('SELECT pg_sleep(0.4)');
    });
  });

  test('what another session has locked is not waited for longer than the limit, and nothing is written', async () => {
    const limited = await startedHere(openPostgres(proxy.url, { lockMs: 100 }));
    const other = await db.connect();
    await other.exec('BEGIN; LOCK TABLE word');
    const addAll = limited.batchWriter(async (tx, texts: readonly string[]) => {
      await tx.run('INSERT INTO word SELECT unnest(?::text[])', [`{${texts.join()}}`]);
      return texts;
    });
    const LOCKED = { status: 503, body: { code: 'unavailable', detail: expect.stringMatching(/locked/) } };
    await Promise.all(['a', 'b'].map((text) => expect(addAll(text)).rejects.toMatchObject(LOCKED)));
    expect(limited.trouble()).toBe(null);
    await other.exec('ROLLBACK');
    await other.close();
    await addAll('c');
    expect(await words()).toEqual(['c']);
  });

  test('a connection that an administrator ends while it is idle is replaced', async () => {
    await words();
    const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    await execute(created.url, `SELECT pg_terminate_backend(pid) ${others}`);
    // The end of a connection arrives like everything else: through the event loop.
    await add('a').catch(() => add('a'));
    expect(await words()).toEqual(['a']);
  });

  test('a database that is set to read-only is unwritable, not away', async () => {
    await execute(created.url, `ALTER DATABASE ${created.name} SET default_transaction_read_only = on`);
    proxy.cut();
    await expect(add('a').catch(() => add('a'))).rejects.toMatchObject({ status: 503 });
    expect(db.trouble()).toMatchObject({ reason: 'unwritable' });
    expect(await words()).toEqual([]);
  });

  test('a work that goes on after a failed statement fails as a whole', async () => {
    const heedless = () =>
      db.write(async (tx) => {
        await tx.run("INSERT INTO word VALUES ('a')");
        await tx.run("INSERT INTO word VALUES ('a')").catch(() => undefined);
      });
    await expect(heedless()).rejects.toThrow(/failed, and was not heeded/);
    const [heeded, other] = await Promise.allSettled([heedless(), add('b')]);
    expect([heeded?.status, other?.status]).toEqual(['rejected', 'fulfilled']);
    expect(await words()).toEqual(['b']);
  });

  test('a text with NUL is refused as the mistake of whoever sent it', async () => {
    await expect(add('a\u0000b')).rejects.toMatchObject({ status: 422 });
    expect(db.trouble()).toBe(null);
  });

  test('text is in the order of its bytes, whatever the language of the database', async () => {
    const ids = ['a', 'B', 'ä', 'Z', '_', 'b'];
    await db.write(async (tx) => {
      for (const id of ids)
        await tx.run("INSERT INTO application (id, name, created_at, updated_at) VALUES (?, '', 0, 0)", [id]);
    });
    const sorted = await db.all<{ id: string }>(
      "SELECT id FROM application WHERE id <> 'operational' ORDER BY id",
    );
    expect(sorted.map(({ id }) => id)).toEqual(
      ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  test('a snapshot ends with its connection, and leaves none behind', async () => {
    const snapshot = await db.openSnapshot();
    proxy.cut();
    await expect(snapshot.all('SELECT 1')).rejects.toThrow();
    await snapshot.close();
  });

  test('one that takes connections and says nothing is named, and left alone', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => {
      sockets.push(socket);
      // Welcome; then nothing, as from a pooler whose database is away.
      socket.once('data', () => socket.write(Buffer.from('5200000008000000005a0000000549', 'hex')));
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    try {
      await expect(
        openPostgres(`postgres://user:hunter2@127.0.0.1:${port}/posthorn`, { firstReplyMs: 50 }),
      ).rejects.toThrow(
        `The database postgres://user@127.0.0.1:${port}/posthorn accepts connections, but has not responded for 0.05 s.`,
      );
      const [socket] = sockets;
      if (socket && !socket.closed) await once(socket, 'close');
    } finally {
      silent.close();
    }
  });

  test('it is not opened where commits may be lost', async () => {
    await execute(created.url, `ALTER DATABASE ${created.name} SET synchronous_commit = off`);
    await expect(openPostgres(created.url)).rejects.toThrow(/lose acknowledged commits/);
  });

  test('an address that leads nowhere is named without its password', async () => {
    await expect(openPostgres(`postgres://me:secret@/db?host=${proxy.folder}/nowhere`)).rejects.toThrow(
      /^The database postgres:\/\/me@\/db\?host=\S+ cannot be opened: (?!.*secret)/,
    );
  });
});

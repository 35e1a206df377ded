/**
 * A database in PostgreSQL 15 or later.
 *
 * How it keeps the promises of `Database`: one connection writes all that has an order, and another the rest (see
 * `WriteLanes`); whatever queued up during the last commit becomes the next transaction, as with SQLite. Reads have a few
 * connections of their own, and those that may take long have others.
 *
 * Nothing depends on the state of a session (no SET, no named statement, no LISTEN, no lock beyond a transaction), so a
 * pooler that gives each transaction another session may stand between.
 *
 * A commit whose answer is lost with the connection fails as `outcome_unknown`: it is never taken for written.
 */
import { systemClock } from '../../base/clock';
import { apiError } from '../../base/errors';
import type { Database } from '../database';
import { ReplyLimit } from '../engine/reply-limit';
import { beginSnapshot } from '../engine/snapshot';
import { type PostgresAddress, readPostgresAddress } from '../postgres-address';
import type { Reads, Snapshot, SqlValue, Transaction } from '../transaction';
import { noReply } from './no-reply';
import { connectPostgres, openPgReaders, type PgConnection, type PgReaders } from './pg-connection';
import { PostgresCondition } from './postgres-condition';
import { postgresDialect } from './postgres-dialect';
import { WriteLanes } from './write-lanes';

const OLDEST_VERSION = 150_000;
/** How long a start waits for the first response. */
const FIRST_REPLY_MS = 30_000;
/**
 * How long a server lets a statement take. A machine that is gone says nothing, and the kernel would wait for it for a
 * quarter of an hour. Everything that is written is in small parts, and while a node can write nothing, nobody sends in
 * its place. Who asked has a response within five seconds, whatever becomes of the statement.
 */
export const SERVER_PATIENCE: Patience = {
  readMs: 3_500,
  listMs: 60_000,
  writeMs: 10_000,
  lockMs: 1_500,
  replyMs: 3_500,
};

/** In milliseconds. A statement that takes longer fails like one whose connection was cut. Absent: it may take forever. */
interface Patience {
  /** For the first response. */
  readonly firstReplyMs?: number;
  readonly readMs?: number;
  /** For those of `Database.lists`. */
  readonly listMs?: number;
  readonly writeMs?: number;
  /** For what others have locked. The statement fails, and its connection stays. */
  readonly lockMs?: number;
  /** For the whole of a read or a write, with the wait for its turn. Who asked is told then; it may go on. */
  readonly replyMs?: number;
}

/** A database in PostgreSQL, with what concerns only those. */
export interface PostgresDatabase extends Database {
  /** Another connection, which nobody shares. @param statementMs as for `connectPostgres` */
  connect(statementMs?: number): Promise<PgConnection>;
}

/**
 * Opens the database at an address such as `postgres://user@host/database`. It is not migrated.
 * @throws Error with a sentence for the user when it cannot be reached, says nothing, is too old, or is set not to keep what it
 * acknowledged
 */
export async function openPostgres(url: string, patience: Patience = {}): Promise<PostgresDatabase> {
  const { firstReplyMs = FIRST_REPLY_MS, readMs, listMs, writeMs, lockMs, replyMs } = patience;
  const address = readPostgresAddress(url);
  const connect = () => connectPostgres(address, writeMs, lockMs);
  const writer = await connect().catch((cause: Error) => {
    throw new Error(`The database ${address.name} cannot be opened: ${cause.message}.`, { cause });
  });
  try {
    await inTime(address, assertFit(address, writer), firstReplyMs);
    const condition = new PostgresCondition();
    const limit = replyMs === undefined ? null : new ReplyLimit(replyMs);
    const readers = await openPgReaders(address, { quick: readMs, lists: listMs });
    const writes = new WriteLanes(writer, connect, { condition, limit });
    return databaseOf(address, { writes, readers, condition, limit, readMs });
  } catch (cause) {
    await writer.close();
    throw cause;
  }
}

interface Parts {
  readonly writes: WriteLanes;
  readonly readers: PgReaders;
  readonly condition: PostgresCondition;
  /** Null: there is none. */
  readonly limit: ReplyLimit | null;
  readonly readMs: number | undefined;
}

function databaseOf(address: PostgresAddress, parts: Parts): PostgresDatabase {
  const { writes, readers, condition, limit, readMs } = parts;
  const readFailed = (cause: unknown) => Promise.reject(condition.failed(cause, 'read'));
  const reads = (from: Pick<Reads, 'all'>, late: (limitMs: number) => Error): Reads => {
    const all = <T>(sql: string, params?: readonly SqlValue[]) => {
      const read = () => from.all<T>(sql, params);
      return (limit ? limit.run(read, () => late(limit.limitMs)) : read()).catch(readFailed);
    };
    return {
      all,
      get: async <T>(sql: string, params?: readonly SqlValue[]) => (await all<T>(sql, params))[0],
    };
  };
  return {
    name: address.name,
    dialect: postgresDialect,
    ...reads(readers.quick, noReply),
    lists: reads(readers.lists, lateList),
    openSnapshot: () => openSnapshot(address, readMs).catch(readFailed),
    write: writes.write,
    batchWriter: writes.batchWriter,
    trouble: () => condition.trouble(),
    isHanging: () => false, // each request has its own limit
    onTrouble: (listener) => condition.onTrouble(listener),
    tryWriting: () => writes.write(writeVersionAgain),
    load: () => writes.load(),
    onCommit: (listener) => writes.onCommit(listener),
    connect: (statementMs) => connectPostgres(address, statementMs),
    async close() {
      await writes.close();
      await readers.close();
    },
  };
}

async function writeVersionAgain(tx: Transaction): Promise<void> {
  await tx.run('UPDATE schema_version SET version = version');
}

/** Something may be wrong with the list alone. */
function lateList(limitMs: number): Error {
  const detail = `PostgreSQL has not responded for ${limitMs / 1000} s. Try again, or ask for less.`;
  return apiError('unavailable', detail, 1);
}

async function openSnapshot(address: PostgresAddress, statementMs?: number): Promise<Snapshot> {
  return beginSnapshot(await connectPostgres(address, statementMs), (connection) =>
    connection.exec('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT 1'),
  );
}

/** The first response. Something between may take connections, although what is behind it is away. */
async function inTime({ name }: PostgresAddress, reply: Promise<void>, ms: number): Promise<void> {
  const end = new AbortController();
  const late = systemClock.sleep(ms, end.signal).then(() => {
    if (!end.signal.aborted)
      throw new Error(`The database ${name} accepts connections, but has not responded for ${ms / 1000} s.`);
  });
  try {
    await Promise.race([reply, late]);
  } finally {
    end.abort();
  }
}

interface Setup {
  readonly version: number;
  readonly shown: string;
  readonly encoding: string;
  readonly commit: string;
  readonly fsync: string;
}

async function assertFit({ name }: PostgresAddress, connection: PgConnection): Promise<void> {
  const setup = await connection.get<Setup>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
       current_setting('server_encoding') AS encoding, current_setting('synchronous_commit') AS commit,
       current_setting('fsync') AS fsync`,
  );
  if (!setup || setup.version < OLDEST_VERSION)
    throw new Error(`The database ${name} runs on PostgreSQL ${setup?.shown}; 15 or newer is needed.`);
  if (setup.encoding !== 'UTF8')
    throw new Error(`The database ${name} has the encoding ${setup.encoding}; it must be UTF8.`);
  if (setup.commit === 'off' || setup.fsync === 'off')
    throw new Error(
      `PostgreSQL at ${name} is set to lose acknowledged commits in a crash: turn on synchronous_commit and fsync.`,
    );
}

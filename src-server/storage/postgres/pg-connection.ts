/** The only file that knows pg, which is loaded with the first connection: with SQLite, it never is. */
import type { Client, ClientConfig, Pool } from 'pg';
import type { PostgresAddress } from '../postgres-address';
import type { Reads, Row, SqlValue, Transaction } from '../transaction';
import { postgresDialect } from './postgres-dialect';
import { statementText } from './statement-text';

/** A server that does not answer for so long is away. */
const CONNECT_MS = 4000;
/** The kernel then asks whether the other side is still there. */
const SILENCE_MS = 10_000;
/** Reads that run at the same time, of each kind; more wait. */
const READERS = { quick: 4, lists: 2 };
const IDLE_MS = 60_000;

/** Types that come as something else than their text. */
const BOOL = 16;
const BYTEA = 17;
/** int8 (times, ids and counts, all below 2 ** 53), int2, int4, oid, float4, float8, numeric (sums of int8). */
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);

/** One connection, for one caller at a time. */
export interface PgConnection extends Transaction {
  /** Runs statements without parameters, in one round trip. */
  exec(sql: string): Promise<void>;
  /** Begins a transaction. */
  begin(): Promise<void>;
  /** @throws also when a statement of the transaction had failed, and so nothing of it was committed */
  commit(): Promise<void>;
  /** False once it has been cut: nothing can be done with it any more. */
  isOpen(): boolean;
  close(): Promise<void>;
}

/** Connections for reads, opened as they are needed. */
export interface PgReaders {
  readonly quick: Pick<Reads, 'all'>;
  /** Those that may take long. */
  readonly lists: Pick<Reads, 'all'>;
  close(): Promise<void>;
}

/**
 * @param statementMs how long a statement may take; one that takes longer fails, and the connection is cut. Absent: forever
 * @param lockMs how long a statement of a transaction may wait for what others have locked; then it fails. Absent: forever
 */
export async function connectPostgres(
  address: PostgresAddress,
  statementMs?: number,
  lockMs?: number,
): Promise<PgConnection> {
  const pg = await loadPg();
  const client = new pg.Client(configOf(address, pg, statementMs));
  let isOpen = true;
  // Without a listener, a connection cut while idle would end the process.
  client.on('error', () => {
    isOpen = false;
  });
  client.on('end', () => {
    isOpen = false;
  });
  await client.connect();
  /** The response to a statement that was given up could be taken for that to the next one. */
  const unlessLate = <T>(reply: Promise<T>): Promise<T> =>
    reply.catch((cause: unknown) => {
      if (isOvertime(cause)) void close().catch(() => undefined);
      throw cause;
    });
  const close = () => {
    isOpen = false;
    return client.end();
  };
  const tell = (sql: string, params?: readonly SqlValue[]) =>
    unlessLate(ask(client, statementText(sql).text, params));
  const all = async <T>(sql: string, params?: readonly SqlValue[]) => (await tell(sql, params)).rows as T[];
  return {
    dialect: postgresDialect,
    all,
    get: async <T>(sql: string, params?: readonly SqlValue[]) => (await all<T>(sql, params))[0],
    async run(sql, params) {
      return { changes: (await tell(sql, params)).rowCount ?? 0 };
    },
    async exec(sql) {
      await unlessLate(client.query(sql));
    },
    async begin() {
      const limit = lockMs === undefined ? '' : `; SET LOCAL lock_timeout = ${lockMs}`;
      await unlessLate(client.query(`BEGIN${limit}`));
    },
    async commit() {
      const { command } = await unlessLate(client.query('COMMIT'));
      // To PostgreSQL this is no error: the end of a failed transaction.
      if (command !== 'COMMIT') throw new Error('a statement of the transaction failed, and was not heeded');
    },
    isOpen: () => isOpen,
    close,
  };
}

/** @param statementMs as for `connectPostgres`, of each kind */
export async function openPgReaders(
  address: PostgresAddress,
  statementMs: { readonly quick: number | undefined; readonly lists: number | undefined },
): Promise<PgReaders> {
  const pg = await loadPg();
  const pools = (['quick', 'lists'] as const).map(
    (kind) =>
      new pg.Pool({
        ...configOf(address, pg, statementMs[kind]),
        max: READERS[kind],
        idleTimeoutMillis: IDLE_MS,
      }),
  );
  // Of idle connections: the next read opens another.
  for (const pool of pools) pool.on('error', () => undefined);
  const [quick, lists] = pools.map((pool) => ({
    async all<T>(sql: string, params?: readonly SqlValue[]) {
      const { text, isRead } = statementText(sql);
      if (!isRead) throw new Error('a statement that writes was given to a readonly connection');
      return (await ask(pool, text, params)).rows as T[];
    },
  })) as [Pick<Reads, 'all'>, Pick<Reads, 'all'>];
  return {
    quick,
    lists,
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/**
 * Statements have no names, and so are parsed each time: a name belongs to a session, and behind a pooler the next
 * transaction may be in another one.
 */
function ask(to: Client | Pool, text: string, params: readonly SqlValue[] = []) {
  return to.query<Row>({ text, values: params as SqlValue[] });
}

/** In the words of pg. */
function isOvertime(cause: unknown): boolean {
  return cause instanceof Error && cause.message === 'Query read timeout';
}

async function loadPg() {
  const { default: pg } = await import('pg');
  return pg;
}

function configOf(
  address: PostgresAddress,
  pg: Awaited<ReturnType<typeof loadPg>>,
  statementMs: number | undefined,
): ClientConfig {
  return {
    ...(statementMs === undefined ? {} : { query_timeout: statementMs }),
    connectionString: address.url,
    application_name: 'posthorn',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
    types: {
      getTypeParser(type: number, format?: 'text' | 'binary') {
        if (NUMBERS.has(type)) return Number;
        // A condition is 0 or 1, as in SQLite, and JSON its text.
        if (type === BOOL) return (text: string) => (text === 't' ? 1 : 0);
        if (type === BYTEA) return pg.types.getTypeParser(type, format as 'text');
        return (text: string) => text;
      },
    },
  };
}

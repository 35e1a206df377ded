import type { Clock } from '../../base/clock';
import {
  fenceOf,
  type NewNode,
  type NodeRow,
  type NodeTable,
  type NodeTableState,
  type SlotRow,
} from '../node-table';
import { ADD_MISSING_SLOTS, SLOT_ROWS } from './cluster-tables';
import type { PgConnection } from './pg-connection';

/** A call that takes longer has failed: the connection may be dead without anybody having said so. */
const LIMIT_MS = 3_000;
/** Until its first beat, a node has nothing to lose, and its start should not fail on a busy machine. */
const START_LIMIT_MS = 30_000;

interface NodeTableParts {
  readonly connect: () => Promise<PgConnection>;
  readonly clock: Clock;
  /** After how long a call fails once the node beats; it may have had its effect all the same. */
  readonly limitMs?: number;
}

/** What one row of SQL says about everything, so that a beat is one round trip. */
interface StateRow {
  readonly beat: number | null;
  readonly nodes: string;
  readonly slots: string;
  readonly now: number;
  readonly timeline: string;
}

const STATE = `
  (SELECT coalesce(json_agg(json_build_object('id', id, 'address', address, 'version', version,
     'schemaVersion', schema_version, 'beat', beat, 'isLeaving', leaving = 1,
     'diedAt', (extract(epoch FROM died_at) * 1000)::bigint,
     'sendsPerSecond', sends_per_second, 'secretCheck', secret_check) ORDER BY id), '[]') FROM node) AS nodes,
  (SELECT coalesce(json_agg(json_build_array(n, owner, epoch) ORDER BY n), '[]') FROM slot) AS slots,
  (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
  left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline`;

/**
 * The table of nodes in PostgreSQL, over one connection, which is opened again after a failure. Calls run one after the
 * other. One that fails may have had its effect: whoever calls looks at the next state.
 */
export class PostgresNodeTable implements NodeTable {
  readonly #parts: NodeTableParts;
  #connection: PgConnection | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #hasBeaten = false;

  constructor(parts: NodeTableParts) {
    this.#parts = parts;
  }

  join(node: NewNode): Promise<NodeTableState> {
    const { id, address, version, schemaVersion, secretCheck } = node;
    return this.#ask(async (connection) => {
      await connection.run(`DELETE FROM node WHERE died_at < now() - interval '1 hour'`);
      await connection.run(
        `INSERT INTO node (id, address, version, schema_version, secret_check) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO NOTHING`,
        [id, address, version, schemaVersion, secretCheck],
      );
      return readState(connection);
    });
  }

  read(): Promise<NodeTableState> {
    return this.#ask(readState);
  }

  beat(id: string, sendsPerSecond: number): Promise<NodeTableState | null> {
    // One statement: it sees the other rows as of its start, and its own row with the new beat.
    return this.#ask(async (connection) => {
      const row = await connection.get<StateRow>(
        `WITH beaten AS (
           UPDATE node SET beat = beat + 1, sends_per_second = ? WHERE id = ? AND died_at IS NULL RETURNING beat
         )
         SELECT (SELECT beat FROM beaten) AS beat, ${STATE}`,
        [sendsPerSecond, id],
      );
      if (!row || row.beat === null) return null;
      const { beat } = row;
      this.#hasBeaten = true;
      const state = await withAllSlots(connection, stateOf(row));
      const nodes = state.nodes.map((node) => (node.id === id ? { ...node, beat, sendsPerSecond } : node));
      return { ...state, nodes };
    }, 'one statement');
  }

  markDead(id: string, beat: number): Promise<boolean> {
    return this.#ask(async (connection) => {
      const { changes } = await connection.run(
        'UPDATE node SET died_at = clock_timestamp() WHERE id = ? AND beat = ? AND died_at IS NULL',
        [id, beat],
      );
      if (changes > 0) await freeAll(connection, id);
      return changes > 0;
    });
  }

  take(id: string, slots: readonly number[]): Promise<readonly SlotRow[]> {
    return this.#ask(async (connection) => {
      // Until the commit, nobody can mark it dead.
      const living = await connection.get(
        'SELECT id FROM node WHERE id = ? AND died_at IS NULL AND leaving = 0 FOR SHARE',
        [id],
      );
      if (!living) return [];
      const free = await lockSlots(connection, 'owner IS NULL AND n = ANY(?::bigint[])', arrayOf(slots));
      return connection.all<SlotRow>(
        `UPDATE slot SET owner = ?, epoch = epoch + 1 WHERE n = ANY(?::bigint[])
         RETURNING n AS slot, owner, epoch`,
        [id, free],
      );
    });
  }

  release(id: string, slots: readonly Pick<SlotRow, 'slot' | 'epoch'>[]): Promise<void> {
    return this.#ask(async (connection) => {
      const fences = arrayOf(slots.map(fenceOf));
      const own = 'owner = ?::text AND epoch * 256 + n = ANY(?::bigint[])';
      await free(connection, await lockSlots(connection, own, id, fences));
    });
  }

  leaving(id: string): Promise<void> {
    return this.#ask(async (connection) => {
      await connection.run('UPDATE node SET leaving = 1 WHERE id = ?', [id]);
    });
  }

  leave(id: string): Promise<void> {
    return this.#ask(async (connection) => {
      await connection.run('DELETE FROM node WHERE id = ?', [id]);
      await freeAll(connection, id);
    });
  }

  freeOfMissing(id: string): Promise<void> {
    return this.#ask(async (connection) => {
      const node = await connection.get('SELECT id FROM node WHERE id = ?', [id]);
      if (!node) await freeAll(connection, id);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#last;
    this.#drop();
  }

  #ask<T>(work: (connection: PgConnection) => Promise<T>, kind?: 'one statement'): Promise<T> {
    const result = this.#last.then(() => this.#run(work, kind));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #run<T>(work: (connection: PgConnection) => Promise<T>, kind?: 'one statement'): Promise<T> {
    if (this.#isClosed) throw new Error('the table of nodes is closed');
    try {
      return await this.#withLimit(async (isOver) => {
        if (!this.#connection?.isOpen()) {
          const opened = await this.#parts.connect();
          if (isOver()) {
            void opened.close().catch(() => undefined);
            throw new Error('it came too late');
          }
          this.#connection = opened;
        }
        const connection = this.#connection;
        return kind === 'one statement' ? await work(connection) : await inTransaction(connection, work);
      });
    } catch (cause) {
      this.#drop(); // with it, the server rolls back whatever was begun
      throw cause;
    }
  }

  #withLimit<T>(work: (isOver: () => boolean) => Promise<T>): Promise<T> {
    const { clock, limitMs: limitOfBeats = LIMIT_MS } = this.#parts;
    const limitMs = this.#hasBeaten ? limitOfBeats : START_LIMIT_MS;
    return new Promise((resolve, reject) => {
      let isOver = false;
      const timer = clock.setTimer(limitMs, () => {
        isOver = true;
        reject(new Error(`the database has not responded for ${limitMs / 1000} s`));
      });
      work(() => isOver)
        .then(resolve, reject)
        .finally(() => timer.cancel());
    });
  }

  #drop(): void {
    void this.#connection?.close().catch(() => undefined);
    this.#connection = null;
  }
}

async function inTransaction<T>(
  connection: PgConnection,
  work: (connection: PgConnection) => Promise<T>,
): Promise<T> {
  await connection.exec('BEGIN');
  const done = await work(connection);
  await connection.commit();
  return done;
}

async function readState(connection: PgConnection): Promise<NodeTableState> {
  const row = await connection.get<StateRow>(`SELECT NULL::bigint AS beat, ${STATE}`);
  if (!row) throw new Error('the database did not tell its state');
  return stateOf(row);
}

async function withAllSlots(connection: PgConnection, state: NodeTableState): Promise<NodeTableState> {
  if (state.slots.length === SLOT_ROWS) return state;
  await connection.run(ADD_MISSING_SLOTS);
  return { ...state, slots: (await readState(connection)).slots };
}

function stateOf({ nodes, slots, now, timeline }: StateRow): NodeTableState {
  return {
    nodes: JSON.parse(nodes) as NodeRow[],
    slots: (JSON.parse(slots) as [number, string | null, number][]).map(([slot, owner, epoch]) => ({
      slot,
      owner,
      epoch,
    })),
    now,
    timeline,
  };
}

/** Always in the order of their numbers: two that lock some of the same ones never wait for each other. */
async function lockSlots(connection: PgConnection, where: string, ...params: string[]): Promise<string> {
  const rows = await connection.all<{ n: number }>(
    `SELECT n FROM slot WHERE ${where} ORDER BY n FOR UPDATE`,
    params,
  );
  return arrayOf(rows.map(({ n }) => n));
}

async function freeAll(connection: PgConnection, id: string): Promise<void> {
  await free(connection, await lockSlots(connection, 'owner = ?::text', id));
}

async function free(connection: PgConnection, slots: string): Promise<void> {
  await connection.run('UPDATE slot SET owner = NULL, epoch = epoch + 1 WHERE n = ANY(?::bigint[])', [slots]);
}

function arrayOf(slots: readonly number[]): string {
  return `{${slots.join(',')}}`;
}

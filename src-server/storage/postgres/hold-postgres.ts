import { randomUUID } from 'node:crypto';
import { systemClock, type Timer } from '../../base/clock';
import type { Log } from '../../base/log';
import { isMove, type NodeRow, type NodeTable } from '../node-table';
import { Trust, trustMs } from '../trust';
import { createNodeTables } from './cluster-tables';
import { findLiving } from './find-living';
import { permissionDenied } from './permission-denied';
import { openPostgres, type PostgresDatabase } from './postgres-database';
import { PostgresNodeTable } from './postgres-node-table';

/** The lease of a program that moves a database; servers that have another one wait for theirs. */
const LEASE_MS = 6_000;
const BEAT_EVERY_MS = 1_000;

/** A PostgreSQL database that no server uses. */
export interface HeldPostgres {
  readonly db: PostgresDatabase;
  /** @throws Error with a sentence for the user when a server could have started on it */
  assertHeld(): void;
  /** Closes it, and lets servers start on it again. */
  close(): Promise<void>;
}

/**
 * Opens a database and keeps servers from starting on it, as one of its nodes that tolerates no other. It is not
 * migrated.
 * @param check looks at the database before anything is written into it
 * @throws Error with a sentence for the user when it cannot be used; then nothing is held
 */
export async function holdPostgres(
  address: string,
  log: Log,
  check: (db: PostgresDatabase) => Promise<void> = async () => undefined,
): Promise<HeldPostgres> {
  const db = await openPostgres(address);
  try {
    await check(db);
    await createNodeTables(db).catch(async (cause: unknown) =>
      Promise.reject(await permissionDenied(db, cause)),
    );
    const table = new PostgresNodeTable({ connect: db.connect, clock: systemClock, limitMs: LEASE_MS / 2 });
    const hold = new Hold(table, db.name);
    await hold.begin(log);
    const close = async () => {
      try {
        await db.close();
      } finally {
        await hold.end(); // else its beat would keep the next server out
      }
    };
    return { db, assertHeld: () => hold.assertHeld(), close };
  } catch (cause) {
    await db.close();
    throw cause;
  }
}

class Hold {
  readonly #table: NodeTable;
  readonly #database: string;
  readonly #id = randomUUID();
  readonly #trust = new Trust(systemClock, trustMs(LEASE_MS));
  #timer: Timer | null = null;
  #beating: Promise<void> = Promise.resolve();
  #isEnding = false;

  constructor(table: NodeTable, database: string) {
    this.#table = table;
    this.#database = database;
  }

  async begin(log: Log): Promise<void> {
    try {
      await this.#assertAlone(log); // a server that runs never sees it
      await this.#table.join({
        id: this.#id,
        address: '',
        version: '',
        schemaVersion: Number.MAX_SAFE_INTEGER,
        secretCheck: `...${LEASE_MS / 1000}`,
      });
      await this.#beat();
      this.#beatLater();
      await this.#assertAlone(log); // whoever has started meanwhile
    } catch (cause) {
      await this.end();
      throw cause;
    }
  }

  assertHeld(): void {
    if (!this.#trust.holds())
      throw new Error(
        `The database ${this.#database} could not be kept from servers all the time. Nothing was moved; try again.`,
      );
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    this.#timer?.cancel();
    await this.#beating;
    await this.#table.leave(this.#id).catch(() => undefined); // then its lease runs out
    await this.#table.close();
  }

  async #assertAlone(log: Log): Promise<void> {
    const onWait = ({ address }: NodeRow) =>
      log.info({ database: this.#database, address }, 'waiting whether a node lives');
    const watched = { table: this.#table, clock: systemClock, leaseMs: LEASE_MS, onWait };
    const living = await findLiving(watched, ({ id }) => id !== this.#id);
    if (!living) return;
    throw new Error(
      isMove(living)
        ? `The database ${this.#database} is being moved by another program.`
        : `The database ${this.#database} is in use by another Posthorn server, at ${living.address}. Stop that one first, or choose another database.`,
    );
  }

  #beatLater(): void {
    if (this.#isEnding) return;
    this.#timer = systemClock.setTimer(BEAT_EVERY_MS, () => {
      this.#beating = this.#beat()
        .catch(() => undefined) // what cannot beat is not trusted for long
        .then(() => this.#beatLater());
    });
  }

  async #beat(): Promise<void> {
    const moment = this.#trust.moment();
    if (await this.#table.beat(this.#id, 0)) this.#trust.renew(moment);
    else this.#trust.end();
  }
}

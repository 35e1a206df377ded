import type { Database } from '../database';
import { APPLICATION_VERSION_TABLES } from './application-version-tables';
import { CHANGE_LOG_TABLES } from './change-log-tables';
import { HOT_TABLES } from './hot-tables';

/** The lock of the migrations: programs that start at the same time take turns with these, too. */
const LOCK = 7_318_406_629_051_843;

/** The nodes that share the database, and who sends to which part of the endpoints. */
const NODES_AND_SLOTS = [
  `CREATE TABLE IF NOT EXISTS node (
     id               TEXT COLLATE "C" PRIMARY KEY,
     address          TEXT COLLATE "C" NOT NULL,
     version          TEXT COLLATE "C" NOT NULL,
     schema_version   BIGINT NOT NULL,
     secret_check     TEXT COLLATE "C" NOT NULL,
     beat             BIGINT NOT NULL DEFAULT 0,
     leaving          BIGINT NOT NULL DEFAULT 0 CHECK (leaving IN (0, 1)),
     sends_per_second DOUBLE PRECISION NOT NULL DEFAULT 0,
     -- By the clock of the database. Only for removing the row some time later.
     died_at          TIMESTAMPTZ
   )`,
  `CREATE TABLE IF NOT EXISTS slot (
     n     BIGINT PRIMARY KEY CHECK (n BETWEEN 0 AND 255),
     owner TEXT COLLATE "C",
     epoch BIGINT NOT NULL DEFAULT 0
   )`,
  'INSERT INTO slot (n) SELECT generate_series(0, 255) ON CONFLICT (n) DO NOTHING',
];

/**
 * Tables that only a database with several nodes has. They hold nothing that a move would copy, and each statement may
 * run again at every start.
 */
export const CLUSTER_TABLES: readonly string[] = [
  ...NODES_AND_SLOTS,
  ...APPLICATION_VERSION_TABLES,
  ...CHANGE_LOG_TABLES,
  ...HOT_TABLES,
];

/** Creates what is missing. Run it after migrating. */
export function createClusterTables(db: Pick<Database, 'write'>): Promise<void> {
  return create(db, CLUSTER_TABLES);
}

/** Creates what says who uses the database, which has to be known before it is migrated. */
export function createNodeTables(db: Pick<Database, 'write'>): Promise<void> {
  return create(db, NODES_AND_SLOTS);
}

async function create(db: Pick<Database, 'write'>, statements: readonly string[]): Promise<void> {
  await db.write(async (tx) => {
    await tx.run(`SELECT pg_advisory_xact_lock(${LOCK})`);
    for (const statement of statements) await tx.run(statement);
  });
}

import type { Database } from '../database';
import { APPLICATION_VERSION_TABLES } from './application-version-tables';
import { CHANGE_LOG_TABLES } from './change-log-tables';
import { HOT_TABLES } from './hot-tables';

/** The lock of the migrations: programs that start at the same time take turns with these, too. */
const LOCK = 7_318_406_629_051_843;

export const SLOT_ROWS = 256;

/**
 * Puts back slots that somebody has removed by hand. Where there are nodes, one of them may still send to their endpoints:
 * they belong to a node that does not exist, whom the others watch for a lease, and their epochs are above all before.
 */
export const ADD_MISSING_SLOTS = `
  INSERT INTO slot (n, owner, epoch)
  SELECT n, CASE WHEN has_nodes THEN 'slots-were-removed' END,
    CASE WHEN has_nodes THEN extract(epoch FROM clock_timestamp())::bigint ELSE 0 END
  FROM generate_series(0, ${SLOT_ROWS - 1}) AS n CROSS JOIN (SELECT EXISTS (SELECT 1 FROM node) AS has_nodes) AS nodes
  ON CONFLICT (n) DO NOTHING`;

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
  ADD_MISSING_SLOTS,
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

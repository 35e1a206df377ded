import { systemClock } from '../../base/clock';
import type { Log } from '../../base/log';
import type { ChangeLog } from '../change-log';
import { isMove, type NodeRow, type NodeTable, type NodeTableState } from '../node-table';
import { createClusterTables, createNodeTables } from './cluster-tables';
import { findLiving } from './find-living';
import { migratePostgres, postgresMigrations, postgresVersion } from './migrate-postgres';
import { permissionDenied } from './permission-denied';
import { openPostgresChangeLog } from './postgres-change-log';
import { openPostgres, type PostgresDatabase, SERVER_PATIENCE } from './postgres-database';
import { PostgresNodeTable } from './postgres-node-table';

/** A PostgreSQL database that several nodes may use. */
export interface SharedPostgres {
  readonly db: PostgresDatabase;
  readonly nodes: NodeTable;
  /** What it said about its nodes. */
  readonly found: NodeTableState;
  /** From the time of opening on. */
  readonly changes: ChangeLog;
  close(): Promise<void>;
}

/**
 * Opens a database and migrates it, unless a move or a node that is too old uses it.
 * @param leaseMs for how long the nodes that do not say otherwise are waited for
 * @throws Error with a sentence for the user when it cannot be used; then nothing is open
 */
export async function openSharedPostgres(
  address: string,
  { log, leaseMs }: { readonly log: Log; readonly leaseMs: number },
): Promise<SharedPostgres> {
  // Real time, whatever clock this server is given: other processes measure it, too.
  const clock = systemClock;
  const connectTable = (db: PostgresDatabase) =>
    new PostgresNodeTable({ connect: () => db.connect(), clock, limitMs: leaseMs / 2 });
  await prepare(address, async (db) => {
    await createNodeTables(db);
    const isInTheWay = await whoIsInTheWay(db);
    const onWait = (node: NodeRow) =>
      log.info({ database: db.name, node: node.id, address: node.address }, 'waiting whether a node lives');
    const table = connectTable(db);
    try {
      const living = await findLiving({ table, clock, leaseMs, onWait }, isInTheWay);
      if (living) throw new Error(refusal(db.name, living));
    } finally {
      await table.close();
    }
    await migratePostgres(db);
    await createClusterTables(db);
  });
  const db = await openPostgres(address, SERVER_PATIENCE);
  const nodes = connectTable(db);
  let changes: ChangeLog | null = null;
  const close = async () => {
    try {
      await changes?.close();
      await nodes.close();
    } finally {
      await db.close();
    }
  };
  try {
    changes = await openPostgresChangeLog(() => db.connect(leaseMs / 2));
    return { db, nodes, found: await nodes.read(), changes, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** What changes the tables may take its time. */
async function prepare(address: string, work: (db: PostgresDatabase) => Promise<void>): Promise<void> {
  const db = await openPostgres(address);
  try {
    await work(db);
  } catch (cause) {
    throw await permissionDenied(db, cause);
  } finally {
    await db.close();
  }
}

/** What a change of the tables needs: each node knows at least those before the newest change. */
export function oldestFitting(known: readonly { readonly version: number }[] = postgresMigrations): number {
  return known.at(-2)?.version ?? known.at(-1)?.version ?? 0;
}

async function whoIsInTheWay(db: PostgresDatabase): Promise<(node: NodeRow) => boolean> {
  const newest = postgresMigrations.at(-1)?.version ?? 0;
  const oldest = (await postgresVersion(db)) < newest ? oldestFitting() : 0;
  return (node) => isMove(node) || node.schemaVersion < oldest;
}

function refusal(database: string, node: NodeRow): string {
  if (isMove(node))
    return `The database ${database} is being moved by another program. Start this server when that has ended.`;
  return `The node at ${node.address} runs Posthorn ${node.version}, which is too old for the tables that this version needs in ${database}. Update every node to the version before this one first, or stop that node.`;
}

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  crashServer,
  newServerFolder,
  resumeServer,
  startServer,
  stopServer,
} from '../../resources/tools/postgres-server.mjs';
import { createApplicationStore } from '../../src-server/storage/application-store';
import { PLAIN_ENDPOINT } from '../../src-server/storage/endpoint-record';
import { createEndpointStore } from '../../src-server/storage/endpoint-store';
import { createDeliveryStore } from '../../src-server/storage/messages/delivery-store';
import { createMessageWriter } from '../../src-server/storage/messages/message-store';
import { createClusterTables } from '../../src-server/storage/postgres/cluster-tables';
import { migratePostgres } from '../../src-server/storage/postgres/migrate-postgres';
import { openPostgres, type PostgresDatabase } from '../../src-server/storage/postgres/postgres-database';
import { describeOwnPostgres } from '../support/engines';
import { PLAIN_APPLICATION } from '../support/plain-application';
import { plainAttempt } from '../support/plain-attempt';
import { plainMessage } from '../support/plain-message';
import { LONG_FORM } from './crash-size';

/**
 * PostgreSQL crashes again and again while two nodes store messages and attempts. Whoever did not get a response repeats
 * the same ids, not knowing whether they were written.
 */
const MESSAGES = LONG_FORM ? 22_000 : 600;
const CRASHES = LONG_FORM ? 20 : 3;
const NODES = 2;
const SENDERS_PER_NODE = 64;
const ENDPOINTS = ['ep_1', 'ep_2'];
/** Longer than PostgreSQL needs to recover: who gets no response then was refused for another reason. */
const AWAY_FOR_MS = 30_000;
const NOW = 1_700_000_000_000;

let folder: string;
let nodes: PostgresDatabase[];

beforeEach(async () => {
  folder = newServerFolder();
  const url = await startServer(folder);
  nodes = [];
  for (let n = 0; n < NODES; n++) nodes.push(await openPostgres(url));
});

afterEach(async () => {
  for (const db of nodes) await db.close().catch(() => undefined);
  await stopServer(folder);
});

describeOwnPostgres('PostgreSQL that crashes under load', () => {
  test(
    `after ${CRASHES} crashes, all of ${MESSAGES} acknowledged messages are stored and none twice`,
    async () => {
      const [first] = nodes as [PostgresDatabase];
      await furnish(first);
      const load = new Load(nodes);
      const sending = load.run();
      for (let n = 1; n <= CRASHES; n++) {
        await load.reaches(Math.floor((MESSAGES * n) / (CRASHES + 1)));
        if (n % 2 === 1) await killOneOfItsProcesses(first);
        else {
          await crashServer(folder);
          await resumeServer(folder);
        }
      }
      await sending;
      if (LONG_FORM)
        console.log(`${load.acknowledged.length} messages, ${load.pending} calls without an answer`);

      // Otherwise no crash has hit anything.
      expect(load.pending).toBeGreaterThanOrEqual(CRASHES);
      const stored = await first.all<{ id: string }>('SELECT id FROM message ORDER BY id');
      expect(stored.map(({ id }) => id)).toEqual(load.acknowledged.sort());
      const deliveries = await first.get(
        `SELECT count(*) AS count, count(DISTINCT (message_id, endpoint_id)) AS pairs,
           sum(CASE WHEN state = 'delivered' AND attempt_count = 1 THEN 1 ELSE 0 END) AS delivered FROM delivery`,
      );
      const count = MESSAGES * ENDPOINTS.length;
      expect(deliveries).toEqual({ count, pairs: count, delivered: count });
      expect(
        await first.get(
          'SELECT count(*) AS count, count(DISTINCT delivery_id) AS "ofDeliveries" FROM attempt',
        ),
      ).toEqual({ count, ofDeliveries: count });
    },
    LONG_FORM ? 600_000 : 60_000,
  );
});

async function furnish(db: PostgresDatabase): Promise<void> {
  await migratePostgres(db);
  await createClusterTables(db);
  await createApplicationStore(db).insert('app_1', PLAIN_APPLICATION, NOW);
  for (const id of ENDPOINTS) {
    const endpoint = { ...PLAIN_ENDPOINT, url: 'http://receiver.test/', secret: 'whsec_AAAA' };
    await createEndpointStore(db).insert(id, 'app_1', endpoint, NOW);
  }
}

/** PostgreSQL then ends all of its processes, and recovers. */
async function killOneOfItsProcesses(db: PostgresDatabase): Promise<void> {
  const row = await db.get<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`,
  );
  if (row) process.kill(row.pid, 'SIGKILL');
}

/** Senders at all nodes, which store messages and one attempt for each of their deliveries. */
class Load {
  readonly acknowledged: string[] = [];
  /** Calls that had to be repeated. */
  pending = 0;
  readonly #nodes: readonly PostgresDatabase[];
  #next = 0;
  #wanted: { readonly count: number; readonly reached: () => void } | null = null;

  constructor(nodes: readonly PostgresDatabase[]) {
    this.#nodes = nodes;
  }

  async run(): Promise<void> {
    const senders = this.#nodes.flatMap((db) => Array.from({ length: SENDERS_PER_NODE }, () => db));
    await Promise.all(senders.map((db) => this.#send(db)));
  }

  /** Resolves once this many messages were acknowledged. */
  reaches(count: number): Promise<void> {
    return new Promise((reached) => {
      this.#wanted = { count, reached };
      this.#tell();
    });
  }

  async #send(db: PostgresDatabase): Promise<void> {
    const writer = createMessageWriter(db);
    const { finish } = createDeliveryStore(db);
    while (this.#next < MESSAGES) {
      const id = `msg_${String(this.#next++).padStart(8, '0')}`;
      const stored = await this.#untilResponded(() => writer.insert(messageOf(id)));
      if (stored.kind !== 'stored') throw new Error(`${id} was taken for another message`);
      this.acknowledged.push(id);
      this.#tell();
      await Promise.all(
        stored.deliveries.map((delivery) =>
          this.#untilResponded(() => finish(attemptOf(id, delivery.id, delivery.endpointId))),
        ),
      );
    }
  }

  async #untilResponded<T>(call: () => Promise<T>): Promise<T> {
    for (const untilMs = Date.now() + AWAY_FOR_MS; ; ) {
      try {
        return await call();
      } catch (cause) {
        if (Date.now() > untilMs) throw cause;
        this.pending += 1;
        // As often as a client that waits for a server to come back.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  #tell(): void {
    if (this.#wanted && this.acknowledged.length >= this.#wanted.count) this.#wanted.reached();
  }
}

const messageOf = (id: string) => plainMessage(id, { createdAt: NOW, endpointIds: ENDPOINTS });

const attemptOf = (messageId: string, deliveryId: number, endpointId: string) =>
  plainAttempt(deliveryId, { messageId, endpointId, createdAt: NOW, finishedAt: NOW });

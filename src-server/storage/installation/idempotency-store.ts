import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';
import type { ResponseToKeep, StoredResponse } from '../stored-response';
import type { Transaction } from '../transaction';

export interface IdempotencyStore {
  /** A response stored after `since` (ms since 1970). */
  find(keyHash: string, since: number): Promise<StoredResponse | undefined>;
  /** On disk when it resolves; concurrent calls share a commit. */
  save(keyHash: string, response: StoredResponse, now: number): Promise<void>;
  /** Deletes up to `limit` answers stored before `time`; returns how many. */
  deleteBefore(time: number, limit: number): Promise<number>;
}

export function createIdempotencyStore(db: Database): IdempotencyStore {
  const save = db.batchWriter<ResponseToKeep, undefined>(
    async (tx, responses) => {
      await writeResponses(tx, responses);
      return responses.map(() => undefined);
    },
    () => true,
  );
  return {
    find(keyHash, since) {
      return db.get<StoredResponse>(
        `SELECT request_hash AS "requestHash", status, body FROM idempotent_answer
         WHERE key_hash = ? AND created_at > ? AND status >= 200`, // less: a claim that came here with a move
        [keyHash, since],
      );
    },
    async save(keyHash, response, now) {
      await save({ ...response, keyHash, now });
    },
    async deleteBefore(time, limit) {
      const sql = `DELETE FROM idempotent_answer
        WHERE key_hash IN (SELECT key_hash FROM idempotent_answer WHERE created_at <= ? LIMIT ?)`;
      return (await db.write((tx) => tx.run(sql, [time, limit]))).changes;
    },
  };
}

const COLUMNS = {
  key_hash: 'text',
  request_hash: 'text',
  status: 'integer',
  body: 'text',
  created_at: 'integer',
} as const;
const putOf = oncePerDialect(
  (dialect) => `
  INSERT INTO idempotent_answer (key_hash, request_hash, status, body, created_at)
  SELECT key_hash, request_hash, status, body, created_at FROM ${dialect.rows('?', COLUMNS, 'answer')}
  WHERE true
  ON CONFLICT (key_hash) DO UPDATE SET request_hash = excluded.request_hash, status = excluded.status,
    body = excluded.body, created_at = excluded.created_at`,
);

async function writeResponses(tx: Transaction, responses: readonly ResponseToKeep[]): Promise<void> {
  // An upsert must not meet a row twice: the last response of a key counts.
  const last = new Map(responses.map((response) => [response.keyHash, response]));
  const rows = Array.from(last.values(), (a) => [a.keyHash, a.requestHash, a.status, a.body, a.now]);
  await tx.run(putOf(tx.dialect), [JSON.stringify(rows)]);
}

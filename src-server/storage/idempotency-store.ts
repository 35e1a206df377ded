import type { Database } from './database';
import type { Transaction } from './transaction';

/** The answer to a POST, kept under its idempotency key. */
export interface StoredAnswer {
  /** Hash of the request body that it answered. */
  readonly requestHash: string;
  readonly status: number;
  /** The JSON text that was sent. Empty: there was none. */
  readonly body: string;
}

export interface IdempotencyStore {
  /** An answer stored after `since` (ms since 1970). */
  find(keyHash: string, since: number): Promise<StoredAnswer | undefined>;
  /** On disk when it resolves; concurrent calls share a commit. */
  save(keyHash: string, answer: StoredAnswer, now: number): Promise<void>;
  /** Deletes up to `limit` answers stored before `time`; returns how many. */
  deleteBefore(time: number, limit: number): Promise<number>;
}

/** An answer with its key, for a write that also does what was requested: a crash leaves both or neither. */
export interface AnswerToKeep extends StoredAnswer {
  readonly keyHash: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function createIdempotencyStore(db: Database): IdempotencyStore {
  const save = db.batchWriter<AnswerToKeep, undefined>(
    async (tx, answers) => {
      await writeAnswers(tx, answers);
      return answers.map(() => undefined);
    },
    () => true,
  );
  return {
    find(keyHash, since) {
      return db.get<StoredAnswer>(
        `SELECT request_hash AS requestHash, status, body FROM idempotent_answer
         WHERE key_hash = ? AND created_at > ?`,
        [keyHash, since],
      );
    },
    async save(keyHash, answer, now) {
      await save({ ...answer, keyHash, now });
    },
    async deleteBefore(time, limit) {
      const sql = `DELETE FROM idempotent_answer
        WHERE rowid IN (SELECT rowid FROM idempotent_answer WHERE created_at <= ? LIMIT ?)`;
      return (await db.write((tx) => tx.run(sql, [time, limit]))).changes;
    },
  };
}

async function writeAnswers(tx: Transaction, answers: readonly AnswerToKeep[]): Promise<void> {
  await tx.run(
    `INSERT OR REPLACE INTO idempotent_answer (key_hash, request_hash, status, body, created_at)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`,
    [JSON.stringify(answers.map((a) => [a.keyHash, a.requestHash, a.status, a.body, a.now]))],
  );
}

import type { Database } from '../database';
import { RESPONSES_KEPT_MS, type StoredResponse } from '../stored-response';
import type { Transaction } from '../transaction';

/** A request that is being executed under its idempotency key, on one of the nodes. */
export interface Claim {
  readonly keyHash: string;
  readonly requestHash: string;
  /** Names this run of it; no other has the same. */
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What is known of a key. */
export type FoundClaim =
  | ({ readonly kind: 'answered' } & StoredResponse)
  /**
   * `withheld`: it was executed; its response is kept nowhere, because it holds a secret. `doubtful`: nobody knows whether
   * it was.
   */
  | { readonly kind: 'withheld' | 'doubtful'; readonly requestHash: string }
  /** `hasRunOut`: the node that executed it is probably gone. */
  | {
      readonly kind: 'running';
      readonly requestHash: string;
      readonly runId: string;
      readonly hasRunOut: boolean;
    };

/** Which requests with an idempotency key are being executed, or were. */
export interface ClaimStore {
  find(keyHash: string, now: number): Promise<FoundClaim | undefined>;
  /**
   * Claims a key that is free, or whose claim has run out.
   * @returns false, with nothing written, when it is taken
   */
  claim(claim: Claim): Promise<boolean>;
  /** Keeps the response of a run that still has its claim. */
  settle(
    claim: Claim,
    outcome: Pick<StoredResponse, 'status' | 'body'> | 'withheld' | 'doubtful',
  ): Promise<void>;
  /** Frees the key, if the run still has it. */
  release(claim: Claim): Promise<void>;
}

/** How long a run may take before another may begin: it probably ended with its node. Milliseconds. */
export const RUN_MAX_MS = 60_000;
/** In the place of the status of a response. */
const RUNNING = 0;
const WITHOUT_RESPONSE = { withheld: 1, doubtful: 2 } as const;

const FREE = `(kept.created_at <= excluded.created_at - ${RESPONSES_KEPT_MS}
  OR kept.status = ${RUNNING} AND kept.created_at <= excluded.created_at - ${RUN_MAX_MS})`;
const COLUMNS = { key_hash: 'text', request_hash: 'text', run_id: 'text', now: 'integer' } as const;
const HAS_CLAIM = `key_hash = ? AND status = ${RUNNING} AND body = ?`;

interface Row {
  readonly request_hash: string;
  readonly status: number;
  readonly body: string;
  readonly created_at: number;
}

export function createClaimStore(db: Database): ClaimStore {
  const CLAIM = `
    INSERT INTO idempotent_answer AS kept (key_hash, request_hash, status, body, created_at)
    SELECT key_hash, request_hash, ${RUNNING}, run_id, now FROM ${db.dialect.rows('?', COLUMNS, 'claim')}
    ON CONFLICT (key_hash) DO UPDATE SET request_hash = excluded.request_hash, status = excluded.status,
      body = excluded.body, created_at = excluded.created_at
    WHERE ${FREE}
    RETURNING key_hash`;
  const claimAll = async (tx: Transaction, claims: readonly Claim[]): Promise<boolean[]> => {
    const given = claims.map(({ keyHash, requestHash, runId, now }) => [keyHash, requestHash, runId, now]);
    const rows = await tx.all<{ key_hash: string }>(CLAIM, [JSON.stringify(given)]);
    const claimed = new Set(rows.map((row) => row.key_hash));
    return claims.map(({ keyHash }) => claimed.has(keyHash));
  };
  return {
    async find(keyHash, now) {
      const row = await db.get<Row>(
        `SELECT request_hash, status, body, created_at FROM idempotent_answer WHERE key_hash = ? AND created_at > ?`,
        [keyHash, now - RESPONSES_KEPT_MS],
      );
      return row && read(row, now);
    },
    claim: db.batchWriter(claimAll, () => true),
    async settle({ keyHash, runId, now }, outcome) {
      const { status, body } =
        typeof outcome === 'string' ? { status: WITHOUT_RESPONSE[outcome], body: '' } : outcome;
      await db.write((tx) =>
        tx.run(`UPDATE idempotent_answer SET status = ?, body = ?, created_at = ? WHERE ${HAS_CLAIM}`, [
          status,
          body,
          now,
          keyHash,
          runId,
        ]),
      );
    },
    async release({ keyHash, runId }) {
      await db.write((tx) => tx.run(`DELETE FROM idempotent_answer WHERE ${HAS_CLAIM}`, [keyHash, runId]));
    },
  };
}

function read({ request_hash: requestHash, status, body, created_at }: Row, now: number): FoundClaim {
  if (status === RUNNING)
    return { kind: 'running', requestHash, runId: body, hasRunOut: created_at <= now - RUN_MAX_MS };
  for (const kind of ['withheld', 'doubtful'] as const)
    if (status === WITHOUT_RESPONSE[kind]) return { kind, requestHash };
  return { kind: 'answered', requestHash, status, body };
}

import type { Database } from '../../src-server/storage/database';

/**
 * A gate between one life of the engine and its database.
 * - `open`: has no effect.
 * - `deaf`: writes reach the disk but are not confirmed, like a crash right after the commit.
 * - `cut`: nothing reaches the disk or is reported, like a crash right before the commit.
 */
export type GateState = 'open' | 'deaf' | 'cut';

export interface GatedDatabase {
  readonly db: Database;
  readonly gate: { state: GateState };
  /** Calls in progress. */
  pending(): number;
}

export function gateDatabase(real: Database): GatedDatabase {
  const gate = { state: 'open' as GateState };
  let pending = 0;
  const pass = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      if (gate.state === 'cut') return;
      pending += 1;
      work().then(
        (value) => {
          pending -= 1;
          if (gate.state === 'open') resolve(value);
        },
        (cause: unknown) => {
          pending -= 1;
          if (gate.state === 'open') reject(cause);
        },
      );
    });
  const db: Database = {
    ...real, // with what only one engine has
    all: (sql, params) => pass(() => real.all(sql, params)),
    get: (sql, params) => pass(() => real.get(sql, params)),
    openSnapshot: () => pass(() => real.openSnapshot()),
    write: (work) => pass(() => real.write(work)),
    tryWriting: () => pass(() => real.tryWriting()),
    batchWriter(...how) {
      const write = real.batchWriter(...how);
      return (input) => pass(() => write(input));
    },
  };
  return { db, gate, pending: () => pending };
}

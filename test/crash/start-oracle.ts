import { fork } from 'node:child_process';
import { join } from 'node:path';

/** One complete request. */
export interface OracleArrival {
  readonly path: string;
  /** Its webhook-id header. */
  readonly id: string;
  /** `key` of its payload: the test's name of the message. */
  readonly key: string;
  /** It arrived between these two times, in milliseconds of the machine's monotonic clock. */
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** The receiver in its own process; oracle.mjs describes how its paths answer. */
export interface Oracle {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  /** In the order of arrival. */
  read(): Promise<readonly OracleArrival[]>;
  /** Resolves when `more` further requests have arrived at paths with this prefix. */
  further(more: number, path: string): Promise<void>;
  stop(): void;
}

type PackedArrival = readonly [path: string, id: string, key: string, earliestMs: number, latestMs: number];
type Reply = {
  readonly id?: number;
  readonly port: number;
  readonly count: number;
  readonly arrivals: PackedArrival[];
};

export async function startOracle(): Promise<Oracle> {
  const child = fork(join(import.meta.dirname, 'oracle.mjs'));
  const pending = new Map<number | undefined, (reply: Reply) => void>();
  let lastId = 0;
  child.on('message', (reply: Reply) => {
    pending.get(reply.id)?.(reply);
    pending.delete(reply.id);
  });
  const ask = (question: object): Promise<Reply> =>
    new Promise((resolve) => {
      lastId += 1;
      pending.set(lastId, resolve);
      child.send({ ...question, id: lastId });
    });
  const { port } = await new Promise<Reply>((ready) => pending.set(undefined, ready));
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async read() {
      const { arrivals } = await ask({ kind: 'read' });
      return arrivals.map(([path, id, key, earliestMs, latestMs]) => ({
        path,
        id,
        key,
        earliestMs,
        latestMs,
      }));
    },
    async further(more, path) {
      const { count } = await ask({ kind: 'wait', path, count: 0 });
      await ask({ kind: 'wait', path, count: count + more });
    },
    stop: () => child.disconnect(),
  };
}

/**
 * Where more than `limit` requests certainly arrived within one second: each list of `limit` + 1 counts even if
 * its first arrived as early, and its last as late, as the clock allows. Should be empty.
 */
export function surelyOver(arrivals: readonly OracleArrival[], limit: number): number[] {
  const sorted = [...arrivals].sort((a, b) => a.latestMs - b.latestMs);
  return sorted
    .slice(limit)
    .map((last, i) => last.latestMs - (sorted[i]?.earliestMs ?? 0))
    .filter((spanMs) => spanMs < 1000);
}

/**
 * What arrived after a later message, by the numbers in their keys: nothing, where the order is kept. A repeat is no later
 * message.
 */
export function passed(arrivals: readonly OracleArrival[]): string[] {
  const numbers = arrivals.map(({ key }) => Number(key.slice(1)));
  return numbers.flatMap((n, i) => {
    const before = numbers[i - 1] ?? 0;
    return before > n ? [`${n} after ${before}`] : [];
  });
}

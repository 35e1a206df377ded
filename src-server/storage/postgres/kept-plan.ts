import { createHash } from 'node:crypto';
import { statementText } from './statement-text';

/** A statement whose plan PostgreSQL keeps. */
export interface KeptPlan {
  /** Creates its function. It may run at every start: it never changes, because its name is made from it. */
  readonly definition: string;
  /** Calls it, with the parameters of the statement. */
  readonly call: string;
}

const PARAMETERS = /\?::(\w+(?:\[\])?)/g;

/**
 * A statement as a function, which each session of PostgreSQL plans once. What is given as a text is parsed and planned
 * each time, and a named statement belongs to one session, which behind a pooler is not ours.
 *
 * A kept plan knows neither the size of a batch nor what the tables will grow to. So a statement must come with its plan:
 * each row of a table found by an index, for each row of the batch. Sequential scans are turned off, since they are the
 * best plan for tables that are still small, and compiling, which the price of those that remain would bring about.
 *
 * It is a transaction by itself, in which nothing else could say how long it waits for a lock.
 * @param statement with the type of each parameter behind it (`?::bigint[]`), and no `$$`
 * @param result what it returns: `(name type, ...)`; absent: nothing
 * @param settings others that its plan needs
 */
export function keptPlan(
  name: string,
  statement: string,
  result: string | null,
  settings: readonly string[] = [],
): KeptPlan {
  const types = Array.from(statement.matchAll(PARAMETERS), ([, type]) => type);
  const head = `(${types.join(', ')}) RETURNS ${result ? `TABLE ${result}` : 'VOID'} LANGUAGE plpgsql
   SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off SET lock_timeout = 1500
   ${settings.map((setting) => `SET ${setting}`).join(' ')}
   AS $$
   #variable_conflict use_column
   BEGIN
     ${result ? 'RETURN QUERY' : ''} ${statementText(statement).text};
   END $$`;
  const called = `${name}_${createHash('sha256').update(head).digest('hex').slice(0, 12)}`;
  return {
    definition: `CREATE OR REPLACE FUNCTION ${called} ${head}`,
    call: `SELECT * FROM ${called}(${types.map(() => '?').join(', ')})`,
  };
}

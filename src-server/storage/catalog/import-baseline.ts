import { oncePerDialect } from '../once-per-dialect';
import type { Transaction } from '../transaction';
import { runInPieces } from './event-type-batch';

/** What the last import said about an event type. */
export interface BaselineText {
  readonly name: string;
  /** The document, as in `catalog/openapi/import-source`. */
  readonly source: string;
  /** JSON of an object. */
  readonly content: string;
}

/** From which document the last import of an event type was. */
export type BaselineSource = Pick<BaselineText, 'name' | 'source'>;

/** All of them: the contents are most of it. */
export function readBaselineSources(tx: Pick<Transaction, 'all'>): Promise<BaselineSource[]> {
  return tx.all<BaselineSource>('SELECT name, source FROM import_baseline', []);
}

const statementsOf = oncePerDialect((dialect) => ({
  put: `
  INSERT INTO import_baseline (name, source, content)
  SELECT name, source, content
  FROM ${dialect.rows('?', { name: 'text', source: 'text', content: 'text' }, 'given')}
  WHERE true
  ON CONFLICT (name) DO UPDATE SET source = excluded.source, content = excluded.content`,
  remove: `DELETE FROM import_baseline WHERE ${dialect.isAmongTexts('name', '?')}`,
}));

/** Sets what the last import said, replacing any earlier baselines. */
export async function putBaselines(tx: Transaction, baselines: readonly BaselineText[]): Promise<void> {
  const rows = baselines.map(({ name, source, content }) => [name, source, content]);
  await runInPieces(tx, statementsOf(tx.dialect).put, rows, null);
}

/** Removes the baselines of these, as if no import had mentioned them. */
export async function removeBaselines(tx: Transaction, names: readonly string[]): Promise<void> {
  await tx.run(statementsOf(tx.dialect).remove, [JSON.stringify(names)]);
}

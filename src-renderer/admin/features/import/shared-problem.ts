import type { ImportRow } from '../../../../src-server/contract/import-plan';

/** What a reason quotes differs from row to row. */
const QUOTED = /\s?"[^"]*"/g;

/**
 * Why no row of a plan can be imported, if the reason is the same for all: it is said once, and not in every row. Null:
 * some rows can be, or there are several reasons.
 */
export function sharedProblem(rows: readonly Pick<ImportRow, 'problem'>[]): string | null {
  const reasons = new Set(rows.map(({ problem }) => problem?.replace(QUOTED, '') ?? null));
  const [reason = null] = reasons;
  return rows.length > 1 && reasons.size === 1 ? reason : null;
}

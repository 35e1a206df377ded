import type { SchemaRow, SchemaTree } from '../../../src-server/json-schema/schema-tree';

/** About two screens of rows. */
const ROWS_OPEN = 40;

/**
 * How many levels a page can open at first, so that a small schema needs no click and a large one does not flood the
 * page: the deepest level that shows at most forty rows. 1 opens none.
 */
export function openDepthOf({ root }: SchemaTree): number {
  let level: readonly SchemaRow[] = root.children;
  let rows = level.length;
  let depth = 1;
  while (level.length > 0) {
    level = level.flatMap(({ children }) => children);
    rows += level.length;
    if (level.length === 0 || rows > ROWS_OPEN) return depth;
    depth += 1;
  }
  return depth;
}

import type { SchemaRow, SchemaTree } from '../../../src-server/json-schema/schema-tree';

/** About what fits on two screens. */
const ROWS_OPEN = 40;

/**
 * How many levels a page can open at first, so that a small schema is read without a click and a large one does not
 * bury the page: the deepest level down to which there are at most forty rows. 1 opens none.
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

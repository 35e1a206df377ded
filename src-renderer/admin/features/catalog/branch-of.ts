import type { GridPlace } from '../../../ui/virtual-grid/read-grid-key';
import type { CatalogRow } from './catalog-rows';

/**
 * The role of a row in the tree: groups open and close, and contain the event types of the second level.
 * @param at its index, from 0
 */
export function branchOf(row: CatalogRow, at: number): NonNullable<GridPlace['branch']> {
  if (row.kind === 'group') return { isOpen: row.isOpen, parent: -1 };
  return { isOpen: null, parent: row.level === 2 ? at - row.position : -1 };
}

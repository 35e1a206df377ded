import type { GridPlace } from '../../../ui/virtual-grid/read-grid-key';
import type { CatalogRow } from './catalog-rows';

/**
 * What a row is in the tree: groups open and close, and hold the event types of the second level.
 * @param at its number, from 0
 */
export function branchOf(row: CatalogRow, at: number): NonNullable<GridPlace['branch']> {
  if (row.kind === 'group') return { isOpen: row.isOpen, parent: -1 };
  return { isOpen: null, parent: row.level === 2 ? at - row.position : -1 };
}

import type { CatalogRow } from './catalog-rows';

/** What a key press in the tree means. */
export type TreeAct =
  | { readonly kind: 'focus'; readonly row: number }
  | { readonly kind: 'fold'; readonly key: string; readonly open: boolean }
  | { readonly kind: 'open' | 'tick' | 'tick-all' };

/** A key press; a DOM KeyboardEvent fits. */
export interface TreeKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * What a key means in the tree; null: nothing, it is the browser's.
 * @param at number of the row in focus, from 0
 * @param page how many rows a page is
 * @param isSelecting whether rows are ticked, not opened
 */
export function readTreeKey(
  { key, ctrlKey, metaKey }: TreeKey,
  rows: readonly CatalogRow[],
  at: number,
  page: number,
  isSelecting: boolean,
): TreeAct | null {
  const row = rows[at];
  if (ctrlKey || metaKey) return isSelecting && key.toLowerCase() === 'a' ? { kind: 'tick-all' } : null;
  const to = (target: number): TreeAct => ({
    kind: 'focus',
    row: Math.max(0, Math.min(rows.length - 1, target)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'PageDown':
      return to(at + page);
    case 'PageUp':
      return to(at - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row?.kind !== 'group') return null;
      return row.isOpen ? to(at + 1) : { kind: 'fold', key: row.key, open: true };
    case 'ArrowLeft':
      if (row?.kind === 'group') return row.isOpen ? { kind: 'fold', key: row.key, open: false } : null;
      return row?.level === 2 ? to(at - row.position) : null;
    case ' ':
      return isSelecting ? { kind: 'tick' } : openOrFold(row);
    case 'Enter':
      return openOrFold(row);
    default:
      return null;
  }
}

function openOrFold(row: CatalogRow | undefined): TreeAct {
  return row?.kind === 'group' ? { kind: 'fold', key: row.key, open: !row.isOpen } : { kind: 'open' };
}

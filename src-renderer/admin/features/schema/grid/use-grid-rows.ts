import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useIsNarrower } from '../../../../ui/use-is-narrower';
import { useVirtualGrid } from '../../../../ui/virtual-grid/use-virtual-grid';
import { focusDraft } from '../../../parts/schema-drafts/schema-drafts';
import { useRowHeight } from '../../../platform/appearance';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { type EditRow, type Openness, opened, rowAround, visibleRows } from '../model/edit-rows';
import { type Column, SCHEMA_COLUMNS } from './grid-row';

/** Below this width there is only room for the columns that have a width for it. */
const NARROW_PX = 600;
const COLUMNS = SCHEMA_COLUMNS.map(({ id }) => id);
const NARROW_COLUMNS = SCHEMA_COLUMNS.filter(({ widths }) => widths.length > 1).map(({ id }) => id);

export type GridRows = ReturnType<typeof useGridRows>;

/** The visible rows of a schema, the current cell among them, and the ways to another. */
export function useGridRows({ root, draft, key: draftKey, fault }: SchemaDocument) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  const [openness, setOpenness] = useState<Openness>(new Map());
  const rows = useMemo(() => visibleRows(root, openness), [root, openness]);
  const found = rows.findIndex(({ pointer }) => pointer === draft.focus);
  const at = Math.max(0, found);
  const grid = useVirtualGrid({ scroller, count: rows.length, rowPx: rowHeight, active: at });
  const { takeFocus, reveal } = grid;
  const [column, setColumn] = useState<Column>('key');
  const [armed, setArmed] = useState<string | null>(null);
  const isNarrow = useIsNarrower(scroller, NARROW_PX);
  const row = rows[at];
  // Undo, a problem or the address may move to another row, just as keys do.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these moves the row
  useLayoutEffect(() => reveal(), [at, row?.pointer, rowHeight, reveal]);
  /** Opens what hides a row, and tells which row shows it. */
  const openAround = useCallback(
    (pointer: string) => {
      const around = rowAround(root, pointer);
      setOpenness((now) => opened(root, now, around));
      return around;
    },
    [root],
  );
  useEffect(() => {
    if (found < 0 && !fault) focusDraft(draftKey, openAround(draft.focus));
  }, [found, fault, draft.focus, draftKey, openAround]);
  const goTo = useCallback(
    (pointer: string, toColumn?: Column) => {
      focusDraft(draftKey, pointer);
      if (toColumn) setColumn(toColumn);
      setArmed(null);
      takeFocus();
    },
    [draftKey, takeFocus],
  );
  const open = useCallback(({ pointer }: EditRow, isOpen: boolean) => {
    setOpenness((now) => new Map(now).set(pointer, isOpen));
  }, []);
  return {
    scroller,
    grid,
    rows,
    /** Index of the current row, from 0. */
    at,
    row,
    isNarrow,
    columns: isNarrow ? NARROW_COLUMNS : COLUMNS,
    column,
    setColumn,
    /** The pointer of the row that the next Backspace deletes. */
    armed,
    setArmed,
    goTo,
    open,
    openAround,
  };
}

import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useCallback,
  useRef,
} from 'react';
import { classNames } from '../../../../ui/class-names';
import layout from '../../../../ui/layout.module.css';
import { useStableCallback } from '../../../../ui/use-stable-callback';
import { logWidths } from '../../../../ui/virtual-grid/log-column';
import type { VisibleRow } from '../../../../ui/virtual-grid/use-virtual-grid';
import { focusDraft } from '../../../parts/schema-drafts/schema-drafts';
import { useScreenKeys } from '../../../platform/commands/screen-keys';
import type { SchemaDocument } from '../draft/use-schema-draft';
import type { EditRow } from '../model/edit-rows';
import type { ProblemLevel } from '../model/lint-schema';
import { CellInput, type CellLeave } from './cell-input';
import { EmptySchema } from './empty-schema';
import { GRID_SCREEN_KEYS, readSchemaGridKey } from './grid-keys';
import { type Column, GridRow, SCHEMA_COLUMNS } from './grid-row';
import styles from './schema-grid.module.css';
import { TypeMenu } from './type-menu';
import { useCellEditing } from './use-cell-editing';
import { type GridRows, useGridRows } from './use-grid-rows';
import { useRowActs } from './use-row-acts';

interface SchemaGridProps {
  readonly document: SchemaDocument;
  /** The worst problem of a row, by its pointer. */
  readonly problems: ReadonlyMap<string, ProblemLevel>;
  /** Shows the inspector and focuses it. */
  readonly onInspector: () => void;
  /** A text was pasted that may be a sample or a schema. */
  readonly onPaste: (text: string) => void;
}

const LEVELS: readonly ProblemLevel[] = ['error', 'warning', 'notice'];

function worstOf(levels: readonly (ProblemLevel | undefined)[]): ProblemLevel | null {
  return LEVELS.find((level) => levels.includes(level)) ?? null;
}

/** The fields of a schema: one row each, all operable by keyboard. Not rendered again with what is shown after them. */
export const SchemaGrid = memo(Grid);

function Grid({ document, problems, onInspector, onPaste }: SchemaGridProps) {
  useScreenKeys(GRID_SCREEN_KEYS);
  const place = useGridRows(document);
  const { scroller, grid, rows, at, row, isNarrow, columns, column, setColumn, armed, goTo, open } = place;
  const editing = useCellEditing(document);
  const acts = useRowActs(document, place, editing, onInspector);
  const { onFocus, onPointerDown } = useCellFocus(place, document.key);
  const toggle = useCallback((toggled: EditRow) => open(toggled, !toggled.isOpen), [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!row || editing.column || event.nativeEvent.isComposing) return;
    const act = readSchemaGridKey(event, { rows, at, column, columns, pageRows: grid.pageRows() });
    if (!act) return;
    // The input is there before the browser writes the character, which so replaces what is selected in it.
    if (act.kind !== 'write') event.preventDefault();
    acts.perform(act, row);
  };
  const onCell = useStableCallback((index: number, to: Column, event: MouseEvent) => {
    const clicked = rows[index];
    if (!clicked || (event.target as HTMLElement).localName === 'input') return;
    const again = index === at && to === column;
    goTo(clicked.pointer, to);
    // The second click of a double click opens the inspector.
    if (to === 'type' || to === 'required' || (again && event.detail < 2)) acts.activate(clicked, to);
  });
  const leaveCell = (leave: CellLeave): boolean => {
    if (!editing.column) return true;
    if (!editing.leave(leave)) return false;
    const next = leave === 'next' ? 1 : leave === 'previous' ? -1 : 0;
    const beside = columns[columns.indexOf(editing.column) + next];
    if (beside) setColumn(beside);
    if (leave !== 'blur') grid.takeFocus();
    return true;
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (editing.column || !/^\s*[[{]/.test(text)) return;
    event.preventDefault();
    onPaste(text);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-column]');
    if (editing.column || !cell || cell.dataset.column === 'type' || cell.dataset.column === 'required')
      return;
    onInspector();
  };
  const renderRow = ({ index, topPx }: VisibleRow) => {
    const drawn = rows[index];
    if (!drawn) return null;
    const edited = editing.isEditing(drawn.pointer) ? editing.column : null;
    return (
      <GridRow
        key={editing.idOf(drawn.pointer)}
        row={drawn}
        index={index}
        top={topPx}
        columns={columns}
        current={index === at ? (columns.includes(column) ? column : 'key') : null}
        problem={worstOf([drawn.pointer, ...drawn.descriptions].map((pointer) => problems.get(pointer)))}
        armed={armed === drawn.pointer}
        editing={
          edited && {
            column: edited,
            input: <EditedCell row={drawn} column={edited} editing={editing} onLeave={leaveCell} />,
          }
        }
        onCell={onCell}
        onToggle={toggle}
      />
    );
  };
  return (
    <div
      className={classNames(layout.frame, layout.positioned, styles.frame)}
      data-narrow={isNarrow || undefined}
    >
      <div
        role="treegrid"
        aria-label="Fields of the schema"
        aria-rowcount={rows.length + 1}
        aria-colcount={SCHEMA_COLUMNS.length}
        data-takes-text=""
        className={`${layout.column} ${layout.restDown} ${styles.grid}`}
        style={logWidths(SCHEMA_COLUMNS, '')}
        inert={document.fault !== null}
        onKeyDown={onKeyDown}
        onPaste={paste}
        onDoubleClick={onDoubleClick}
        onFocus={onFocus}
        onPointerDown={onPointerDown}
      >
        <SchemaGridHead columns={columns} />
        <div ref={scroller} className={styles.scroller} role="presentation">
          {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out */}
          <div role="rowgroup" className={layout.positioned} style={{ height: grid.heightPx }}>
            {grid.rows.map(renderRow)}
          </div>
        </div>
      </div>
      {rows.length === 1 && !editing.column && (
        <EmptySchema document={document} onInfer={() => onPaste('')} />
      )}
      {acts.menuAt !== null && row && (
        <TypeMenu
          key={acts.menuAt}
          document={document}
          row={row}
          trigger={scroller}
          onClose={() => {
            acts.setMenuAt(null);
            grid.takeFocus();
          }}
        />
      )}
    </div>
  );
}

interface EditedCellProps {
  readonly row: EditRow;
  readonly column: Column;
  readonly editing: ReturnType<typeof useCellEditing>;
  readonly onLeave: (leave: CellLeave) => boolean;
}

function EditedCell({ row, column, editing, onLeave }: EditedCellProps) {
  const isKey = column === 'key';
  const unfinished = isKey ? editing.unfinishedKey(row.pointer) : undefined;
  return (
    <CellInput
      label={`${isKey ? 'Key' : 'Description'} of ${editing.name ?? 'the new row'}`}
      mono={isKey}
      value={isKey ? (unfinished?.text ?? row.place.label) : row.description}
      error={unfinished?.reason ?? null}
      onType={editing.type}
      onLeave={onLeave}
    />
  );
}

/** A screen reader may focus any cell. A pointer clicks: until it is up, nothing may move below it. */
function useCellFocus({ rows, columns, setColumn }: GridRows, draftKey: string) {
  const isPressed = useRef(false);
  const onPointerDown = () => {
    isPressed.current = true;
    addEventListener('pointerup', () => (isPressed.current = false), { once: true });
  };
  const onFocus = (event: FocusEvent) => {
    if (isPressed.current) return;
    const { dataset, parentElement } = event.target as HTMLElement;
    const focused = rows[Number(parentElement?.dataset.row)];
    const column = columns.find((each) => each === dataset.column);
    if (!focused || !column) return;
    focusDraft(draftKey, focused.pointer);
    setColumn(column);
  };
  return { onFocus, onPointerDown };
}

/** The column headings of the schema grid. */
function SchemaGridHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out
    <div role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: it has no actions */}
      <div role="row" aria-rowindex={1} className={styles.head}>
        {SCHEMA_COLUMNS.map(
          ({ id, head, headLabel }, at) =>
            columns.includes(id) && (
              // biome-ignore lint/a11y/useFocusableInteractive: it has no actions
              // biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out
              <div
                key={id}
                role="columnheader"
                aria-colindex={at + 1}
                className={styles[id]}
                aria-label={headLabel}
              >
                {head}
              </div>
            ),
        )}
      </div>
    </div>
  );
}

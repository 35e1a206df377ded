import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Path, toPointer } from '../../../../src-server/json-schema/json-pointer';
import {
  type EditRow,
  type Openness,
  opened,
  rowAround,
  visibleRows,
} from '../../../shared/schema-edit/edit-rows';
import { addChild, addSibling } from '../../../shared/schema-edit/field-edits';
import { deleteField, toggleRequiredIn, whyLocked } from '../../../shared/schema-edit/merged-edits';
import { moveInto, moveOut, moveRow } from '../../../shared/schema-edit/move-edits';
import { refPath } from '../../../shared/schema-edit/references';
import { NAMED_KINDS } from '../../../shared/schema-edit/schema-places';
import type { ProblemLevel } from '../../../shared/schema-edit/schema-problem';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { announce, toast } from '../../../ui/toast-store';
import { useIsNarrower } from '../../../ui/use-is-narrower';
import { useVirtualGrid, type VisibleRow } from '../../../ui/virtual-grid/use-virtual-grid';
import { focusDraft } from '../../parts/schema-drafts/schema-drafts';
import { useRowHeight } from '../../platform/appearance';
import { useScreenKeys } from '../../platform/commands/screen-keys';
import { CellInput, type CellLeave } from './cell-input';
import { COLUMNS, type Column, GRID_SCREEN_KEYS, readSchemaGridKey } from './grid-keys';
import { GridRow } from './grid-row';
import styles from './schema-grid.module.css';
import { SchemaGridHead } from './schema-grid-head';
import { toastLastStep } from './toast-last-step';
import { TypeMenu } from './type-menu';
import { useCellEditing } from './use-cell-editing';
import type { SchemaDocument } from './use-schema-draft';

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

/** Where a row has its definition: the one it refers to, or the one it comes from. Null: neither. */
function definitionOf({ type, origin, path }: EditRow): Path | null {
  if (type.ref !== null) return refPath(type.ref);
  return origin?.definition ? path : null;
}

/** Below this width there is only room for the key, the type and the "required" mark. */
const NARROW_PX = 600;
const NARROW_COLUMNS: readonly Column[] = ['key', 'type', 'required'];

/** The fields of a schema: one row each, all operable by keyboard. */
export function SchemaGrid({ document, problems, onInspector, onPaste }: SchemaGridProps) {
  const { root, draft, edit, key: draftKey, fault } = document;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight();
  useScreenKeys(GRID_SCREEN_KEYS);
  const [openness, setOpenness] = useState<Openness>(new Map());
  const rows = useMemo(() => visibleRows(root, openness), [root, openness]);
  const found = rows.findIndex(({ pointer }) => pointer === draft.focus);
  const at = Math.max(0, found);
  const grid = useVirtualGrid({ scroller, count: rows.length, rowPx: rowHeight, active: at });
  const { takeFocus, reveal } = grid;
  const [currentColumn, setColumn] = useState<Column>('key');
  const editing = useCellEditing(document);
  const [armed, setArmed] = useState<string | null>(null);
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const columns = useIsNarrower(scroller, NARROW_PX) ? NARROW_COLUMNS : COLUMNS;
  const row = rows[at];
  // Undo, a problem or the address may move to another row, just as keys do.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these moves the row
  useLayoutEffect(() => reveal(), [at, row?.pointer, rowHeight, reveal]);
  useEffect(() => {
    if (found >= 0 || fault) return;
    const around = rowAround(root, draft.focus);
    setOpenness((now) => opened(root, now, around));
    focusDraft(draftKey, around);
  }, [found, fault, root, draft.focus, draftKey]);

  const goTo = useCallback(
    (pointer: string, column?: Column) => {
      focusDraft(draftKey, pointer);
      if (column) setColumn(column);
      setArmed(null);
      takeFocus();
    },
    [draftKey, takeFocus],
  );
  const open = useCallback((one: EditRow, isOpen: boolean) => {
    setOpenness((now) => new Map(now).set(one.pointer, isOpen));
  }, []);
  const toggle = useCallback((one: EditRow) => open(one, !one.isOpen), [open]);

  const startEdit = (one: EditRow, column: Column) => {
    if (column === 'key' && !NAMED_KINDS.includes(one.place.kind)) {
      return one.hasChildren ? toggle(one) : onInspector();
    }
    const locked = whyLocked(one);
    if (locked !== null) return toast(locked);
    if (column === 'description' && !columns.includes('description')) return onInspector();
    setColumn(column);
    editing.edit(one, column);
  };
  const write = (one: EditRow) => {
    setArmed(null);
    const isKey = currentColumn === 'key' && NAMED_KINDS.includes(one.place.kind);
    if (isKey || currentColumn === 'description') startEdit(one, currentColumn);
    else if (currentColumn === 'type') activate(one, 'type');
  };
  const activate = (one: EditRow, column: Column) => {
    const locked = column === 'type' ? whyLocked(one) : null;
    if (locked !== null) toast(locked);
    // The row may just have been scrolled into view. The event of that comes in a later frame, and closes menus.
    else if (column === 'type')
      requestAnimationFrame(() => requestAnimationFrame(() => setMenuAt(one.pointer)));
    else if (column === 'required') edit((node) => toggleRequiredIn(node, one));
    else if (column === 'constraints') onInspector();
    else startEdit(one, column);
  };
  const add = (selected: EditRow, wanted: typeof addChild) => {
    // Beside a field of a definition, the new field is the author's own: it goes where this value has its own fields.
    const holder = selected.origin && rows.find(({ pointer }) => pointer === selected.parent);
    const isBeside = wanted === addSibling && holder && selected.origin?.definition;
    const [one, make] = isBeside ? [holder, addChild] : [selected, wanted];
    const added = editing.add((node) => make(node, one.path));
    if (added === 'refused') return;
    if (make === addChild) open(one, true);
    setColumn('key');
    if (added === 'unnamed') takeFocus();
  };
  const remove = (one: EditRow) => {
    if (one.place.kind !== 'root' && armed !== one.pointer) {
      setArmed(one.pointer);
      announce(`Press Backspace again to delete ${one.place.label}`);
      return;
    }
    const next = rows[at + 1]?.level === one.level ? rows[at + 1] : rows[at - 1];
    if (!edit((node) => deleteField(node, one))) return;
    toastLastStep(`Deleted ${one.place.label}`, draftKey);
    // The next branch or item has moved up into the place of the deleted one.
    const place = /^\d+$/.test(one.path.at(-1) ?? '') && next === rows[at + 1] ? one : next;
    goTo(place?.pointer ?? '');
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!row || editing.column || event.nativeEvent.isComposing) return;
    const act = readSchemaGridKey(event, {
      rows,
      at,
      column: currentColumn,
      columns,
      pageRows: grid.pageRows(),
    });
    if (!act) return;
    // The input is there before the browser writes the character, which so replaces what is selected in it.
    if (act.kind === 'write') return write(row);
    event.preventDefault();
    if (act.kind !== 'delete') setArmed(null);
    const moving = { move: (node: typeof root) => moveRow(node, row.path, act.kind === 'move' ? act.by : 1) };
    switch (act.kind) {
      case 'focus':
        return goTo(rows[act.row]?.pointer ?? '', act.column);
      case 'open':
        return open(row, act.open);
      case 'activate':
        return activate(row, currentColumn);
      case 'move':
        return void (edit(moving.move, `move ${row.place.label}`) && takeFocus());
      case 'move-into':
        return void (edit((node) => moveInto(node, row.path)) && takeFocus());
      case 'move-out':
        return void (edit((node) => moveOut(node, row.path)) && takeFocus());
      case 'add-sibling':
        return add(row, addSibling);
      case 'add-child':
        return add(row, addChild);
      case 'delete':
        return remove(row);
      case 'required':
        return void edit((node) => toggleRequiredIn(node, row));
      case 'type':
        setColumn('type');
        return activate(row, 'type');
      case 'description':
        return startEdit(row, 'description');
      case 'inspector':
        return onInspector();
      case 'definition': {
        const path = definitionOf(row);
        if (!path) return toast('This row is not a reference.');
        const around = rowAround(root, toPointer(path));
        // Before the focus: a row that is not drawn cannot take it.
        setOpenness((now) => opened(root, now, around));
        return goTo(around);
      }
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts on the rows of the last rendering
  const onCell = useCallback(
    (index: number, column: Column, event: MouseEvent) => {
      const one = rows[index];
      if (!one || (event.target as HTMLElement).localName === 'input') return;
      const again = index === at && column === currentColumn;
      goTo(one.pointer, column);
      // The second click of a double click opens the inspector.
      if (column === 'type' || column === 'required' || (again && event.detail < 2)) activate(one, column);
    },
    [rows, at, currentColumn, columns, root],
  );
  const leaveCell = (leave: CellLeave): boolean => {
    const { column } = editing;
    if (!column) return true;
    if (!editing.leave(leave)) return false;
    const next = leave === 'next' ? 1 : leave === 'previous' ? -1 : 0;
    const beside = columns[columns.indexOf(column) + next];
    if (beside) setColumn(beside);
    if (leave !== 'blur') takeFocus();
    return true;
  };
  const isPressed = useRef(false);
  const onPointerDown = () => {
    isPressed.current = true;
    addEventListener('pointerup', () => (isPressed.current = false), { once: true });
  };
  /** A screen reader may focus any cell. A pointer clicks: until it is up, nothing may move below it. */
  const onFocus = (event: FocusEvent) => {
    if (isPressed.current) return;
    const { dataset, parentElement } = event.target as HTMLElement;
    const one = rows[Number(parentElement?.dataset.row)];
    const column = columns.find((each) => each === dataset.column);
    if (!one || !column) return;
    focusDraft(draftKey, one.pointer);
    setColumn(column);
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
    const one = rows[index];
    if (!one) return null;
    const column = editing.isEditing(one.pointer) ? editing.column : null;
    const unfinished = column === 'key' ? editing.unfinishedKey(one.pointer) : undefined;
    const input = column && (
      <CellInput
        label={`${column === 'key' ? 'Key' : 'Description'} of ${editing.name ?? 'the new row'}`}
        mono={column === 'key'}
        value={column === 'key' ? (unfinished?.text ?? one.place.label) : one.description}
        error={unfinished?.reason ?? null}
        onType={editing.type}
        onLeave={leaveCell}
      />
    );
    return (
      <GridRow
        key={editing.idOf(one.pointer)}
        row={one}
        index={index}
        top={topPx}
        columns={columns}
        current={index === at ? (columns.includes(currentColumn) ? currentColumn : 'key') : null}
        problem={worstOf([one.pointer, ...one.descriptions].map((pointer) => problems.get(pointer)))}
        armed={armed === one.pointer}
        editing={column && input ? { column, input } : null}
        onCell={onCell}
        onToggle={toggle}
      />
    );
  };
  return (
    <div
      className={classNames(layout.frame, styles.frame)}
      data-narrow={columns === NARROW_COLUMNS || undefined}
    >
      <div
        role="treegrid"
        aria-label="Fields of the schema"
        aria-rowcount={rows.length + 1}
        aria-colcount={COLUMNS.length}
        data-takes-text=""
        className={`${layout.column} ${layout.restDown} ${styles.grid}`}
        inert={fault !== null}
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
      {menuAt !== null && row && (
        <TypeMenu
          key={menuAt}
          document={document}
          row={row}
          trigger={scroller}
          onClose={() => {
            setMenuAt(null);
            takeFocus();
          }}
        />
      )}
    </div>
  );
}

import { ChevronRight, CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { classNames } from '../../../../ui/class-names';
import { withoutMarks } from '../../../../ui/inline-markdown';
import layout from '../../../../ui/layout.module.css';
import { MiddleCut } from '../../../../ui/middle-cut';
import type { EditRow } from '../model/edit-rows';
import type { ProblemLevel } from '../model/lint-schema';
import { NAMED_KINDS } from '../model/schema-node';
import { COLUMNS, type Column } from './grid-keys';
import styles from './schema-grid.module.css';

interface GridRowProps {
  readonly row: EditRow;
  /** From 0. */
  readonly index: number;
  readonly top: number;
  readonly columns: readonly Column[];
  /** The focused cell; null: it is in another row. */
  readonly current: Column | null;
  /** Its worst problem. */
  readonly problem: ProblemLevel | null;
  /** True after the first Backspace. */
  readonly armed: boolean;
  /** The input in place of a cell. */
  readonly editing: { readonly column: Column; readonly input: ReactNode } | null;
  readonly onCell: (index: number, column: Column, event: MouseEvent) => void;
  readonly onToggle: (row: EditRow) => void;
}

/** One schema on one line. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, columns, current, armed, editing, onCell } = props;
  const cell = (column: Column, content: ReactNode, label?: string) => (
    // biome-ignore lint/a11y/useFocusableInteractive: exactly one cell of the grid can have the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles all keys
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out
    <div
      key={column}
      role="gridcell"
      aria-colindex={COLUMNS.indexOf(column) + 1}
      data-column={column}
      {...(label ? { 'aria-label': label } : {})}
      className={classNames(styles.cell, styles[column])}
      {...(editing?.column === column
        ? {}
        : {
            tabIndex: current === column ? 0 : -1,
            ...(current === column ? { 'data-current-cell': '' } : {}),
          })}
      onClick={(event) => onCell(index, column, event)}
    >
      {editing?.column === column ? editing.input : content}
    </div>
  );
  const cells: Record<Column, () => ReactNode> = {
    key: () => cell('key', <Key {...props} />, editing?.column === 'key' ? undefined : keyLabel(props)),
    type: () => cell('type', <Type row={row} />),
    required: () => cell('required', <Required row={row} />),
    constraints: () =>
      cell(
        'constraints',
        armed ? <span className={styles.again}>Backspace again deletes it</span> : row.constraints,
      ),
    description: () => cell('description', withoutMarks(row.description)),
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out
    <div
      role="row"
      data-row={index}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-rowindex={index + 2}
      aria-selected={current !== null}
      {...(row.hasChildren ? { 'aria-expanded': row.isOpen } : {})}
      className={classNames(layout.hovering, styles.row, current && styles.current, armed && styles.armed)}
      style={{ '--top': `${top}px`, '--level': row.level } as CSSProperties}
    >
      {columns.map((column) => cells[column]())}
    </div>
  );
});

const PROBLEM_LABELS: Record<ProblemLevel, string> = {
  error: 'has an error',
  warning: 'has a warning',
  notice: 'has a notice',
};

function keyLabel({ row, problem, armed }: GridRowProps): string {
  const parts = [row.place.label || '""'];
  if (row.place.kind === 'definition') parts.push('definition');
  if (row.origin && row.place.kind === 'property') parts.push(`from ${row.origin.label}`);
  if (row.descriptions.length > 0) parts.push(`described in ${row.descriptions.length} parts`);
  if (row.deprecated) parts.push('deprecated');
  if (problem) parts.push(PROBLEM_LABELS[problem]);
  if (armed) parts.push('press Backspace again to delete it');
  return parts.join(', ');
}

function Key({ row, problem, armed, columns, onToggle }: GridRowProps) {
  const named = NAMED_KINDS.includes(row.place.kind);
  return (
    <>
      <span className={styles.guides} aria-hidden />
      {row.hasChildren ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse only; the grid handles the keys
        // biome-ignore lint/a11y/useKeyWithClickEvents: for the mouse only
        <span
          className={classNames(layout.turning, styles.chevron, row.isOpen && styles.open)}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(row);
          }}
        >
          <ChevronRight aria-hidden />
        </span>
      ) : (
        <span className={styles.leaf} />
      )}
      {row.place.kind === 'definition' && (
        <span className={styles.hash} aria-hidden>
          #
        </span>
      )}
      <span
        className={classNames(
          layout.ellipsis,
          styles.label,
          named ? styles.name : styles.word,
          row.deprecated && styles.old,
        )}
      >
        {row.place.label === '' ? '""' : row.place.label}
      </span>
      {row.place.kind === 'property' && <Origin row={row} />}
      {armed && !columns.includes('constraints') && <span className={styles.again}>again deletes</span>}
      {problem === 'error' && (
        <CircleAlert className={classNames(styles.mark, layout.toneFailed)} aria-hidden />
      )}
      {problem === 'warning' && (
        <TriangleAlert className={classNames(styles.mark, layout.toneWaiting)} aria-hidden />
      )}
      {problem === 'notice' && <Info className={classNames(styles.mark, layout.muted)} aria-hidden />}
    </>
  );
}

/** The part of an `allOf` that a field comes from. */
function Origin({ row: { origin, descriptions } }: { readonly row: EditRow }) {
  const label = descriptions.length > 0 ? `${descriptions.length} parts` : origin && `from ${origin.label}`;
  if (!label) return null;
  return (
    <span
      className={`${layout.meta} ${layout.ellipsis} ${styles.origin}`}
      title={origin?.definition ? `from #${origin.definition}` : label}
    >
      {label}
    </span>
  );
}

function Type({ row: { type } }: { readonly row: EditRow }) {
  if (type.ref !== null) {
    return (
      <span className={styles.reference} title={type.ref}>
        <span aria-hidden>→ </span>
        <span className="visually-hidden">refers to </span>
        <MiddleCut text={type.label} />
      </span>
    );
  }
  return (
    <span
      className={classNames((type.implied || type.choice === 'any') && styles.implied)}
      title={type.label}
    >
      {type.choice === 'allOf' ? <MiddleCut text={type.label} /> : type.label}
    </span>
  );
}

function Required({ row: { place } }: { readonly row: EditRow }) {
  if (place.required === null) return null;
  return (
    <>
      <span className={classNames(styles.dot, place.required && styles.on)} aria-hidden />
      <span className="visually-hidden">{place.required ? 'required' : 'optional'}</span>
    </>
  );
}

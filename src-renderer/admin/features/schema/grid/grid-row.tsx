import { ChevronRight, CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { classNames } from '../../../../ui/class-names';
import { withoutMarks } from '../../../../ui/inline-markdown';
import layout from '../../../../ui/layout.module.css';
import { MiddleCut } from '../../../../ui/middle-cut';
import type { LogColumn } from '../../../../ui/virtual-grid/log-column';
import type { EditRow } from '../model/edit-rows';
import type { ProblemLevel } from '../model/lint-schema';
import { NAMED_KINDS } from '../model/schema-node';
import styles from './schema-grid.module.css';

/** The columns of the grid of a schema, by their names. */
export type Column = 'key' | 'type' | 'required' | 'constraints' | 'description';

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

interface SchemaColumn extends LogColumn<GridRowProps> {
  readonly id: Column;
  /** What a screen reader says instead of the head, and instead of what a cell shows. */
  readonly headLabel?: string;
  readonly label?: (props: GridRowProps) => string;
}

/** The columns of the grid, from left to right; a narrow grid has those with a second width. */
export const SCHEMA_COLUMNS: readonly SchemaColumn[] = [
  { id: 'key', head: 'Key', widths: ['minmax(200px, 1.35fr)', 'minmax(0, 1.4fr)'], cell: Key, label: nameOf },
  { id: 'type', head: 'Type', widths: ['minmax(140px, 0.8fr)', 'minmax(0, 1fr)'], cell: Type },
  { id: 'required', head: 'Req.', headLabel: 'Required', widths: ['44px', '44px'], cell: Required },
  { id: 'constraints', head: 'Constraints', widths: ['minmax(100px, 0.75fr)'], cell: Constraints },
  { id: 'description', head: 'Description', widths: ['minmax(100px, 0.75fr)'], cell: Description },
];

/** One schema on one line. Rendered again only if it shows something else: every edit makes all rows anew. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, top, columns, current, armed, editing, onCell } = props;
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
      {SCHEMA_COLUMNS.map(
        ({ id, cell, label }, at) =>
          columns.includes(id) && (
            // biome-ignore lint/a11y/useFocusableInteractive: exactly one cell of the grid can have the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles all keys
            // biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out
            <div
              key={id}
              role="gridcell"
              aria-colindex={at + 1}
              data-column={id}
              className={classNames(styles.cell, styles[id])}
              {...(editing?.column === id
                ? {}
                : {
                    'aria-label': label?.(props),
                    tabIndex: current === id ? 0 : -1,
                    'data-current-cell': current === id ? '' : undefined,
                  })}
              onClick={(event) => onCell(index, id, event)}
            >
              {editing?.column === id ? editing.input : cell(props)}
            </div>
          ),
      )}
    </div>
  );
}, showsSame);

function showsSame({ row: before, ...others }: GridRowProps, { row, ...now }: GridRowProps): boolean {
  const names = Object.keys(now) as (keyof typeof now)[];
  return names.every((name) => now[name] === others[name]) && row.look === before.look;
}

const PROBLEM_LABELS: Record<ProblemLevel, string> = {
  error: 'has an error',
  warning: 'has a warning',
  notice: 'has a notice',
};

function nameOf({ row, problem, armed }: GridRowProps): string {
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

function Type({ row: { type } }: GridRowProps) {
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

function Required({ row: { place } }: GridRowProps) {
  if (place.required === null) return null;
  return (
    <>
      <span className={classNames(styles.dot, place.required && styles.on)} aria-hidden />
      <span className="visually-hidden">{place.required ? 'required' : 'optional'}</span>
    </>
  );
}

function Constraints({ row, armed }: GridRowProps) {
  return armed ? <span className={styles.again}>Backspace again deletes it</span> : row.constraints;
}

function Description({ row }: GridRowProps) {
  return withoutMarks(row.description);
}

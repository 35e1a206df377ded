import { TriangleAlert } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode } from 'react';
import { otherSourceLabel } from '../../../../src-server/contract/other-source-label';
import { fieldCount } from '../../../../src-server/json-schema/field-count';
import { classNames } from '../../../ui/class-names';
import { withoutMarks } from '../../../ui/inline-markdown';
import layout from '../../../ui/layout.module.css';
import { SelectCell } from '../../../ui/select-cell';
import { LogCells, type LogColumn } from '../../../ui/virtual-grid/log-column';
import { editedFields } from './field-labels';
import type { ImportRun } from './import-run';
import { counted } from './import-summary';
import styles from './import-table.module.css';
import type { DecidedRow } from './row-choice';
import { descriptionChange, rowDifference, sourceLabel } from './row-difference';
import { RowName } from './row-name';
import { StateMark, stateWord } from './state-mark';

interface ImportRowLineProps {
  readonly run: ImportRun;
  readonly decided: DecidedRow;
  readonly index: number;
  /** Its position in the list, in pixels. */
  readonly top: number;
  /** True for the one row that Tab reaches. */
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isMoved: boolean;
  readonly onOpen: (id: string, event: MouseEvent) => void;
  readonly onSelect: (index: number, toRange: boolean) => void;
}

/** The columns of the plan, after that of the boxes. */
export const IMPORT_COLUMNS: readonly LogColumn<Pick<ImportRowLineProps, 'run' | 'decided' | 'isMoved'>>[] = [
  {
    id: 'state',
    head: 'State',
    cellClass: styles.state,
    widths: ['140px', '124px'],
    cell: ({ decided: { row }, isMoved }) => (
      <>
        <StateMark state={row.state} />
        {isMoved && <span className={styles.moved}>Moved</span>}
      </>
    ),
  },
  {
    id: 'source',
    head: 'Source',
    cellClass: styles.source,
    widths: ['minmax(120px, 0.9fr)'],
    cell: ({ decided: { row } }) => sourceLabel(row),
    title: ({ decided: { row } }) => row.pointer ?? sourceLabel(row),
  },
  {
    id: 'name',
    head: 'Event type',
    cellClass: `${layout.line2} ${styles.name}`,
    widths: ['minmax(180px, 1.2fr)', 'minmax(180px, 1.2fr)'],
    cell: ({ run, decided: { row, name, nameFault } }) => (
      <RowName run={run} row={row} name={name} fault={nameFault} />
    ),
  },
  {
    id: 'description',
    head: 'Description',
    cellClass: styles.description,
    widths: ['minmax(120px, 1.2fr)', 'minmax(120px, 1fr)'],
    cell: ({ decided }) => about(decided),
  },
  {
    id: 'schema',
    head: 'Schema',
    cellClass: styles.schema,
    widths: ['84px', '84px'],
    cell: ({ decided }) =>
      decided.row.state === 'conflict'
        ? conflictLabel(decided.open, decided.row.conflicts.length)
        : schemaLabel(decided),
  },
  {
    id: 'notes',
    head: 'Notes',
    cellClass: styles.notes,
    widths: ['44px', '44px'],
    cell: ({ decided: { row } }) =>
      row.warnings.length > 0 && (
        <>
          <TriangleAlert aria-hidden />
          {row.warnings.length}
          <span className="visually-hidden"> {row.warnings.length === 1 ? 'warning' : 'warnings'}</span>
        </>
      ),
  },
];

/** One row of the plan. Rendered again only if something on it changed. */
export const ImportRowLine = memo(Line, isSame);

function Line(props: ImportRowLineProps) {
  const { decided, index, top, isActive, isChosen, onOpen, onSelect } = props;
  const { row, name, isSelected, canSelect } = decided;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens to the keys of its rows
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      aria-label={`${stateWord(row.state)}: ${name}, ${sourceLabel(row)}`}
      {...(isChosen ? { 'aria-current': true } : {})}
      tabIndex={isActive ? 0 : -1}
      className={classNames(
        layout.hovering,
        layout.insetFocus,
        styles.row,
        layout.gridCentered,
        layout.gap3,
        styles.cells,
        isChosen && styles.chosen,
        !isSelected && row.state !== 'conflict' && row.state !== 'problem' && styles.out,
      )}
      style={{ top }}
      onClick={(event) => onOpen(row.id, event)}
    >
      <SelectCell
        label={canSelect ? `Import ${name}` : null}
        isSelected={isSelected}
        onSelect={(toRange) => onSelect(index, toRange)}
      />
      <LogCells columns={IMPORT_COLUMNS} row={props} />
    </div>
  );
}

/** The most important fact about a row in one line: its problem, or the change of its description. */
function about({ row, nameFault, isContested, choice }: DecidedRow): ReactNode {
  if (isContested && choice.accept === false) {
    return <span className={layout.muted}>skipped, so that another row can use the name</span>;
  }
  if (nameFault !== null) return <span className={layout.toneFailed}>{nameFault}</span>;
  if (row.problem !== null) return <span className={layout.toneFailed}>{row.problem}</span>;
  if (row.state === 'removed') return <span className={layout.muted}>archived if selected</span>;
  if (row.state === 'unchanged') {
    return <span className={layout.muted}>{row.kept.length > 0 && 'your changes are kept'}</span>;
  }
  if (row.otherSource !== null) {
    return <span className={layout.toneWaiting}>also in {otherSourceLabel(row.otherSource)}</span>;
  }
  if (row.overwrites.length > 0) {
    return <span className={layout.toneWaiting}>replaces your {editedFields(row)}</span>;
  }
  const text = withoutMarks(row.after?.description ?? '');
  switch (descriptionChange(row)) {
    case '':
      return <span className={layout.muted}>{text}</span>;
    case 'new':
      return text;
    case 'changed':
      return (
        <>
          <span className={styles.how}>changed </span>
          {text}
        </>
      );
    case 'removed':
      return <span className={styles.how}>removed</span>;
  }
}

function schemaLabel({ row }: DecidedRow): ReactNode {
  if (row.after === null || row.state === 'removed') return null;
  if (row.before === null) {
    const fields = fieldCount(row.after.schema);
    if (fields === null) return <span className={layout.muted}>none</span>;
    return counted(fields, 'field');
  }
  return rowDifference(row)?.schemaSummary || <span className={layout.muted}>same</span>;
}

function conflictLabel(open: number, total: number): string {
  return open === 0 ? 'resolved' : total === 1 ? '1 conflict' : `${total - open} of ${total}`;
}

/** Decisions about other rows create new objects, but nothing to render. */
function isSame(before: ImportRowLineProps, after: ImportRowLineProps): boolean {
  const { decided: was, ...rest } = before;
  const { decided: is, ...others } = after;
  return (
    was.row === is.row &&
    was.name === is.name &&
    was.nameFault === is.nameFault &&
    was.isSelected === is.isSelected &&
    was.canSelect === is.canSelect &&
    was.open === is.open &&
    was.choice.accept === is.choice.accept &&
    Object.entries(rest).every(([key, value]) => others[key as keyof typeof others] === value)
  );
}

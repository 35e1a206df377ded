import { ChevronRight, TriangleAlert } from 'lucide-react';
import { type CSSProperties, type MouseEvent, memo } from 'react';
import type { ChangesSince } from '../../../../src-server/contract/event-type-summary';
import type { CopyChangeListOut } from '../../../../src-server/contract/working-copy';
import { classNames } from '../../../ui/class-names';
import { FlagChip } from '../../../ui/flag-chip';
import { withoutMarks } from '../../../ui/inline-markdown';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Time } from '../../../ui/time';
import { deprecationText, shortDeprecationText } from '../../parts/deprecation-text';
import type { CatalogRow } from './catalog-rows';
import styles from './catalog-screen.module.css';

interface CatalogTreeRowProps {
  readonly row: CatalogRow;
  /** From the top of the list, in pixels. */
  readonly top: number;
  /** From 0, among all rows. */
  readonly index: number;
  /** True: Tab reaches this row. */
  readonly isCurrent: boolean;
  /** True: it is shown next to the list. */
  readonly isChosen: boolean;
  /** Null: rows are not being selected. */
  readonly selection: 'all' | 'some' | 'none' | null;
  /** How many of its newest payloads do not match its schema. */
  readonly violating: number;
  /** True: its schema was edited in this browser and not saved. */
  readonly isUnsaved: boolean;
  /** What was done to it in the working copy, which is not pushed yet; undefined: nothing. */
  readonly edit: CopyChangeListOut['data'][number]['kind'] | undefined;
  /** The starting point for counting changes. Undefined: none. */
  readonly since: ChangesSince['what'] | undefined;
  /** When it was last sent; null: no message of it was found. Undefined: not shown. */
  readonly sentAt: string | null | undefined;
  readonly onPress: (index: number, event: MouseEvent) => void;
}

/** A group or an event type on one line. */
export const CatalogTreeRow = memo(function CatalogTreeRow(props: CatalogTreeRowProps) {
  const { row, top, index, isCurrent, isChosen, selection, onPress } = props;
  const isGroup = row.kind === 'group';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles all keys
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave rows out
    <div
      role="row"
      // The name in one piece; the visible one may wrap after each of its parts.
      aria-label={rowName(props)}
      aria-level={isGroup ? 1 : row.level}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-rowindex={index + 1}
      {...(isGroup ? { 'aria-expanded': row.isOpen } : {})}
      aria-selected={selection === null ? isChosen : selection === 'all'}
      tabIndex={isCurrent ? 0 : -1}
      data-row={index}
      className={classNames(
        layout.hovering,
        layout.insetFocus,
        styles.row,
        isGroup && `${layout.muted} ${layout.label}`,
        isChosen && styles.chosen,
        selection === 'all' && styles.selected,
      )}
      style={{ '--top': `${top}px`, '--level': isGroup ? 0 : row.level - 1 } as CSSProperties}
      onClick={(event) => onPress(index, event)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus */}
      <div role="gridcell" className={`${layout.line2} ${styles.cell}`}>
        {selection !== null && <SelectBox selection={selection} />}
        {row.kind === 'group' ? <Group row={row} /> : <Type {...props} row={row} />}
      </div>
    </div>
  );
});

function rowName({ row, selection, isUnsaved, edit }: CatalogTreeRowProps): string {
  if (row.kind === 'group') return `${row.word}${selection === 'some' ? ', some selected' : ''}`;
  return `${row.key}${edit ? `, ${EDITED[edit]}, not pushed` : ''}${isUnsaved ? ', unsaved schema' : ''}`;
}

const EDITED = { added: 'new', changed: 'changed', removed: 'removed' } as const;

function SelectBox({ selection }: { readonly selection: 'all' | 'some' | 'none' }) {
  return (
    <span
      className={classNames(layout.middle, layout.fixed, styles.box, selection !== 'none' && styles.boxOn)}
      aria-hidden
      data-tick
    >
      <svg viewBox="0 0 16 16" aria-hidden>
        {selection === 'some' && <path d="M4 8h8" />}
        {selection === 'all' && <path d="M3.5 8.5 6.8 11.5 12.5 5" />}
      </svg>
    </span>
  );
}

interface GroupProps {
  readonly row: Extract<CatalogRow, { kind: 'group' }>;
}

function Group({ row }: GroupProps) {
  return (
    <>
      <span
        className={classNames(
          layout.middle,
          layout.fixed,
          layout.turning,
          styles.chevron,
          row.isOpen && styles.open,
        )}
        data-chevron
      >
        <ChevronRight aria-hidden />
      </span>
      <span className={`${layout.space} ${layout.cut} ${layout.mono}`} translate="no">
        {row.word}
      </span>
      <span className={styles.count}>{row.names.length.toLocaleString('en')}</span>
    </>
  );
}

interface TypeProps
  extends Pick<CatalogTreeRowProps, 'violating' | 'isUnsaved' | 'edit' | 'since' | 'sentAt'> {
  readonly row: Extract<CatalogRow, { kind: 'type' }>;
}

function Type({ row: { type, place }, violating, isUnsaved, edit, since, sentAt }: TypeProps) {
  const flags = type.featureFlags ?? [];
  return (
    <>
      {edit && <ChangeBar isNew={edit === 'added'} label={`${EDITED[edit]} here, not pushed`} />}
      {type.change && since && (
        <ChangeBar isNew={type.change === 'new'} label={`${type.change} since the last ${since}`} />
      )}
      <span
        className={classNames(layout.rest, layout.cut, layout.unbroken, type.archived && styles.archived)}
        title={withoutMarks(type.description)}
      >
        <NameLockup name={type.name} />
      </span>
      {place.kind === 'field' && (
        <span
          className={`${layout.meta} ${layout.cut} ${styles.place}`}
          title={`The schema has the field ${place.field}`}
        >
          field <code>{place.field}</code>
        </span>
      )}
      {place.kind === 'description' && (
        <span className={`${layout.meta} ${layout.cut} ${styles.place}`}>in description</span>
      )}
      {edit && <span className={layout.meta}>{EDITED[edit]}</span>}
      {isUnsaved && (
        <span className={layout.waitingMeta} title="Unsaved schema changes in this browser">
          unsaved
        </span>
      )}
      {type.deprecated && (
        <span className={`${layout.meta} ${layout.cut} ${styles.place}`} title={deprecationText(type)}>
          {shortDeprecationText(type)}
        </span>
      )}
      {violating > 0 && (
        <span
          className={`${layout.inlineLine} ${layout.waitingMeta} ${styles.violating}`}
          title={`${violating} of the newest payloads violate the schema`}
        >
          <TriangleAlert aria-hidden />
          <span className="visually-hidden">newest payloads that violate the schema: </span>
          {violating}
        </span>
      )}
      {sentAt !== undefined && (
        <span className={layout.meta}>{sentAt === null ? 'never sent' : <Time at={sentAt} />}</span>
      )}
      {flags[0] && (
        <span className={`${layout.inlineLine1} ${layout.fixed} ${styles.flag}`}>
          <FlagChip flag={flags[0]} />
          {flags.length > 1 && <span className={layout.meta}>+{flags.length - 1}</span>}
        </span>
      )}
      {violating === 0 && type.hasSchema !== undefined && <SchemaDot hasSchema={type.hasSchema} />}
    </>
  );
}

/** Filled or hollow, so that it does not rely on colour. Payloads that do not match have their own mark. */
function SchemaDot({ hasSchema }: { readonly hasSchema: boolean }) {
  return (
    <span
      className={classNames(styles.dot, hasSchema && styles.full)}
      title={hasSchema ? 'Has a schema' : 'No schema'}
    >
      {!hasSchema && <span className="visually-hidden">no schema</span>}
    </span>
  );
}

interface ChangeBarProps {
  readonly isNew: boolean;
  readonly label: string;
}

/** Solid for new, broken for changed. */
function ChangeBar({ isNew, label }: ChangeBarProps) {
  return (
    <span className={classNames(styles.change, isNew && styles.new)} title={label}>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

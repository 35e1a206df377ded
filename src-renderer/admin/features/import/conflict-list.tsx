import { type KeyboardEvent, useRef } from 'react';
import type { ImportConflict } from '../../../../src-server/contract/import-conflict';
import { otherSourceLabel } from '../../../../src-server/contract/other-source-label';
import { fieldCount } from '../../../../src-server/json-schema/field-count';
import { formatPath, schemaDiff } from '../../../../src-server/json-schema/schema-diff';
import { Button } from '../../../ui/button';
import { ChangeList } from '../../../ui/change-list';
import { classNames } from '../../../ui/class-names';
import { CodeBlock } from '../../../ui/code-block';
import { Keys } from '../../../ui/keys';
import layout from '../../../ui/layout.module.css';
import { useSingleKeys } from '../../platform/commands/single-keys';
import styles from './conflict-list.module.css';
import { ConflictPlaces } from './conflict-places';
import { FIELD_LABELS } from './field-labels';
import type { ImportRun } from './import-run';
import { counted } from './import-summary';
import { type DecidedRow, isDecided, placeSides, type Side, wholeSide } from './row-choice';

const SIDES = [
  { side: 'catalog', key: '1', label: 'Catalog', hint: 'edited by hand' },
  { side: 'document', key: '2', label: 'Document', hint: 'in the file now' },
] as const;

/** Every conflict of a row with its three values, and which side wins. 1 and 2 decide and go to the next one. */
export function ConflictList({ run, decided }: { readonly run: ImportRun; readonly decided: DecidedRow }) {
  const { row, choice, open } = decided;
  const list = useRef<HTMLElement>(null);
  const total = row.conflicts.length;
  const decide = (conflict: ImportConflict, side: Side) => {
    const part = wholeSide(conflict, side, choice);
    const isSettled = row.conflicts.every((each) => isDecided(each, { ...choice, ...part }));
    run.decide([row.id], { ...part, ...(isSettled ? { accept: true } : {}) });
  };
  const decidePlaces = (pointers: readonly string[], side: Side) => {
    const part = placeSides(pointers, side, choice);
    const isSettled = row.conflicts.every((each) => isDecided(each, { ...choice, ...part }));
    run.decide([row.id], { ...part, ...(isSettled ? { accept: true } : {}) });
  };
  const decideAll = (side: Side) =>
    run.decide([row.id], {
      sides: Object.fromEntries(row.conflicts.map(({ field }) => [field, side])),
      schemaSides: undefined,
      accept: true,
    });
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const conflict = row.conflicts[index];
    const found = SIDES.find(({ key }) => key === event.key);
    if (!conflict || !found || !useSingleKeys.getState().on || event.ctrlKey || event.metaKey || event.altKey)
      return;
    event.preventDefault();
    event.stopPropagation();
    decide(conflict, found.side);
    list.current?.querySelectorAll<HTMLElement>('[data-conflict]')[index + 1]?.focus();
  };
  return (
    <section ref={list} className={layout.stack3} aria-label="Conflicts">
      <header className={layout.spread}>
        <h3>
          {row.otherSource === null ? 'Changed on both sides' : 'Different in the two documents'}{' '}
          <span className={styles.count}>
            {total - open} of {total} decided
          </span>
        </h3>
        {total > 1 && (
          <span className={layout.row}>
            <Button size="small" onPress={() => decideAll('catalog')}>
              Use catalog for all
            </Button>
            <Button size="small" onPress={() => decideAll('document')}>
              Use document for all
            </Button>
          </span>
        )}
      </header>
      {row.conflicts.map((conflict, index) => (
        <fieldset
          key={conflict.field}
          data-conflict=""
          // biome-ignore lint/a11y/noNoninteractiveTabindex: takes the keys 1 and 2
          tabIndex={0}
          className={styles.conflict}
          aria-keyshortcuts="1 2"
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          <legend className={styles.legend}>Which {FIELD_LABELS[conflict.field]}?</legend>
          <div className={styles.base}>
            <span className={`${layout.line2} ${layout.target} ${styles.who}`}>Original</span>
            <span className={styles.hint}>in the last import</span>
            <Value conflict={conflict} value={conflict.baseline} />
          </div>
          {SIDES.map(({ side, key, label, hint }) => (
            <label
              key={side}
              className={classNames(
                layout.ruled,
                layout.hovering,
                styles.side,
                choice.sides?.[conflict.field] === side && styles.chosen,
              )}
            >
              <span className={`${layout.line2} ${layout.target} ${styles.who}`}>
                <input
                  type="radio"
                  name={`${row.id} ${conflict.field}`}
                  checked={choice.sides?.[conflict.field] === side}
                  onChange={() => decide(conflict, side)}
                />
                {label}
                <span className={layout.end} aria-hidden>
                  <Keys names={[key]} />
                </span>
              </span>
              <span className={styles.hint}>
                {side === 'catalog' && row.otherSource !== null
                  ? `from ${otherSourceLabel(row.otherSource)}`
                  : hint}
              </span>
              <Value conflict={conflict} value={conflict[side]} isChanged />
            </label>
          ))}
          {conflict.places.length > 0 && (
            <ConflictPlaces conflict={conflict} choice={choice} name={row.id} onDecide={decidePlaces} />
          )}
        </fieldset>
      ))}
    </section>
  );
}

interface ValueProps {
  readonly conflict: ImportConflict;
  readonly value: unknown;
  /** True: marks what differs from the base. */
  readonly isChanged?: boolean;
}

function Value({ conflict, value, isChanged = false }: ValueProps) {
  if (conflict.field === 'schema') {
    if (!isChanged) return <span className={styles.value}>{schemaLabel(value)}</span>;
    const { changes, more } = schemaDiff(conflict.baseline, value);
    const lines = changes.map(({ effect, path, text }) => ({ effect, where: formatPath(path), text }));
    return (
      <div className={styles.value}>
        <ChangeList changes={lines.slice(0, 12)} more={more + Math.max(0, lines.length - 12)} />
      </div>
    );
  }
  if (typeof value === 'string' && value.length > 400) {
    return <CodeBlock label={FIELD_LABELS[conflict.field]} language="text" text={value} maxHeight="160px" />;
  }
  return <span className={styles.value}>{describe(conflict, value)}</span>;
}

function schemaLabel(schema: unknown): string {
  const fields = fieldCount(schema);
  return fields === null ? 'no schema' : `a schema with ${counted(fields, 'field')}`;
}

function describe({ field }: ImportConflict, value: unknown): string {
  if (Array.isArray(value) && value.length > 0) return value.join(', ');
  if (typeof value === 'string' && value !== '') return value;
  if (field === 'featureFlags') return 'visible to everyone';
  return field === 'groupName' ? 'taken from the name' : 'none';
}

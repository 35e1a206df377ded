import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { SelectCell } from '../../../ui/select-cell';
import { Time } from '../../../ui/time';
import { readGridKey } from '../../../ui/virtual-grid/read-grid-key';
import { useVirtualGrid } from '../../../ui/virtual-grid/use-virtual-grid';
import { useScreenKeys } from '../../platform/commands/screen-keys';
import { useTo } from '../../platform/instance';
import { type ListedChange, rowLabel } from './change-facts';
import styles from './changes.module.css';

interface ChangeRowsProps {
  readonly rows: readonly ListedChange[];
  /** Name of the change that is open; empty: none. */
  readonly chosen: string;
  /** Names excluded from the next sync. */
  readonly left: ReadonlySet<string>;
  /** When changes were made, by name, as far as it is known. */
  readonly times: ReadonlyMap<string, string>;
  readonly onChoose: (name: string) => void;
  readonly onLeave: (name: string, isLeft: boolean) => void;
}

const ROW_PX = 52;

const KEYS = [
  { keys: 'Enter', label: 'Open the change' },
  { keys: 'Space', label: 'Push it, or leave it out' },
];

/** The list of changes: kind, name, changed fields, time, and whether the next push includes it. */
export function ChangeRows({ rows, chosen, left, times, onChoose, onLeave }: ChangeRowsProps) {
  const to = useTo();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const { active, setActive } = useActiveName(rows, chosen);
  const grid = useVirtualGrid({ scroller, count: rows.length, rowPx: ROW_PX, active });
  useScreenKeys(KEYS);
  // Of a draft there is nothing to compare yet.
  const open = ({ name, change }: ListedChange) =>
    change ? onChoose(name) : void navigate(to('catalog', name, 'schema'));
  const toggle = (name: string) => onLeave(name, !left.has(name));
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    const act = readGridKey(event, { rowCount: rows.length, row: active, pageRows: grid.pageRows() });
    if (!row || !act) return;
    if (act.kind === 'move') {
      setActive(rows[act.row]?.name ?? '');
      grid.takeFocus();
      grid.reveal();
    } else if (act.kind === 'select') row.change && toggle(row.name);
    else if (act.kind === 'activate') open(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (row: ListedChange) => (event: MouseEvent) => {
    setActive(row.name);
    if (!(event.target as HTMLElement).closest('input, button, label')) open(row);
  };
  if (rows.length === 0) return <p className={layout.frozen}>No changes.</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not visible
    <div
      ref={scroller}
      role="grid"
      aria-label="Changes"
      aria-rowcount={rows.length}
      tabIndex={-1}
      className={layout.scrollingRest}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={layout.positioned} style={{ height: grid.heightPx }}>
        {grid.rows.map(({ index, topPx }) => {
          const row = rows[index];
          if (!row) return null;
          const { name, change, isUnsaved } = row;
          return (
            // biome-ignore lint/a11y/useSemanticElements: see the grid
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid listens to the keys of its rows
            <div
              key={name}
              role="row"
              data-row={index}
              aria-rowindex={index + 1}
              {...(name === chosen ? { 'aria-current': true } : {})}
              tabIndex={index === active ? 0 : -1}
              className={classNames(
                layout.hovering,
                layout.insetFocus,
                styles.row,
                name === chosen && styles.chosen,
              )}
              style={{ top: topPx }}
              onClick={onClick(row)}
            >
              <SelectCell
                label={change && `Push ${name}`}
                isSelected={!left.has(name)}
                onSelect={() => toggle(name)}
              />
              {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: rows take the focus */}
              <span role="gridcell" className={`${layout.column} ${layout.rest} ${styles.open}`}>
                <NameLockup name={name} />
                <span className={layout.meta}>
                  {change && rowLabel(change)}
                  {isUnsaved && (
                    <span className={layout.waitingMeta}>
                      {change ? ' · unsaved schema' : 'Unsaved schema, not pushed'}
                    </span>
                  )}
                  <EditTime at={times.get(name)} />
                </span>
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function EditTime({ at }: { readonly at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <>
      {' · '}
      <Time at={at} />
    </>
  );
}

/** The row that Tab reaches, by its name, so that it stays the same while rows come and go. */
function useActiveName(rows: readonly { readonly name: string }[], chosen: string) {
  const [name, setActive] = useState(chosen);
  const at = rows.findIndex((row) => row.name === name);
  return { active: Math.max(0, at), setActive };
}

import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { SelectCell } from '../../../ui/select-cell';
import { Time } from '../../../ui/time';
import { readGridKey } from '../../../ui/virtual-grid/read-grid-key';
import { useVirtualGrid } from '../../../ui/virtual-grid/use-virtual-grid';
import type { CopyChange } from '../../data/use-changes';
import { useScreenKeys } from '../../platform/commands/screen-keys';
import { rowLabel } from './change-facts';
import styles from './changes.module.css';

interface ChangeRowsProps {
  readonly changes: readonly CopyChange[];
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
  { keys: 'Space', label: 'Sync it, or leave it out' },
];

/** The list of changes: kind, name, changed fields, time, and whether the next sync includes it. */
export function ChangeRows({ changes, chosen, left, times, onChoose, onLeave }: ChangeRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { active, setActive } = useActiveName(changes, chosen);
  const grid = useVirtualGrid({ scroller, count: changes.length, rowPx: ROW_PX, active });
  useScreenKeys(KEYS);
  const toggle = (name: string) => onLeave(name, !left.has(name));
  const onKeyDown = (event: KeyboardEvent) => {
    const change = changes[active];
    const act = readGridKey(event, { rowCount: changes.length, row: active, pageRows: grid.pageRows() });
    if (!change || !act) return;
    if (act.kind === 'move') {
      setActive(changes[act.row]?.name ?? '');
      grid.takeFocus();
      grid.reveal();
    } else if (act.kind === 'select') toggle(change.name);
    else if (act.kind === 'activate') onChoose(change.name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (name: string) => (event: MouseEvent) => {
    setActive(name);
    if (!(event.target as HTMLElement).closest('input, button, label')) onChoose(name);
  };
  if (changes.length === 0) return <p className={layout.frozen}>No changes.</p>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not visible
    <div
      ref={scroller}
      role="grid"
      aria-label="Changes"
      aria-rowcount={changes.length}
      tabIndex={-1}
      className={layout.scrollingRest}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={layout.positioned} style={{ height: grid.heightPx }}>
        {grid.rows.map(({ index, topPx }) => {
          const change = changes[index];
          if (!change) return null;
          const { name } = change;
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
              onClick={onClick(name)}
            >
              <SelectCell label={`Sync ${name}`} isSelected={!left.has(name)} onSelect={() => toggle(name)} />
              {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: rows take the focus */}
              <span role="gridcell" className={`${layout.column} ${layout.rest} ${styles.open}`}>
                <NameLockup name={name} />
                <span className={layout.meta}>
                  {rowLabel(change)}
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

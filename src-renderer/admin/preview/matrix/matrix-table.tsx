import { Eye, EyeOff } from 'lucide-react';
import { type CSSProperties, Fragment, type KeyboardEvent } from 'react';
import type { FlagSet } from '../../../../src-server/contract/flag-set';
import { groupTitle } from '../../../event-types/group-event-types';
import { classNames } from '../../../ui/class-names';
import { FlagChip } from '../../../ui/flag-chip';
import { NameLockup } from '../../../ui/name-lockup';
import { SetBadge } from '../sets/set-badge';
import type { FlagEdits } from './flag-edits';
import { moveInGrid } from './grid-keys';
import type { MatrixGroup, MatrixRow } from './matrix-rows';
import styles from './matrix-view.module.css';

export interface MatrixTableProps {
  readonly groups: readonly MatrixGroup[];
  readonly sets: readonly FlagSet[];
  /** How many event types each set sees. */
  readonly totals: readonly number[];
  readonly size: number;
  readonly edits: FlagEdits;
  readonly chosen: { readonly name: string; readonly letter: string } | null;
  readonly onChoose: (name: string, letter: string) => void;
}

/** The table itself. One stop for Tab; arrow keys lead through its cells. */
export function MatrixTable({ groups, sets, totals, size, edits, chosen, onChoose }: MatrixTableProps) {
  const first = groups[0]?.rows[0]?.type.name;
  const stop = groups.some(({ rows }) => rows.some(({ type }) => type.name === chosen?.name)) ? chosen : null;
  const isStop = (name: string, letter: string) =>
    stop ? stop.name === name && stop.letter === letter : name === first && letter === sets[0]?.letter;
  return (
    <div className={styles.tableRoom}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are acted on is a grid */}
      <table className={styles.table} role="grid" aria-label="Event types by flag sets" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col" className={styles.nameHead}>
              Event type
            </th>
            {sets.map((set, column) => (
              <th key={set.letter} scope="col">
                <span className={styles.setHead}>
                  <SetBadge set={set} />
                  <span className={styles.setName}>{set.name}</span>
                </span>
                <span className={styles.total}>
                  {totals[column]} of {size}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.name ?? ''}>
              <tr className={styles.group}>
                <th scope="rowgroup">{groupTitle(group.name, 2)}</th>
                {group.counts.map((count, column) => (
                  <td key={sets[column]?.letter}>
                    {count}/{group.size}
                  </td>
                ))}
              </tr>
              {group.rows.map((row) => (
                <Row
                  key={row.type.name}
                  row={row}
                  sets={sets}
                  isEdited={row.type.name in edits}
                  isStop={isStop}
                  chosen={chosen}
                  onChoose={onChoose}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: MatrixRow;
  readonly sets: readonly FlagSet[];
  readonly isEdited: boolean;
  readonly isStop: (name: string, letter: string) => boolean;
  readonly chosen: MatrixTableProps['chosen'];
  readonly onChoose: MatrixTableProps['onChoose'];
}

function Row({ row: { type, visible }, sets, isEdited, isStop, chosen, onChoose }: RowProps) {
  return (
    <tr className={classNames(isEdited && styles.edited)}>
      <th scope="row">
        <span className={styles.typeCell}>
          <NameLockup name={type.name} />
          {type.featureFlags?.map((flag) => (
            <FlagChip key={flag} flag={flag} />
          ))}
          {isEdited && <span className={styles.tried}>not applied</span>}
        </span>
      </th>
      {sets.map((set, column) => {
        const seen = visible[column] === true;
        const isChosen = chosen?.name === type.name && chosen.letter === set.letter;
        return (
          <td key={set.letter} style={{ '--hue': `var(--flag-${set.colour})` } as CSSProperties}>
            <button
              type="button"
              className={classNames(
                styles.cell,
                seen ? styles.seen : styles.unseen,
                isChosen && styles.chosen,
              )}
              tabIndex={isStop(type.name, set.letter) ? 0 : -1}
              onClick={() => onChoose(type.name, set.letter)}
              aria-pressed={isChosen}
              aria-label={`${type.name} for ${set.letter} ${set.name}: ${seen ? 'visible' : 'hidden'}`}
            >
              {seen ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
              {seen ? 'visible' : 'hidden'}
            </button>
          </td>
        );
      })}
    </tr>
  );
}

function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
  if (moveInGrid(event.currentTarget, event.target, event.key)) event.preventDefault();
}

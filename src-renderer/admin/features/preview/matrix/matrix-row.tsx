import { Eye, EyeOff } from 'lucide-react';
import { memo } from 'react';
import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { deprecationLabel } from '../../../../shared/event-types/deprecation-label';
import { groupTitle } from '../../../../shared/event-types/group-event-types';
import { PICKER_LABELS } from '../../../../shared/event-types/picker-labels';
import { setColorClass } from '../../../../shared/preview-frames/set-color';
import { classNames } from '../../../../ui/class-names';
import { FlagChip } from '../../../../ui/flag-chip';
import layout from '../../../../ui/layout.module.css';
import { NameLockup } from '../../../../ui/name-lockup';
import type { MatrixGroup, MatrixRow } from './matrix-rows';
import styles from './matrix-view.module.css';

interface LineProps {
  /** Its index among all lines of the body, from 0. */
  readonly index: number;
  readonly sets: readonly FlagSet[];
}

/** A group heading: how much of the group each set sees. */
export const GroupLine = memo(function GroupLine(props: LineProps & { readonly group: MatrixGroup }) {
  const { group, index, sets } = props;
  return (
    <tr className={styles.group} aria-rowindex={index + 2} data-row={index} data-line="group">
      <th scope="rowgroup">{groupTitle(group.name, 2)}</th>
      {group.counts.map((count, column) => (
        <td key={sets[column]?.id}>
          {count}/{group.size}
        </td>
      ))}
    </tr>
  );
});

interface TypeLineProps extends LineProps {
  readonly row: MatrixRow;
  readonly isEdited: boolean;
  /** Sets of the chosen cell and of the one that Tab reaches, by id; null for none in this row. */
  readonly chosen: string | null;
  readonly stop: string | null;
  readonly onChoose: (name: string, setId: string) => void;
  readonly onFocus: (name: string, setId: string) => void;
}

/** An event type, and a cell for each set. */
export const TypeLine = memo(function TypeLine(props: TypeLineProps) {
  const { row, index, sets, isEdited, chosen, stop, onChoose, onFocus } = props;
  const { type, visible } = row;
  return (
    <tr
      className={classNames(isEdited && styles.edited)}
      aria-rowindex={index + 2}
      data-row={index}
      data-line="type"
    >
      <th scope="row">
        <span className={styles.typeCell} title={type.name}>
          <NameLockup name={type.name} />
          {type.featureFlags?.map((flag) => (
            <FlagChip key={flag} flag={flag} />
          ))}
          {type.deprecated && (
            <span className={layout.waitingMeta}>{deprecationLabel(type, PICKER_LABELS, 'en')}</span>
          )}
          {isEdited && <span className={layout.waitingMeta}>not applied</span>}
        </span>
      </th>
      {sets.map((set, column) => {
        const seen = visible[column] === true;
        const isChosen = chosen === set.id;
        return (
          <td key={set.id} className={classNames(setColorClass(set.colour))}>
            <button
              type="button"
              className={classNames(
                layout.insetRing,
                styles.cell,
                seen ? styles.seen : styles.unseen,
                isChosen && styles.chosen,
              )}
              tabIndex={stop === set.id ? 0 : -1}
              onClick={() => onChoose(type.name, set.id)}
              onFocus={() => onFocus(type.name, set.id)}
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
});

import type { FlagSet } from '../../../src-server/contract/flag-set';
import { classNames } from '../../ui/class-names';
import styles from './frame-overlay.module.css';
import { setColorClass } from './set-color';

/** The letter of a set on its color. Read out only if there is no name next to it. */
export function SetBadge({
  set,
  alone = false,
}: {
  readonly set: Pick<FlagSet, 'letter' | 'colour' | 'name'>;
  readonly alone?: boolean;
}) {
  return (
    <span
      className={classNames(styles.badge, setColorClass(set.colour))}
      aria-hidden={!alone}
      title={set.name}
    >
      {set.letter}
    </span>
  );
}

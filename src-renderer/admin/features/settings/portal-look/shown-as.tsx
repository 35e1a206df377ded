import { classNames } from '../../../../ui/class-names';
import layout from '../../../../ui/layout.module.css';
import styles from './portal-look.module.css';

interface ShownAsProps {
  /** `#rrggbb`. */
  readonly color: string;
  /** Where it is shown like this. */
  readonly where?: string;
  /** True if it differs from the chosen color. */
  readonly isCorrected: boolean;
}

/** What the portal shows for a color: the color, its hex code, and whether it was adjusted. */
export function ShownAs({ color, where, isCorrected }: ShownAsProps) {
  return (
    <span className={classNames(layout.inlineLineClose)}>
      <svg viewBox="0 0 12 12" className={styles.chip} aria-hidden>
        <rect width="12" height="12" rx="3" fill={color} />
      </svg>
      {where && `${where}: `}
      {isCorrected ? `shown as ${color} for readability` : 'as chosen'}
    </span>
  );
}

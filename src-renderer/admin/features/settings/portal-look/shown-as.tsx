import { classNames } from '../../../../ui/class-names';
import styles from './portal-look.module.css';

export interface ShownAsProps {
  /** `#rrggbb`. */
  readonly color: string;
  /** Where it is shown so. */
  readonly where?: string;
  /** True where it is another than was chosen. */
  readonly isCorrected: boolean;
}

/** What the portal makes of a color: the color, its digits, and whether it was moved. */
export function ShownAs({ color, where, isCorrected }: ShownAsProps) {
  return (
    <span className={classNames(styles.shownAs)}>
      <svg viewBox="0 0 12 12" className={styles.chip} aria-hidden>
        <rect width="12" height="12" rx="3" fill={color} />
      </svg>
      {where && `${where}: `}
      {isCorrected ? `shown as ${color} for readability` : 'as chosen'}
    </span>
  );
}

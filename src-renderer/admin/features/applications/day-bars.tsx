import layout from '../../../ui/layout.module.css';
import { OutcomeBars } from '../../../ui/outcome-bars';
import styles from './detail.module.css';

interface DayBarsProps {
  /** Attempts with a 2xx response, hour by hour, oldest first. */
  readonly succeeded: readonly number[];
  /** Attempts without a 2xx response, in the same hours. */
  readonly failed: readonly number[];
}

const HEIGHT_PX = 20;
const number = new Intl.NumberFormat('en-GB');

/** A day of attempts, one bar per hour. The words say the same. */
export function DayBars({ succeeded, failed }: DayBarsProps) {
  const lost = sum(failed);
  const all = sum(succeeded) + lost;
  if (all === 0) return <span className={layout.metaNumbers}>nothing sent</span>;
  const bars = succeeded.map((count, hour) => ({ succeeded: count, failed: failed[hour] ?? 0 }));
  return (
    <span className={layout.line}>
      <OutcomeBars bars={bars} heightPx={HEIGHT_PX} className={styles.bars} />
      <span className={layout.metaNumbers}>
        {number.format(all)} {all === 1 ? 'attempt' : 'attempts'}
        {lost > 0 && `, ${number.format(lost)} failed`}
      </span>
    </span>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

import layout from '../../../ui/layout.module.css';
import styles from './day-bars.module.css';

interface DayBarsProps {
  /** Attempts with a 2xx answer, hour by hour, oldest first. */
  readonly succeeded: readonly number[];
  /** Attempts without a 2xx answer, in the same hours. */
  readonly failed: readonly number[];
}

const HEIGHT = 20;
/** Width of an hour, including the gap after it. */
const HOUR = 4;
const number = new Intl.NumberFormat('en-GB');

/** A day of attempts, one bar per hour: failures are at the bottom, on the baseline. The words say the same. */
export function DayBars({ succeeded, failed }: DayBarsProps) {
  const sums = succeeded.map((count, hour) => count + (failed[hour] ?? 0));
  const all = sum(sums);
  if (all === 0) return <span className={styles.none}>nothing sent</span>;
  const lost = sum(failed);
  const most = Math.max(...sums);
  // Any activity in an hour stays visible, however high the other bars are.
  const height = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT));
  const bars = (counts: readonly number[], ground: (hour: number) => number) =>
    counts
      .map((count, hour) => {
        const high = height(count);
        return high === 0 ? '' : `M${hour * HOUR} ${HEIGHT - ground(hour)}v${-high}h${HOUR - 1}v${high}z`;
      })
      .join('');
  return (
    <span className={layout.line}>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${sums.length * HOUR - 1} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
        focusable="false"
      >
        <path className={styles.delivered} d={bars(succeeded, (hour) => height(failed[hour] ?? 0))} />
        <path className={styles.failed} d={bars(failed, () => 0)} />
      </svg>
      <span className={styles.text}>
        {number.format(all)} sent{lost > 0 && `, ${number.format(lost)} failed`}
      </span>
    </span>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

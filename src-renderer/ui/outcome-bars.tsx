import { useId } from 'react';
import { classNames } from './class-names';
import styles from './outcome-bars.module.css';
import { OUTCOMES, type Outcomes, outcomeLook, outcomeStack } from './outcome-stack';

interface OutcomeBarsProps {
  /** Attempts of one span of time each, oldest first. */
  readonly bars: readonly Outcomes[];
  /** Height in CSS pixels. */
  readonly heightPx: number;
  readonly className?: string | undefined;
}

/** Width of a bar, including the gap after it. */
const BAR = 4;
/** Any activity stays visible, however high the other bars are. */
const LOWEST_PX = 1.5;

/** Attempts over time as stacked bars. Decoration: words beside it say the same. */
export function OutcomeBars({ bars, heightPx, className }: OutcomeBarsProps) {
  const hatch = useId();
  const most = Math.max(1, ...bars.map(({ succeeded, failed }) => succeeded + failed));
  const high = (count: number) => (count === 0 ? 0 : Math.max(LOWEST_PX, (count / most) * heightPx));
  const pathOf = (outcome: keyof Outcomes) =>
    bars
      .map(({ succeeded, failed }, index) =>
        outcomeStack({ succeeded: high(succeeded), failed: high(failed) })
          .filter((part) => part.outcome === outcome)
          .map(
            ({ from, until }) =>
              `M${index * BAR} ${heightPx - from}v${from - until}h${BAR - 1}v${until - from}z`,
          )
          .join(''),
      )
      .join('');
  return (
    <svg
      className={classNames(styles.bars, className)}
      viewBox={`0 0 ${bars.length * BAR - 1} ${heightPx}`}
      preserveAspectRatio="none"
      style={{ height: heightPx }}
      aria-hidden
      focusable="false"
    >
      <defs>
        <pattern id={hatch} width="4" height="3" patternUnits="userSpaceOnUse">
          <rect width="4" height="3" className={styles.failedGround} />
          <rect width="4" height="2" className={styles.failed} />
        </pattern>
      </defs>
      {OUTCOMES.map((outcome) => {
        const { tone, isHatched } = outcomeLook(outcome);
        const fill = isHatched ? { fill: `url(#${hatch})` } : { className: styles[tone] };
        return <path key={outcome} d={pathOf(outcome)} {...fill} />;
      })}
    </svg>
  );
}

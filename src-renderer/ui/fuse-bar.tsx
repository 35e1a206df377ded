import { useId } from 'react';
import styles from './fuse-bar.module.css';
import { fuseBarGeometry, fuseBarLabel } from './fuse-bar-geometry';
import layout from './layout.module.css';

interface FuseBarProps {
  /** Sends per second, now. */
  readonly ratePerS: number;
  /** Attempts per second that failed, now. */
  readonly failedPerS: number;
  /** Arrivals per second, now. */
  readonly arrivalsPerS: number;
  /** The effective limit, in messages per second; null: none. */
  readonly limit: number | null;
  /** True: the limit is inherited from the application. */
  readonly isInherited: boolean;
}

const percent = (part: number) => `${(part * 100).toFixed(1)}%`;

/**
 * How close an endpoint is to its limit: filled up to the rate, hatched from the limit to the tolerance above it, and
 * an outlined needle at the rate of arrivals. What fails of the rate is hatched at its start. The text next to it says the same.
 */
export function FuseBar({ ratePerS, failedPerS, arrivalsPerS, limit, isInherited }: FuseBarProps) {
  const hatch = useId();
  const { fill, zone, needle, isOver } = fuseBarGeometry(ratePerS, arrivalsPerS, limit);
  const failed = ratePerS > 0 ? fill * Math.min(1, failedPerS / ratePerS) : 0;
  return (
    <span className={`${layout.stackTight} ${layout.shrinking}`}>
      <svg className={styles.bar} aria-hidden focusable="false">
        <defs>
          <pattern
            id={hatch}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="1.5" height="4" className={styles.hatch} />
          </pattern>
          <pattern
            id={`${hatch}-failed`}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="4" height="4" className={styles.failedGround} />
            <rect width="2.5" height="4" className={styles.failed} />
          </pattern>
        </defs>
        <rect x="0" y="5" width="100%" height="6" rx="2" className={styles.ground} />
        <rect x="0" y="5" width={percent(fill)} height="6" rx="2" className={styles.fill} />
        {failed > 0 && (
          <rect x="0" y="5" width={percent(failed)} height="6" rx="2" fill={`url(#${hatch}-failed)`} />
        )}
        {zone && (
          <>
            <rect
              x={percent(zone.from)}
              y="2"
              width={percent(zone.until - zone.from)}
              height="12"
              fill={`url(#${hatch})`}
            />
            <line x1={percent(zone.from)} x2={percent(zone.from)} y1="1" y2="15" className={styles.limit} />
          </>
        )}
        {needle !== null && (
          <svg x={percent(needle)} overflow="visible" className={styles.needle} aria-hidden>
            <path d={isOver ? 'M-9 3.5h5l4 4.5-4 4.5h-5z' : 'M-2.5 1.5h5v13h-5z'} />
          </svg>
        )}
      </svg>
      <span className={`${layout.metaNumbers} ${layout.cut}`}>
        {fuseBarLabel({ ratePerS, failedPerS, limit, isInherited })}
      </span>
    </span>
  );
}

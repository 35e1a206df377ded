import type { PacingTestResult } from '../../../../src-server/contract/diagnostics';
import layout from '../../../ui/layout.module.css';
import { secondsBefore } from '../../../ui/seconds-before';
import styles from './settings-pages.module.css';

const WIDTH = 600;
const HEIGHT = 96;
const TOP = 14;

/** How many messages had arrived within the second that ends at each arrival, compared with the limit. */
export function PacingPicture({ result }: { readonly result: PacingTestResult }) {
  const { arrivalsMs, rateLimit, worstSecond, tookMs } = result;
  const points = secondsBefore(arrivalsMs);
  const most = Math.max(rateLimit, worstSecond);
  const x = (ms: number) => (tookMs === 0 ? 0 : (ms / tookMs) * WIDTH);
  const y = (count: number) => HEIGHT - (count / most) * (HEIGHT - TOP);
  const line = points
    .map(({ atMs, count }, index) => `${index === 0 ? 'M' : 'L'}${x(atMs).toFixed(1)} ${y(count).toFixed(1)}`)
    .join('');
  return (
    <figure className={`${layout.stack1} ${styles.picture}`}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Arrivals in the second before each arrival: at most ${worstSecond}, limit ${rateLimit}.`}
      >
        <path d={`${line}V${HEIGHT}H0Z`} className={styles.area} />
        <path d={line} className={styles.line} />
        <path d={`M0 ${y(rateLimit)}H${WIDTH}`} className={styles.limit} />
        {arrivalsMs.map((ms, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have arrived at the same moment
          <path key={index} d={`M${x(ms).toFixed(1)} ${HEIGHT + 2}v6`} className={styles.tick} />
        ))}
      </svg>
      <figcaption className={layout.meta}>
        Arrivals in the preceding second. The dashed line is the limit, {rateLimit}. Each tick below is a
        message.
      </figcaption>
    </figure>
  );
}

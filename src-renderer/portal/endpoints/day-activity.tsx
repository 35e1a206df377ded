import { localTime } from '../../../src-server/contract/local-time';
import layout from '../../ui/layout.module.css';
import { numberOf } from '../../ui/number-of';
import { OutcomeBars } from '../../ui/outcome-bars';
import { useLabels } from '../look/look-context';
import { type ActivityBar, type ActivityMinute, activityBars } from './activity-bars';
import styles from './portal-endpoints.module.css';

interface DayActivityProps {
  /** The minutes of the last day. */
  readonly minutes: readonly ActivityMinute[];
  /** Absent: "Last 24 hours". */
  readonly title?: string;
}

const HEIGHT_PX = 48;

/** What arrived and what failed during the last day, as a chart, a sentence and a table of the same bars. */
export function DayActivity({ minutes, title }: DayActivityProps) {
  const { locale, endpoints } = useLabels();
  const labels = endpoints.activity;
  const bars = activityBars(minutes, Date.now());
  const arrived = bars.reduce((sum, bar) => sum + bar.arrived, 0);
  const failed = bars.reduce((sum, bar) => sum + bar.failed, 0);
  return (
    <section className={`${layout.gridStack2} ${layout.shrinking} ${styles.numbersSection}`}>
      <h2>{title ?? labels.title}</h2>
      <OutcomeBars
        bars={bars.map((bar) => ({ succeeded: bar.arrived, failed: bar.failed }))}
        heightPx={HEIGHT_PX}
        className={layout.wide}
      />
      <p className={layout.meta}>
        {arrived + failed === 0 ? labels.none : labels.sentence({ arrived, failed })}
      </p>
      {arrived + failed > 0 && <BarTable bars={bars} locale={locale} />}
    </section>
  );
}

/** The same as numbers, without the half hours without activity. */
function BarTable({ bars, locale }: { readonly bars: readonly ActivityBar[]; readonly locale: string }) {
  const labels = useLabels().endpoints.activity;
  return (
    <details className={styles.asTable}>
      <summary>{labels.table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{labels.time}</th>
            <th scope="col">{labels.arrived}</th>
            <th scope="col">{labels.failed}</th>
          </tr>
        </thead>
        <tbody>
          {bars
            .filter((bar) => bar.arrived + bar.failed > 0)
            .map((bar) => (
              <tr key={bar.atMs}>
                <td>{localTime(bar.atMs, Date.now(), locale)}</td>
                <td>{numberOf(bar.arrived, locale)}</td>
                <td>{numberOf(bar.failed, locale)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}

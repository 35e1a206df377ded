import { exactTime, localTime } from '../../../../src-server/contract/local-time';
import type { OverviewOut } from '../../../../src-server/contract/overview';
import layout from '../../../ui/layout.module.css';
import { OutcomeBars } from '../../../ui/outcome-bars';
import { counted } from '../../parts/traffic/format-amount';

const HEIGHT_PX = 96;
const HOUR_MS = 3_600_000;

/** A day of attempts as bars of an hour, in a sentence, and as a table. */
export function DayChart({ overview }: { readonly overview: OverviewOut }) {
  const { since, succeeded, failed, waiting } = overview;
  const sinceMs = Date.parse(since);
  const hours = succeeded.map((count, hour) => ({
    ...{ atMs: sinceMs + hour * HOUR_MS, succeeded: count, failed: failed[hour] ?? 0 },
  }));
  const busy = hours.filter((hour) => hour.succeeded + hour.failed > 0);
  return (
    <section className={layout.stack2} aria-labelledby="overview-day">
      <h2 id="overview-day" className={layout.sectionTitle}>
        Last 24 hours
      </h2>
      <OutcomeBars bars={hours} heightPx={HEIGHT_PX} className={layout.wide} />
      <span className={`${layout.apart} ${layout.flex} ${layout.meta}`} aria-hidden>
        <span>{localTime(sinceMs, Date.now())}</span>
        <span>now</span>
      </span>
      <p className={layout.numbers}>
        {counted(sum(succeeded), 'attempt')} succeeded, {sum(failed).toLocaleString('en')} failed.{' '}
        {counted(waiting, 'delivery', 'deliveries')} waiting now.
      </p>
      {busy.length > 0 && (
        <details>
          <summary className={layout.meta}>Show as a table</summary>
          <table className={layout.numbers}>
            <thead>
              <tr>
                <th scope="col">Hour from</th>
                <th scope="col">Succeeded</th>
                <th scope="col">Failed</th>
              </tr>
            </thead>
            <tbody>
              {busy.map((hour) => (
                <tr key={hour.atMs}>
                  <td title={exactTime(hour.atMs)}>{localTime(hour.atMs, Date.now())}</td>
                  <td>{hour.succeeded.toLocaleString('en')}</td>
                  <td>{hour.failed.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

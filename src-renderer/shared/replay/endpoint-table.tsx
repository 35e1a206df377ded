import layout from '../../ui/layout.module.css';
import { numberOf } from '../../ui/number-of';
import { useUiLabels } from '../../ui/ui-labels';
import type { AgainLabels } from './again-labels';
import { byEndpoint, type ScopeCount } from './scope-count';
import styles from './send-again.module.css';

/** How many messages go to each endpoint, folded. */
export function EndpointTable({
  counts,
  labels,
}: {
  readonly counts: readonly ScopeCount[];
  readonly labels: AgainLabels;
}) {
  const { locale } = useUiLabels();
  const rows = byEndpoint(counts).filter(({ messages, held }) => messages > 0 && held !== 'disabled');
  return (
    <details>
      <summary>{labels.byEndpoint({ count: rows.length })}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{labels.columns.endpoint}</th>
            <th scope="col">{labels.columns.messages}</th>
            <th scope="col">{labels.columns.limit}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ target, messages, rateLimit }) => (
            <tr key={target.endpointId}>
              <td className={`${layout.code} ${layout.breakable}`}>
                {target.url.replace(/^https?:\/\//, '')}
              </td>
              <td>{numberOf(messages, locale)}</td>
              <td>{rateLimit === null ? labels.noLimit : `${numberOf(rateLimit, locale)}/s`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

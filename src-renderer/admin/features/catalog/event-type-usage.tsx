import { Link } from 'react-router';
import type { EventTypeOut } from '../../../../src-server/contract/event-type';
import type { EventTypeUsageOut } from '../../../../src-server/contract/event-type-usage';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { useUsage } from '../../data/use-usage';
import { OnlyThere } from '../../parts/only-there';
import { usageSentence } from '../../parts/usage-sentence';
import { useInstance, useTo } from '../../platform/instance';
import styles from './event-type/event-type-detail.module.css';

/** Who receives an event type, and the outcome of its messages today. */
export function EventTypeUsage({ type }: { readonly type: EventTypeOut }) {
  const { isCopy } = useInstance();
  const usage = useUsage(type.name);
  if (isCopy && usage.error) return <OnlyThere what="Usage" cause={usage.error} />;
  if (!usage.data) return <Unread what="usage" query={usage} />;
  const { data } = usage;
  return (
    <section className={layout.stack5} aria-label="Usage">
      <p className={styles.sentence}>{usageSentence(data)}</p>
      {data.hidden > 0 && (
        <Notice
          tone="warning"
          title={`${data.hidden} ${data.hidden === 1 ? 'endpoint receives' : 'endpoints receive'} it although the customer cannot see it`}
        >
          Flags hide an event type but never stop its delivery. No active token of these customers has{' '}
          {(type.featureFlags ?? []).length === 1 ? 'the flag' : 'one of the flags'}{' '}
          {(type.featureFlags ?? []).join(', ')}.
        </Notice>
      )}
      <LastDay usage={data} />
      {data.endpoints.length > 0 && <Endpoints usage={data} />}
    </section>
  );
}

function LastDay({ usage }: { readonly usage: EventTypeUsageOut }) {
  const { delivered, failed, waiting, canceled, countedSince } = usage.lastDay;
  const isWhole = Date.now() - Date.parse(countedSince) > 23.5 * 3_600_000;
  const figures = [
    ['Delivered', delivered],
    ['Failed', failed],
    ['Waiting', waiting],
    ...(canceled > 0 ? [['Canceled', canceled] as const] : []),
  ] as const;
  return (
    <div>
      <h3 className={layout.sectionTitle}>
        Last 24 hours
        {!isWhole && delivered + failed + waiting + canceled > 0 && (
          <span className={layout.metaInline}>
            newest messages only, since <Time at={countedSince} as="since" />
          </span>
        )}
      </h3>
      <dl className={styles.figures}>
        {figures.map(([word, count]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Endpoints({ usage }: { readonly usage: EventTypeUsageOut }) {
  const to = useTo();
  return (
    <div>
      <h3 className={layout.sectionTitle}>
        Endpoints
        <span className={layout.metaInline}>
          {usage.more > 0 && `the first ${usage.endpoints.length} of ${usage.endpoints.length + usage.more}`}
          {usage.more > 0 && usage.held > 0 && ', '}
          {usage.held > 0 && `${usage.held} disabled or paused`}
        </span>
      </h3>
      <table className={`${layout.wide} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">Application</th>
            <th scope="col">Endpoint</th>
            <th scope="col">Receives it</th>
            <th scope="col">Customer</th>
          </tr>
        </thead>
        <tbody>
          {usage.endpoints.map((endpoint) => (
            <tr key={endpoint.id}>
              <td>
                <Link to={to('apps', endpoint.appId)}>{endpoint.appName}</Link>
              </td>
              <td className={styles.url}>
                <Link to={to('apps', endpoint.appId, 'endpoints', endpoint.id)}>{endpoint.url}</Link>
              </td>
              <td>
                {endpoint.isNamed ? 'by name' : 'unfiltered'}
                {endpoint.onChannels && ', on channels'}
                {endpoint.disabled ? ', disabled' : endpoint.paused ? ', paused' : ''}
              </td>
              <td>
                {endpoint.isHidden ? <span className={layout.waiting}>cannot see it</span> : 'can see it'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

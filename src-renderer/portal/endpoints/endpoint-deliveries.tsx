import type { EndpointOut, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../src-server/contract/pace';
import { useEndpointStats } from '../../shared/endpoint/use-endpoints';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { hasOutcomes, OutcomeBar } from '../../ui/outcome-bar';
import { Skeleton } from '../../ui/skeleton';
import { useWords } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './endpoint-numbers.module.css';

export interface EndpointDeliveriesProps {
  readonly endpoint: EndpointOut;
  readonly pace: PaceOut | undefined;
}

/** How the deliveries of an endpoint ended, as one bar with its counts, and how long what waits will take. */
export function EndpointDeliveries({ endpoint, pace }: EndpointDeliveriesProps) {
  const words = useWords().endpoints.deliveries;
  const { application } = usePortalSession();
  const stats = useEndpointStats(application.id, endpoint.id);
  return (
    <section className={styles.section}>
      <h2>
        {words.title} <span className={layout.meta}>{words.span}</span>
      </h2>
      {stats.error && (
        <FailureNotice title={words.notRead} cause={stats.error} onRetry={() => void stats.refetch()} />
      )}
      {stats.isPending && <Skeleton what={words.title} rows={2} />}
      {stats.data && !hasOutcomes(stats.data) && <p className={layout.meta}>{words.none}</p>}
      {stats.data && <OutcomeBar stats={stats.data} />}
      {stats.data && <Waiting stats={stats.data} endpoint={endpoint} pace={pace} />}
    </section>
  );
}

function Waiting({ stats, endpoint, pace }: EndpointDeliveriesProps & { readonly stats: EndpointStatsOut }) {
  const words = useWords().endpoints.deliveries;
  const { pending, sending } = stats;
  const held = endpoint.disabled || endpoint.paused;
  const seconds = pace?.currentRate && !held ? pending / pace.currentRate : null;
  return (
    <>
      {pending > 0 && <p className={layout.meta}>{words.waiting(pending, seconds)}</p>}
      {sending > 0 && <p className={layout.meta}>{words.retrying(sending)}</p>}
    </>
  );
}

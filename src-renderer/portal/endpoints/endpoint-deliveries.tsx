import type { EndpointOut, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../src-server/contract/pace';
import { useEndpointStats } from '../../shared/endpoint/use-endpoints';
import layout from '../../ui/layout.module.css';
import { hasOutcomes, OutcomeBar } from '../../ui/outcome-bar';
import { Unread } from '../../ui/unread';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './endpoint-numbers.module.css';

interface EndpointDeliveriesProps {
  readonly endpoint: EndpointOut;
  readonly pace: PaceOut | undefined;
}

/** How the deliveries of an endpoint ended, as one bar with counts, and how long the waiting ones will take. */
export function EndpointDeliveries({ endpoint, pace }: EndpointDeliveriesProps) {
  const labels = useLabels().endpoints.deliveries;
  const { application } = usePortalSession();
  const stats = useEndpointStats(application.id, endpoint.id);
  return (
    <section className={styles.section}>
      <h2>
        {labels.title} <span className={layout.meta}>{labels.span}</span>
      </h2>
      <Unread what={labels.title} title={labels.notRead} rows={2} query={stats} />
      {stats.data && !hasOutcomes(stats.data) && <p className={layout.meta}>{labels.none}</p>}
      {stats.data && <OutcomeBar stats={stats.data} />}
      {stats.data && <Waiting stats={stats.data} endpoint={endpoint} pace={pace} />}
    </section>
  );
}

function Waiting({ stats, endpoint, pace }: EndpointDeliveriesProps & { readonly stats: EndpointStatsOut }) {
  const labels = useLabels().endpoints.deliveries;
  const { pending, sending } = stats;
  const held = endpoint.disabled || endpoint.paused;
  const seconds = pace?.currentRate && !held ? pending / pace.currentRate : null;
  return (
    <>
      {pending > 0 && <p className={layout.meta}>{labels.waiting(pending, seconds)}</p>}
      {sending > 0 && <p className={layout.meta}>{labels.retrying(sending)}</p>}
    </>
  );
}

import type { EndpointOut, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import type { PaceOut } from '../../../src-server/contract/pace';
import { aboutHowLong } from '../../ui/about-how-long';
import layout from '../../ui/layout.module.css';
import { hasOutcomes, OutcomeBar } from '../../ui/outcome-bar';
import { useLabels } from '../look/look-context';
import styles from './portal-endpoints.module.css';

interface EndpointDeliveriesProps {
  readonly endpoint: EndpointOut;
  readonly stats: EndpointStatsOut;
  readonly pace: PaceOut | undefined;
}

/** How the deliveries of an endpoint ended, as one bar with counts, and how long the waiting ones will take. */
export function EndpointDeliveries({ endpoint, stats, pace }: EndpointDeliveriesProps) {
  const labels = useLabels().endpoints.deliveries;
  return (
    <section className={`${layout.gridStack2} ${layout.shrinking} ${styles.numbersSection}`}>
      <h2>
        {labels.title} <span className={layout.meta}>{labels.span}</span>
      </h2>
      {!hasOutcomes(stats) && <p className={layout.meta}>{labels.none}</p>}
      <OutcomeBar stats={stats} />
      <Waiting stats={stats} endpoint={endpoint} pace={pace} />
    </section>
  );
}

function Waiting({ stats, endpoint, pace }: EndpointDeliveriesProps) {
  const { endpoints, ui } = useLabels();
  const labels = endpoints.deliveries;
  const { pending, sending } = stats;
  const isPartial = Boolean(stats.countedSince);
  // To an ordered one, the rate is that of its receiver.
  const isUnknown = endpoint.disabled || endpoint.paused || endpoint.ordered || isPartial;
  const seconds = pace?.currentRate && !isUnknown ? pending / pace.currentRate : null;
  const counted = { count: pending, partial: isPartial };
  const waiting =
    seconds === null
      ? labels.waiting(counted)
      : labels.waitingFor({ ...counted, duration: aboutHowLong(seconds, ui.duration) });
  return (
    <>
      {pending > 0 && <p className={layout.meta}>{waiting}</p>}
      {sending > 0 && (
        <p className={layout.meta}>{labels.retrying({ count: sending, partial: isPartial })}</p>
      )}
    </>
  );
}

import { useEndpointStats } from '../../../shared/endpoint/use-endpoints';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { hasOutcomes, OutcomeBar } from '../../../ui/outcome-bar';
import { Time } from '../../../ui/time';
import { useWaiting, WAITING_SEEN } from '../../data/use-endpoint-stats';
import styles from './detail.module.css';

interface EndpointStatsProps {
  readonly appId: string;
  readonly endpointId: string;
}

const WAITING_SHOWN = 5;

/** How the deliveries of an endpoint ended, as one bar, and what is due next. */
export function EndpointStats({ appId, endpointId }: EndpointStatsProps) {
  const stats = useEndpointStats(appId, endpointId);
  return (
    <section className={layout.stack3} aria-labelledby="stats-title">
      <div className={styles.sectionHead}>
        <h3 id="stats-title">Deliveries</h3>
        <span className={layout.meta}>last 28 days</span>
      </div>
      {stats.error && (
        <FailureNotice
          title={
            stats.data
              ? 'The count could not be updated. These are earlier numbers'
              : 'The deliveries could not be counted'
          }
          cause={stats.error}
          onRetry={() => void stats.refetch()}
        />
      )}
      {stats.data && !hasOutcomes(stats.data) && <p className={layout.meta}>None yet.</p>}
      {stats.data && <OutcomeBar stats={stats.data} />}
      {stats.data && stats.data.pending + stats.data.sending > 0 && (
        <Waiting appId={appId} endpointId={endpointId} />
      )}
    </section>
  );
}

function Waiting({ appId, endpointId }: EndpointStatsProps) {
  const { data: waiting = [] } = useWaiting(appId, endpointId);
  if (waiting.length === 0) return null;
  const planned = waiting.filter(({ deliverAt }) => isAhead(deliverAt));
  const next = planned[0]?.deliverAt;
  return (
    <div>
      <p className={layout.meta}>
        {waiting.length === WAITING_SEEN
          ? `Next in queue, of the newest ${WAITING_SEEN} waiting`
          : 'Next in queue'}
        {next && (
          <>
            ; {planned.length} scheduled for later, the next <Time at={next} as="ahead" />
          </>
        )}
      </p>
      <ol className={styles.waiting}>
        {waiting.slice(0, WAITING_SHOWN).map(({ id, eventType, deliverAt, nextAttempt, statusText }) => (
          <li key={id}>
            <span className={`${layout.cut} ${layout.unbroken} ${styles.statsType}`}>
              <NameLockup name={eventType} />
            </span>
            <span>
              {statusText === 'sending' ? 'retry' : isAhead(deliverAt) ? 'scheduled' : 'first attempt'}
            </span>
            <span>{isAhead(nextAttempt) ? <Time at={nextAttempt} as="ahead" /> : 'in the queue'}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

function isAhead(moment: string | null | undefined): moment is string {
  return typeof moment === 'string' && Date.parse(moment) > Date.now();
}

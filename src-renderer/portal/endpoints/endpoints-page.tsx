import { Link } from 'react-router';
import type { EndpointOut, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import { useEndpoints } from '../../shared/endpoint/use-endpoints';
import { namesBeside } from '../../shared/event-types/names-beside';
import { EmptyState } from '../../ui/empty-state';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/skeleton';
import { Status } from '../../ui/status';
import { ButtonLink } from '../button-link';
import { useWords } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { DayActivity } from './day-activity';
import { endpointHealth, hasTraffic } from './endpoint-health';
import styles from './endpoint-list.module.css';
import { useDayStats, useWholeDay } from './use-endpoints';

/** Where this customer's events are sent, and how that goes. */
export function EndpointsPage() {
  const { application, may } = usePortalSession();
  const words = useWords().endpoints;
  const endpoints = useEndpoints(application.id);
  const days = useDayStats((endpoints.data ?? []).map(({ id }) => id));
  const add = may('ManageEndpoint') ? <ButtonLink to="/endpoints/new">{words.add}</ButtonLink> : null;
  return (
    <>
      <div className={layout.portalHead}>
        <div>
          <h1>{words.title}</h1>
          <p className={layout.lead}>{words.lead}</p>
        </div>
        {endpoints.data && endpoints.data.length > 0 && add}
      </div>
      {endpoints.error && (
        <FailureNotice
          title={words.notRead}
          cause={endpoints.error}
          onRetry={() => void endpoints.refetch()}
        />
      )}
      {endpoints.isPending && <Skeleton what={words.what} rows={4} />}
      {endpoints.data?.length === 0 && (
        <EmptyState title={words.empty} actions={add}>
          <p>{words.emptyText(words.form.addressExample)}</p>
        </EmptyState>
      )}
      {endpoints.data && endpoints.data.length > 0 && (
        <div className={styles.table}>
          <div className={styles.columns} aria-hidden>
            <span>{words.columns.endpoint}</span>
            <span>{words.columns.health}</span>
            <span>{words.columns.rate}</span>
            <span>{words.columns.events}</span>
          </div>
          <ul aria-label={words.title}>
            {endpoints.data.map((endpoint, index) => (
              <Row key={endpoint.id} endpoint={endpoint} day={days[index]} />
            ))}
          </ul>
        </div>
      )}
      {endpoints.data && endpoints.data.length > 0 && <WholeDay hasAny={days.some(hasTraffic)} />}
    </>
  );
}

/** How it goes at all of them together. */
function WholeDay({ hasAny }: { readonly hasAny: boolean }) {
  return (
    <div className={styles.day}>
      <DayActivity day={useWholeDay()} hasTraffic={hasAny} title={useWords().endpoints.activity.whole} />
    </div>
  );
}

function Row({
  endpoint,
  day,
}: {
  readonly endpoint: EndpointOut;
  readonly day: EndpointStatsOut | undefined;
}) {
  const words = useWords().endpoints;
  const { state, status, percent, tried } = endpointHealth(endpoint, day);
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <Link to={`/endpoints/${endpoint.id}`} className={styles.link ?? ''}>
          {endpoint.url}
        </Link>
        {endpoint.description && <span className={styles.text}>{endpoint.description}</span>}
      </span>
      <span>
        <Status status={status} word={words.health[state]} />
      </span>
      <span className={styles.rate}>
        <span className={styles.label}>{words.columns.rate}: </span>
        {percent === null ? words.noTraffic : words.rate(percent, tried)}
      </span>
      <span className={styles.events}>
        <FilterWords endpoint={endpoint} />
      </span>
    </li>
  );
}

function FilterWords({ endpoint: { filterTypes, filterGroups } }: { readonly endpoint: EndpointOut }) {
  const words = useWords().endpoints;
  if (!filterTypes && !filterGroups) return words.allEvents;
  const [only] = filterTypes ?? [];
  if (!filterGroups && filterTypes?.length === 1 && only) return <span className={styles.mono}>{only}</span>;
  return words.filter(namesBeside({ filterTypes, filterGroups }).length, filterGroups ?? []);
}

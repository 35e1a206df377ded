import { Link } from 'react-router';
import type { EndpointOut, EndpointStatsOut } from '../../../src-server/contract/endpoint';
import { useEndpoints } from '../../shared/endpoint/use-endpoints';
import { namesBeside } from '../../shared/event-types/names-beside';
import { EmptyState } from '../../ui/empty-state';
import layout from '../../ui/layout.module.css';
import { Status } from '../../ui/status';
import { Unread } from '../../ui/unread';
import { ButtonLink } from '../button-link';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { DayActivity } from './day-activity';
import { endpointHealth, hasTraffic } from './endpoint-health';
import styles from './endpoint-list.module.css';
import { useDayStats, useWholeDay } from './use-endpoints';

/** Where this customer's events are sent, and with what result. */
export function EndpointsPage() {
  const { application, may } = usePortalSession();
  const labels = useLabels().endpoints;
  const endpoints = useEndpoints(application.id);
  const days = useDayStats((endpoints.data ?? []).map(({ id }) => id));
  const add = may('ManageEndpoint') ? <ButtonLink to="/endpoints/new">{labels.add}</ButtonLink> : null;
  return (
    <>
      <div className={layout.portalHead}>
        <div>
          <h1>{labels.title}</h1>
          <p className={layout.lead}>{labels.lead}</p>
        </div>
        {endpoints.data && endpoints.data.length > 0 && add}
      </div>
      <Unread what={labels.what} title={labels.notRead} rows={4} query={endpoints} />
      {endpoints.data?.length === 0 && (
        <EmptyState title={labels.empty} actions={add}>
          <p>{labels.emptyText(labels.form.addressExample)}</p>
        </EmptyState>
      )}
      {endpoints.data && endpoints.data.length > 0 && (
        <div className={styles.table}>
          <div className={styles.columns} aria-hidden>
            <span>{labels.columns.endpoint}</span>
            <span>{labels.columns.health}</span>
            <span>{labels.columns.rate}</span>
            <span>{labels.columns.events}</span>
          </div>
          <ul aria-label={labels.title}>
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

/** The result for all of them together. */
function WholeDay({ hasAny }: { readonly hasAny: boolean }) {
  return (
    <div className={styles.day}>
      <DayActivity day={useWholeDay()} hasTraffic={hasAny} title={useLabels().endpoints.activity.whole} />
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
  const labels = useLabels().endpoints;
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
        <Status status={status} word={labels.health[state]} />
      </span>
      <span className={styles.rate}>
        <span className={styles.label}>{labels.columns.rate}: </span>
        {percent === null ? labels.noTraffic : labels.rate(percent, tried)}
      </span>
      <span className={styles.events}>
        <FilterText endpoint={endpoint} />
      </span>
    </li>
  );
}

function FilterText({ endpoint: { filterTypes, filterGroups } }: { readonly endpoint: EndpointOut }) {
  const labels = useLabels().endpoints;
  if (!filterTypes && !filterGroups) return labels.allEvents;
  const [only] = filterTypes ?? [];
  if (!filterGroups && filterTypes?.length === 1 && only) return <span className={styles.mono}>{only}</span>;
  return labels.filter(namesBeside({ filterTypes, filterGroups }).length, filterGroups ?? []);
}

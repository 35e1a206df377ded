import { Link } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { namesBeside } from '../../shared/event-types/names-beside';
import { EmptyState } from '../../ui/empty-state';
import layout from '../../ui/layout.module.css';
import { Status } from '../../ui/status';
import { Unread } from '../../ui/unread';
import { ButtonLink } from '../button-link';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import { useIsShared } from '../session/use-is-shared';
import { DayActivity } from './day-activity';
import { endpointHealth } from './endpoint-health';
import styles from './portal-endpoints.module.css';
import { type EndpointOfDay, useListFigures } from './use-figures';

/** Where this customer's events are sent, and with what result. */
export function EndpointsPage() {
  const { may } = usePortalSession();
  const labels = useLabels().endpoints;
  const figures = useListFigures();
  const rows = figures.data?.rows ?? [];
  const add = may('ManageEndpoint') ? <ButtonLink to="/endpoints/new">{labels.add}</ButtonLink> : null;
  return (
    <>
      <div className={layout.portalHead}>
        <div>
          <h1>{labels.title}</h1>
          <p className={layout.lead}>{labels.lead}</p>
        </div>
        {rows.length > 0 && add}
      </div>
      <Unread what={labels.what} title={labels.notRead} rows={4} query={figures} />
      {figures.data && rows.length === 0 && (
        <EmptyState title={labels.empty} actions={add}>
          <p>{labels.emptyText(labels.form.addressExample)}</p>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <div className={styles.table}>
          <div className={styles.columns} aria-hidden>
            <span>{labels.columns.endpoint}</span>
            <span>{labels.columns.health}</span>
            <span>{labels.columns.rate}</span>
            <span>{labels.columns.events}</span>
          </div>
          <ul aria-label={labels.title}>
            {rows.map((row) => (
              <Row key={row.endpoint.id} {...row} />
            ))}
          </ul>
        </div>
      )}
      {figures.data && rows.length > 0 && (
        <div className={styles.day}>
          <DayActivity minutes={figures.data.minutes} title={labels.activity.overall} />
        </div>
      )}
    </>
  );
}

function Row({ endpoint, day }: EndpointOfDay) {
  const labels = useLabels().endpoints;
  const isShared = useIsShared();
  const address = `/endpoints/${endpoint.id}`;
  const { state, status, percent, tried, isPartial } = endpointHealth(endpoint, day);
  return (
    <li className={styles.row}>
      <span className={`${layout.gridTight} ${styles.what}`}>
        {isShared(address) ? (
          <Link to={address} className={`${layout.inkLink} ${layout.breakable} ${styles.link}`}>
            {endpoint.url}
          </Link>
        ) : (
          <span className={`${layout.inkLink} ${layout.breakable} ${styles.link}`}>{endpoint.url}</span>
        )}
        {endpoint.description && <span className={styles.text}>{endpoint.description}</span>}
      </span>
      <span>
        <Status status={status} word={labels.health[state]} />
      </span>
      <span className={`${layout.numbers} ${styles.rate}`}>
        <span className={styles.label}>{labels.columns.rate}: </span>
        {percent === null ? labels.noTraffic : labels.rate(percent, tried, isPartial)}
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

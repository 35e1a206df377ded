import { Link } from 'react-router';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';
import { namesBeside } from '../../shared/event-types/names-beside';
import { pollerName } from '../../shared/polling/polling-state';
import { PollingGlance, PollingStatus } from '../../shared/polling/polling-status';
import { usePollingConsumers, usePollingEndpoints } from '../../shared/polling/use-polling-endpoints';
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

/** The states in which an endpoint needs somebody. */
const TROUBLE: readonly EndpointOut['state'][] = ['failing', 'delayed'];

/** Where this customer's events are sent, and with what result, and where they are fetched. */
export function EndpointsPage() {
  const { application, may, who } = usePortalSession();
  const labels = useLabels().endpoints;
  const figures = useListFigures();
  // A share link does not show them.
  const isWhole = who.kind !== 'share';
  const polling = usePollingEndpoints(application.id, isWhole);
  const rows = figures.data?.rows ?? [];
  const troubled = rows.filter(({ endpoint: { state } }) => TROUBLE.includes(state)).length;
  const pollers = polling.data ?? [];
  const isRead = figures.data && (polling.data || !isWhole);
  const hasAny = rows.length + pollers.length > 0;
  const add = may('ManageEndpoint') ? <ButtonLink to="/endpoints/new">{labels.add}</ButtonLink> : null;
  return (
    <>
      <div className={layout.portalHead}>
        <div>
          <h1>{labels.title}</h1>
          <p className={layout.lead}>
            {rows.length > 0 ? labels.sum({ troubled, all: rows.length }) : labels.lead}
          </p>
        </div>
        {hasAny && add}
      </div>
      <Unread what={labels.what} title={labels.notRead} rows={4} query={figures} />
      {isWhole && !figures.isPending && (
        <Unread what={labels.polling.what} title={labels.polling.notRead} rows={1} query={polling} />
      )}
      {isRead && !hasAny && (
        <EmptyState title={labels.empty} actions={add}>
          <p>{labels.emptyText({ example: labels.form.addressExample })}</p>
        </EmptyState>
      )}
      {figures.data && hasAny && (
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
            {pollers.map((poller) => (
              <PollingRow key={poller.id} poller={poller} />
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
  const { state, status, ratio, tried, isPartial } = endpointHealth(endpoint, day);
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
        {ratio === null ? labels.noTraffic : labels.rate({ ratio, total: tried, partial: isPartial })}
      </span>
      <span className={styles.events}>
        <FilterText endpoint={endpoint} />
      </span>
    </li>
  );
}

/** One that is polled: it has no rate, but consumers that have read so far. */
function PollingRow({ poller }: { readonly poller: PollingEndpointOut }) {
  const { application } = usePortalSession();
  const { polling: labels } = useLabels().endpoints;
  const consumers = usePollingConsumers(application.id, poller.id);
  const name = pollerName(poller);
  const text = poller.description === name ? '' : poller.description;
  return (
    <li className={styles.row}>
      <span className={`${layout.gridTight} ${styles.what}`}>
        <Link
          to={`/endpoints/polling/${poller.id}`}
          className={`${layout.inkLink} ${layout.breakable} ${styles.link}`}
        >
          {name}
        </Link>
        <span className={styles.text}>
          {labels.kind}
          {text && `, ${text}`}
        </span>
        <span className={styles.text}>
          <PollingGlance consumers={consumers.data} words={labels} />
        </span>
      </span>
      <span>
        <PollingStatus poller={poller} consumers={consumers.data} words={labels} />
      </span>
      <span className={styles.rate} />
      <span className={styles.events}>
        <FilterText endpoint={{ ...poller, filterGroups: null }} />
      </span>
    </li>
  );
}

function FilterText({
  endpoint: { filterTypes, filterGroups },
}: {
  readonly endpoint: Pick<EndpointOut, 'filterTypes' | 'filterGroups'>;
}) {
  const labels = useLabels().endpoints;
  if (!filterTypes && !filterGroups) return labels.allEvents;
  const [only] = filterTypes ?? [];
  if (!filterGroups && filterTypes?.length === 1 && only) return <span className={styles.mono}>{only}</span>;
  const names = namesBeside({ filterTypes, filterGroups }).length;
  if (!filterGroups?.length) return labels.filter.names({ names });
  const taken = { count: filterGroups.length, groups: filterGroups.join(', ') };
  return names === 0 ? labels.filter.groups(taken) : labels.filter.both({ ...taken, names });
}

import { Link } from 'react-router';
import { EmptyState } from '../../ui/empty-state';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import { ButtonLink } from '../button-link';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-endpoints.module.css';
import { filterWords, useEndpoints } from './use-endpoints';

/** Where this customer's events are sent. */
export function EndpointsPage() {
  const { may } = usePortalSession();
  const endpoints = useEndpoints();
  const add = may('ManageEndpoint') ? <ButtonLink to="/endpoints/new">Add endpoint</ButtonLink> : null;
  return (
    <>
      <div className={styles.pageHead}>
        <div>
          <h1>Endpoints</h1>
          <p className={styles.lead}>Addresses of your own software that events are sent to.</p>
        </div>
        {endpoints.data && endpoints.data.length > 0 && add}
      </div>
      {endpoints.error && (
        <FailureNotice
          title="Your endpoints could not be read"
          cause={endpoints.error}
          onRetry={() => void endpoints.refetch()}
        />
      )}
      {endpoints.isPending && <Skeleton what="your endpoints" rows={4} />}
      {endpoints.data?.length === 0 && (
        <EmptyState title="No endpoint yet" actions={add}>
          <p>
            An endpoint is an address such as <code>https://example.com/webhooks</code>. Each event you choose
            is sent there as an HTTP POST request, signed so that you can check where it came from.
          </p>
        </EmptyState>
      )}
      {endpoints.data && endpoints.data.length > 0 && (
        <ul className={styles.list}>
          {endpoints.data.map((endpoint) => (
            <li key={endpoint.id}>
              <Link to={`/endpoints/${endpoint.id}`} className={styles.row ?? ''}>
                <span className={styles.url}>{endpoint.url}</span>
                <span className={styles.rowText}>
                  {(endpoint.disabled || endpoint.paused) && <span className={styles.off}>Paused </span>}
                  <span>{filterWords(endpoint)}</span>
                  {endpoint.description && <span>{endpoint.description}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import { useQueries } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { listAll } from '../../api/list-all';
import { useInstance, useTo } from '../frame/instance';
import styles from './applications-table.module.css';

/** Applications whose endpoints are looked at; each costs a request. */
const LOOKED_AT = 50;

/** Every application at a glance: its endpoints, its limit, and which of them are in trouble. */
export function ApplicationsTable({ applications }: { readonly applications: readonly ApplicationOut[] }) {
  const to = useTo();
  const { id, api } = useInstance();
  const shown = applications.slice(0, LOOKED_AT);
  const endpoints = useQueries({
    queries: shown.map((application) => ({
      queryKey: [id, 'applications', 'endpoints', application.id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        listAll<EndpointOut>(api, `/app/${encodeURIComponent(application.id)}/endpoint`, {}, signal),
    })),
  });
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Application</th>
            <th scope="col">Endpoints</th>
            <th scope="col">Limit</th>
            <th scope="col">In trouble</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((application, index) => (
            <tr key={application.id}>
              <td>
                <Link to={to('apps', application.id)}>{application.name}</Link>
              </td>
              <td>{endpoints[index]?.data?.length ?? (endpoints[index]?.error ? 'not known' : '')}</td>
              <td>{application.rateLimit === null ? 'none' : `${application.rateLimit}/s`}</td>
              <td>
                <Trouble appId={application.id} endpoints={endpoints[index]?.data} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {applications.length > LOOKED_AT && (
        <p className={styles.aside}>
          The first {LOOKED_AT} of {applications.length}; the list beside it has them all.
        </p>
      )}
    </>
  );
}

interface TroubleProps {
  readonly appId: string;
  readonly endpoints: readonly EndpointOut[] | undefined;
}

function Trouble({ appId, endpoints = [] }: TroubleProps) {
  const to = useTo();
  const failing = endpoints.filter(isFailing);
  const [first] = failing;
  const held = endpoints.filter((endpoint) => !isFailing(endpoint) && (endpoint.disabled || endpoint.paused));
  return (
    <>
      {first && (
        <Link className={styles.failing} to={to('apps', appId, 'endpoints', first.id)}>
          {failing.length} failing
        </Link>
      )}
      {held.length > 0 && (
        <span className={styles.held}>
          {first && ', '}
          {held.length} held
        </span>
      )}
    </>
  );
}

function isFailing({ failingSince, disabledReason }: EndpointOut): boolean {
  return failingSince !== null || disabledReason === 'failing';
}

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listAll } from '../../api/list-all';
import { capitalize } from '../../ui/capitalize';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Skeleton } from '../../ui/skeleton';
import { Status } from '../../ui/status';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-messages.module.css';

const LOOK_EVERY_MS = 5000;

/** Where a message went, the outcome there, and why, in one sentence. */
export function MessageDeliveries({ messageId }: { readonly messageId: string }) {
  const { api, application } = usePortalSession();
  const labels = useLabels().messages;
  const found = useQuery({
    queryKey: ['messages', messageId, 'deliveries'],
    queryFn: async ({ signal }) => {
      const [endpoints, why] = await Promise.all([
        listAll(
          api,
          'GET /app/{app}/msg/{message}/endpoint',
          { path: { app: application.id, message: messageId }, query: { expanded_statuses: true } },
          signal,
        ),
        listAll(
          api,
          'GET /app/{app}/msg/{message}/why',
          { path: { app: application.id, message: messageId } },
          signal,
        ),
      ]);
      return { endpoints, why: new Map(why.map((one) => [one.endpointId, one.sentence])) };
    },
    refetchInterval: LOOK_EVERY_MS,
  });
  if (found.error) {
    return (
      <FailureNotice title={labels.oneNotRead} cause={found.error} onRetry={() => void found.refetch()} />
    );
  }
  if (!found.data) return <Skeleton what={labels.deliveries} rows={2} />;
  if (found.data.endpoints.length === 0) return <p className={layout.lead}>{labels.nowhere}</p>;
  return (
    <ul className={styles.deliveries}>
      {found.data.endpoints.map(({ id, url, statusText }) => (
        <li key={id}>
          <Status status={statusText} />
          <span className={styles.where}>
            <Link to={`/endpoints/${id}`} className={styles.to ?? ''}>
              {url}
            </Link>
            {found.data.why.has(id) && (
              <span className={layout.meta}>{capitalize(found.data.why.get(id) ?? '')}.</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

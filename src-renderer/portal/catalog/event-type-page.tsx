import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { ApiFailure } from '../../api/api-failure';
import { SchemaView } from '../../schema-view/schema-view';
import { FailureNotice } from '../../ui/failure-notice';
import { InlineMarkdown } from '../../ui/inline-markdown';
import { NameLockup } from '../../ui/name-lockup';
import { Skeleton } from '../../ui/skeleton';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { EventTypeExample } from './event-type-example';
import { EventTypeIndex } from './event-type-index';
import styles from './portal-catalog.module.css';

/** One event: what it means, its fields, an example. `?field=` leads to a field. */
export function EventTypePage() {
  const { name = '' } = useParams();
  const { api } = usePortalSession();
  const eventType = useQuery({
    queryKey: ['event-types', name],
    queryFn: ({ signal }) => api.get<EventTypeOut>(`/event-type/${encodeURIComponent(name)}`, {}, signal),
  });
  return (
    <div className={styles.columns}>
      <EventTypeIndex current={name} />
      <article className={styles.detail}>
        <Link to="/catalog" className={styles.back ?? ''}>
          <ArrowLeft aria-hidden /> Event catalog
        </Link>
        {eventType.isPending && <Skeleton what={name} rows={8} />}
        {eventType.error && isNotFound(eventType.error) && (
          <NotFound what="event type" backTo="/catalog" backWords="All event types" />
        )}
        {eventType.error && !isNotFound(eventType.error) && (
          <FailureNotice
            title={`${name} could not be read`}
            cause={eventType.error}
            onRetry={() => void eventType.refetch()}
          />
        )}
        {eventType.data && <Detail eventType={eventType.data} />}
      </article>
    </div>
  );
}

function isNotFound(cause: unknown): boolean {
  return cause instanceof ApiFailure && cause.status === 404;
}

function Detail({ eventType }: { eventType: EventTypeOut }) {
  const [query] = useSearchParams();
  const { name, description, deprecated, schemas } = eventType;
  const schema = schemas?.['1'];
  const hrefOf = useCallback(
    (path: string) => `#/catalog/${encodeURIComponent(name)}?field=${encodeURIComponent(path)}`,
    [name],
  );
  return (
    <>
      <h1 className={styles.name}>
        <NameLockup name={name} size="title" />
      </h1>
      {deprecated && <p className={styles.deprecated}>Deprecated: do not build anything new on it.</p>}
      {description && (
        <p className={styles.description}>
          <InlineMarkdown text={description} />
        </p>
      )}
      <div className={styles.parts}>
        <section className={styles.part}>
          <h2>Fields</h2>
          {schema === undefined || schema === null ? (
            <p className={styles.lead}>The fields of this event are not described.</p>
          ) : (
            <SchemaView schema={schema} hrefOf={hrefOf} current={query.get('field')} />
          )}
        </section>
        <section className={styles.part}>
          <h2>Example</h2>
          <EventTypeExample name={name} schema={schema} />
        </section>
      </div>
    </>
  );
}

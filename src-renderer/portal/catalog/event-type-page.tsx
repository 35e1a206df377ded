import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useCallback } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { pathSegment } from '../../../src-server/contract/path-segment';
import { ApiFailure } from '../../api/api-failure';
import { utcDay } from '../../shared/event-types/utc-day';
import { SchemaView } from '../../shared/schema-view/schema-view';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import { InlineMarkdown } from '../../ui/inline-markdown';
import { joinLines } from '../../ui/join-lines';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { Skeleton } from '../../ui/skeleton';
import { useUiLabels } from '../../ui/ui-labels';
import { useLabels } from '../look/look-context';
import { NotFound } from '../not-found';
import { usePortalSession } from '../session/portal-session';
import { EventTypeIndex } from './event-type-index';
import { EventTypeViews } from './event-type-views';
import styles from './portal-catalog.module.css';
import { EVENT_TYPES_KEY } from './use-event-types';

/** One event: what it means, its fields, an example. `?field=` leads to a field. */
export function EventTypePage() {
  const { name = '' } = useParams();
  const labels = useLabels();
  const { api } = usePortalSession();
  const eventType = useQuery({
    queryKey: [...EVENT_TYPES_KEY, name],
    queryFn: ({ signal }) => api.call('GET /event-type/{name}', { path: { name } }, signal),
  });
  // It may be removed while its page is open.
  const isGone = eventType.error !== null && isNotFound(eventType.error);
  return (
    <div className={styles.columns}>
      <EventTypeIndex current={name} />
      <article className={layout.shrinking}>
        <Link to="/catalog" className={`${layout.gapClose} ${layout.mutedLink} ${styles.back}`}>
          <ArrowLeft aria-hidden /> {labels.catalog.title}
        </Link>
        {eventType.isPending && <Skeleton what={name} rows={8} />}
        {isGone && <NotFound what="eventType" backTo="/catalog" backLabel={labels.catalog.all} />}
        {eventType.error && !isGone && (
          <FailureNotice
            title={labels.catalog.oneNotRead({ name })}
            cause={eventType.error}
            onRetry={() => void eventType.refetch()}
          />
        )}
        {eventType.data && !isGone && <Detail eventType={eventType.data} />}
      </article>
    </div>
  );
}

function isNotFound(cause: unknown): boolean {
  return cause instanceof ApiFailure && cause.status === 404;
}

/** What deprecation means to whoever receives it: since when, until when, and what to use instead. */
function Deprecation({ eventType }: { readonly eventType: EventTypeOut }) {
  const { locale } = useUiLabels();
  const labels = useLabels().catalog;
  const { deprecatedAt, sunsetAt, replacedBy } = eventType;
  return (
    <p className={layout.waiting}>
      {[
        labels.deprecatedText,
        deprecatedAt && labels.deprecatedSince({ day: utcDay(deprecatedAt, locale) }),
        sunsetAt && labels.sunsetText({ day: utcDay(sunsetAt, locale) }),
      ]
        .filter(Boolean)
        .join(' ')}
      {replacedBy !== null && (
        <>
          {' '}
          {labels.insteadText} <Link to={`/catalog/${pathSegment(replacedBy)}`}>{replacedBy}</Link>
        </>
      )}
    </p>
  );
}

function Detail({ eventType }: { eventType: EventTypeOut }) {
  const labels = useLabels().catalog;
  const { may } = usePortalSession();
  const [query] = useSearchParams();
  const { name, description, deprecated, schemas } = eventType;
  const schema = schemas?.['1'];
  const hrefOf = useCallback(
    (path: string) => `#/catalog/${pathSegment(name)}?field=${encodeURIComponent(path)}`,
    [name],
  );
  return (
    <>
      <h1 className={layout.regular}>
        <NameLockup name={name} size="title" />
      </h1>
      <p className={`${layout.rowAligned} ${styles.acts}`}>
        <CopyButton text={name} what={labels.name} withWord />
        {may('ManageEndpoint') && (
          <Link to={`/endpoints/new?type=${encodeURIComponent(name)}`}>{labels.subscribe}</Link>
        )}
      </p>
      {deprecated && <Deprecation eventType={eventType} />}
      {description && (
        <p className={styles.description}>
          <InlineMarkdown text={joinLines(description)} />
        </p>
      )}
      <div className={styles.parts}>
        <section className={`${layout.shrinking} ${styles.part}`}>
          <h2>{labels.fields}</h2>
          {schema === undefined || schema === null ? (
            <p className={layout.lead}>{labels.noFields}</p>
          ) : (
            <SchemaView
              schema={schema}
              shownText={description}
              hrefOf={hrefOf}
              current={query.get('field')}
            />
          )}
        </section>
        <section className={`${layout.shrinking} ${styles.part}`} aria-label={labels.views}>
          <EventTypeViews name={name} schema={schema} />
        </section>
      </div>
    </>
  );
}

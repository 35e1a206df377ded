import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { EventTypeChangeOut } from '../../../src-server/contract/event-type-change';
import { pathSegment } from '../../../src-server/contract/path-segment';
import { isLoudChange } from '../../shared/event-types/change-labels';
import { changesByDay } from '../../shared/event-types/changes-by-day';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { FailureNotice } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { useUiLabels } from '../../ui/ui-labels';
import { Unread } from '../../ui/unread';
import { useLabels } from '../look/look-context';
import { usePortalSession } from '../session/portal-session';
import styles from './portal-catalog.module.css';
import { EVENT_TYPES_KEY } from './use-event-types';
import { useIsListed } from './use-is-listed';

const PAGE_ROWS = 50;

/** What changed in the catalog of this customer, newest first. */
export function ChangesPage() {
  const labels = useLabels().catalog;
  const { locale } = useUiLabels();
  const { api } = usePortalSession();
  const pages = useInfiniteQuery({
    queryKey: [...EVENT_TYPES_KEY, '', 'changes'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'GET /event-type-changes',
        { query: { limit: PAGE_ROWS, ...(pageParam !== undefined && { iterator: pageParam }) } },
        signal,
      ),
    getNextPageParam: (last) => (last.done ? undefined : (last.iterator ?? undefined)),
  });
  const changes = pages.data?.pages.flatMap(({ data }) => data);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <>
      <h1>{labels.changes}</h1>
      <p className={layout.lead}>
        {labels.changesLead} <Link to="/catalog">{labels.all}</Link>
      </p>
      {!changes && <Unread what={labels.changesWhat} title={labels.changesNotRead} rows={6} query={pages} />}
      {changes?.length === 0 && (
        <EmptyState title={labels.noChanges}>
          <p>{labels.noChangesText}</p>
        </EmptyState>
      )}
      {changesByDay(changes ?? []).map(({ day: at, changes: ofDay }) => (
        <section key={at} className={styles.group}>
          <h2 className={styles.groupTitle}>
            <time dateTime={at}>{day.format(new Date(at))}</time>
          </h2>
          <ul className={styles.list}>
            {ofDay.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be equal, and newer ones come with a new list
              <Change key={index} change={change} />
            ))}
          </ul>
        </section>
      ))}
      {changes && pages.isError && (
        <FailureNotice
          title={labels.changesNotRead}
          cause={pages.error}
          onRetry={() => void pages.fetchNextPage()}
        />
      )}
      {pages.hasNextPage && (
        <p className={layout.below4}>
          <Button onPress={() => void pages.fetchNextPage()}>
            {pages.isFetchingNextPage ? labels.changesReading : labels.olderChanges}
          </Button>
        </p>
      )}
    </>
  );
}

function Change({ change: { name, kind, changes, note } }: { readonly change: EventTypeChangeOut }) {
  const labels = useLabels().catalog;
  const isListed = useIsListed();
  return (
    <li>
      <div className={`${layout.grid} ${styles.row}`}>
        {kind !== 'removed' && isListed(name) ? (
          <Link to={`/catalog/${pathSegment(name)}`} className={layout.inkLink}>
            <NameLockup name={name} />
          </Link>
        ) : (
          <NameLockup name={name} />
        )}
        <div className={`${layout.shrinking} ${layout.muted} ${layout.breakable}`}>
          <span {...(isLoudChange(kind) && { className: layout.waiting })}>{labels.kinds[kind]}</span>
          {changes.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and they never move
            <p key={index}>{text}</p>
          ))}
          {note && <p>{note}</p>}
        </div>
      </div>
    </li>
  );
}

import { memo, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ListedEventType } from '../../../src-server/contract/event-type-summary';
import { pathSegment } from '../../../src-server/contract/path-segment';
import { closestName } from '../../shared/event-types/closest-name';
import { deprecationLabel } from '../../shared/event-types/deprecation-label';
import { groupTitle } from '../../shared/event-types/group-event-types';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { withoutMarks } from '../../ui/inline-markdown';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { SearchField } from '../../ui/search-field';
import { useUiLabels } from '../../ui/ui-labels';
import { Unread } from '../../ui/unread';
import { useLabels } from '../look/look-context';
import { isPreview } from '../preview/is-preview';
import { useIsShared } from '../session/use-is-shared';
import { CatalogTypes } from './catalog-types';
import styles from './portal-catalog.module.css';
import { useEventTypes } from './use-event-types';
import { useFoundGroups } from './use-found-groups';
import { useSlashKey } from './use-slash-key';

/** Every event type available to this customer, by group. The search is kept in the address. */
export function CatalogPage() {
  const labels = useLabels().catalog;
  const eventTypes = useEventTypes();
  const [query, setQuery] = useSearchParams();
  // Typed into separate state: the address may follow later than the next key press.
  const [search, setText] = useState(query.get('q') ?? '');
  const setSearch = (text: string) => {
    setText(text);
    setQuery(text ? { q: text } : {}, { replace: true });
  };
  const all = eventTypes.data;
  const groups = useFoundGroups(all, search);
  const found = groups.reduce((sum, group) => sum + group.eventTypes.length, 0);
  const isShared = useIsShared();
  const isMissing = all !== undefined && all.length > 0 && found === 0;
  const close = useMemo(
    () =>
      isMissing
        ? closestName(
            search,
            all.map(({ name }) => name),
          )
        : null,
    [isMissing, search, all],
  );
  useSlashKey();
  return (
    <>
      <div className={layout.portalHead}>
        <div>
          <h1>{labels.title}</h1>
          <p className={layout.lead}>
            {labels.lead} {isShared('/changes') && <Link to="/changes">{labels.changes}</Link>}
          </p>
        </div>
        {all && all.length > 0 && (
          <div className={styles.search}>
            <SearchField label={labels.search} value={search} onChange={setSearch} />
          </div>
        )}
      </div>
      <Unread what={labels.what} title={labels.notRead} rows={8} query={eventTypes} />
      {all?.length === 0 && (
        <EmptyState title={labels.empty}>
          <p>{labels.emptyText}</p>
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <p className={`${layout.below4} ${layout.meta}`} role="status">
          {search ? labels.found({ found, all: all.length }) : labels.count({ count: all.length })}
        </p>
      )}
      {all && all.length > 0 && !isPreview(window) && <CatalogTypes />}
      {isMissing && (
        <EmptyState
          title={labels.noMatch({ search })}
          actions={
            <>
              {close !== null && (
                <Button onPress={() => setSearch(close)}>{labels.didYouMean({ name: close })}</Button>
              )}
              <Button onPress={() => setSearch('')}>{labels.clearSearch}</Button>
            </>
          }
        >
          <p>{labels.noMatchText}</p>
        </EmptyState>
      )}
      {groups.map((group) => (
        <Group
          key={group.name ?? ''}
          title={groupTitle(group.name, groups.length, labels)}
          eventTypes={group.eventTypes}
        />
      ))}
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly eventTypes: readonly ListedEventType[];
}

/** Rendered again only if its event types change, not with each letter of a search. */
const Group = memo(function Group({ title, eventTypes }: GroupProps) {
  const labels = useLabels().catalog;
  const { locale } = useUiLabels();
  return (
    <section className={styles.group}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <ul className={styles.list}>
        {eventTypes.map(({ name, description, deprecated, sunsetAt }) => (
          <li key={name}>
            <Link
              to={`/catalog/${pathSegment(name)}`}
              className={`${layout.grid} ${layout.inkLink} ${styles.row}`}
            >
              <NameLockup name={name} />
              <span className={styles.rowText}>
                {deprecated && (
                  <span className={layout.waiting}>{deprecationLabel({ sunsetAt }, labels, locale)} </span>
                )}
                {withoutMarks(description)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
});

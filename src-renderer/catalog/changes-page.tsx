import type { EventTypeChangeOut } from '../../src-server/contract/event-type-change';
import { CHANGE_TEXTS } from '../../src-server/contract/portal-texts/english/catalog';
import { CHANGES_FEED } from '../../src-server/contract/public-catalog';
import { isLoudChange } from '../shared/event-types/change-labels';
import { changesByDay } from '../shared/event-types/changes-by-day';
import { NameLockup } from '../ui/name-lockup';
import { type CatalogGroup, groupInTree, type TypePageProps } from './catalog-pages';
import { CatalogTree } from './catalog-tree';
import { CONTENT_ID } from './document';
import styles from './public-catalog.module.css';

interface ChangesPageProps extends Pick<TypePageProps, 'siteName' | 'hrefOf' | 'homeHref' | 'canSearch'> {
  readonly groups: readonly CatalogGroup[];
  /** True: the page names all event types. */
  readonly hasNames: boolean;
  /** Newest first. */
  readonly changes: readonly EventTypeChangeOut[];
  /** The page with newer ones, and the one with older ones. Null: there is none. */
  readonly newerHref: string | null;
  readonly olderHref: string | null;
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What changed in the catalog, by day. */
export function ChangesPage(props: ChangesPageProps) {
  const { siteName, groups, hasNames, changes, newerHref, olderHref, hrefOf, homeHref, canSearch } = props;
  const names = new Set(groups.flatMap(({ eventTypes }) => eventTypes.map(({ name }) => name)));
  return (
    <>
      <header className={styles.masthead}>
        <nav className={styles.trail} aria-label="Breadcrumb">
          <a href={homeHref}>{siteName}</a> <span aria-hidden="true">/</span> Changes
        </nav>
      </header>
      <div className={styles.layout}>
        <CatalogTree
          groups={groups.map((group) => ({
            ...groupInTree(group, groups.length, homeHref),
            ...(hasNames && { names: group.eventTypes.map(({ name }) => name) }),
          }))}
          hrefOf={hrefOf}
          toRoot=""
          homeHref={homeHref}
          isChanges
          canSearch={canSearch}
        />
        <main id={CONTENT_ID} className={styles.content}>
          <h1 className={styles.heading}>Changes</h1>
          <p className={styles.lead}>
            {changes.length === 0
              ? 'No changes yet. New, changed and removed event types will be listed here.'
              : 'New, changed and removed event types, newest first.'}{' '}
            <a href={CHANGES_FEED}>Follow them in a feed reader (Atom)</a>
          </p>
          {changesByDay(changes).map(({ day, changes: ofDay }) => (
            <section key={day}>
              <h2 className={styles.group}>
                <time dateTime={day}>{days.format(new Date(day))}</time>
              </h2>
              <ul className={styles.list}>
                {ofDay.map((change, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rendered once; two changes may be equal
                  <li key={at} className={styles.listRow}>
                    {names.has(change.name) ? (
                      <a href={hrefOf(change.name)} className={styles.listName}>
                        <NameLockup name={change.name} />
                      </a>
                    ) : (
                      <NameLockup name={change.name} />
                    )}
                    <div className={styles.listText}>
                      <span {...(isLoudChange(change.kind) && { className: styles.deprecated })}>
                        {CHANGE_TEXTS[change.kind]}
                      </span>
                      {change.changes.map((text, index) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: as above
                        <p key={index}>{text}</p>
                      ))}
                      {change.note && <p>{change.note}</p>}
                    </div>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {(newerHref ?? olderHref) !== null && (
            <nav className={styles.neighbours} aria-label="Newer and older">
              {newerHref !== null && <a href={newerHref}>Newer changes</a>}
              {olderHref !== null && <a href={olderHref}>Older changes</a>}
            </nav>
          )}
        </main>
      </div>
    </>
  );
}

import { CHANGES_PAGE } from '../../src-server/contract/public-catalog';
import { type CatalogGroup, groupInTree, type TypePageProps } from './catalog-pages';
import { CatalogTree } from './catalog-tree';
import { CONTENT_ID } from './document';
import styles from './public-catalog.module.css';

interface MissingPageProps
  extends Pick<TypePageProps, 'siteName' | 'hrefOf' | 'homeHref' | 'toRoot' | 'canSearch'> {
  readonly groups: readonly CatalogGroup[];
}

/** For an address that has no page: an event type may have been renamed or removed. */
export function MissingPage({ siteName, groups, hrefOf, homeHref, toRoot, canSearch }: MissingPageProps) {
  return (
    <>
      <header className={styles.masthead}>
        <nav className={styles.trail} aria-label="Breadcrumb">
          <a href={homeHref}>{siteName}</a> <span aria-hidden="true">/</span> Not found
        </nav>
      </header>
      <div className={styles.layout}>
        <CatalogTree
          groups={groups.map((group) => groupInTree(group, groups.length, homeHref))}
          hrefOf={hrefOf}
          toRoot={toRoot}
          homeHref={homeHref}
          canSearch={canSearch}
        />
        <main id={CONTENT_ID} className={styles.content}>
          <h1 className={styles.heading}>Not found</h1>
          <p className={styles.lead}>
            There is no page at this URL. The event type may have been renamed or removed: search for it, look
            at <a href={homeHref}>all event types</a>, or at what{' '}
            <a href={`${toRoot}${CHANGES_PAGE}`}>changed</a>.
          </p>
        </main>
      </div>
    </>
  );
}

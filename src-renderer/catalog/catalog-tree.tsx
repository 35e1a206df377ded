import { CHANGES_PAGE } from '../../src-server/contract/public-catalog';
import { SearchBox } from '../shared/static-page/search-box';
import shell from '../shared/static-page/static-page.module.css';
import { INDEX_FILE } from './catalog-index';
import styles from './public-catalog.module.css';
import { GROUPS_ATTRIBUTE } from './start-tree';
import { VERIFY_ID } from './verify-section';

/** A group of the tree. */
export interface TreeGroup {
  readonly title: string;
  /** Where all event types of the group are listed. */
  readonly href: string;
  /** Those that the page links; empty: the group itself is a link, which the script makes one to open. */
  readonly names: readonly string[];
  /** True: there are more than those. */
  readonly isPart: boolean;
}

interface CatalogTreeProps {
  readonly groups: readonly TreeGroup[];
  /** The address of a type: on this page, or on its own. */
  readonly hrefOf: (name: string) => string;
  /** Path from the page to the folder of the first page: "" or "../". */
  readonly toRoot: string;
  /** The address of the first page; "" on itself. */
  readonly homeHref: string;
  /** True: the first page has groups that are not here. */
  readonly hasMoreGroups?: boolean;
  /** The event type of the page, if it has only one. */
  readonly current?: string;
  /** True: the page is one of changes. */
  readonly isChanges?: boolean;
  readonly canSearch: boolean;
}

const CURRENT = { 'aria-current': 'page' } as const;

/** What is beside every page: the search, and all groups with their event types. */
export function CatalogTree(props: CatalogTreeProps) {
  const { groups, hrefOf, toRoot, homeHref, hasMoreGroups = false, current, isChanges, canSearch } = props;
  return (
    <div className={shell.side}>
      {canSearch && <SearchBox label="Search event types" index={`${toRoot}${INDEX_FILE}`} home={homeHref} />}
      <nav aria-label="Event types">
        <div className={styles.index} {...{ [GROUPS_ATTRIBUTE]: '' }}>
          {groups.map((group) => (
            <Group key={group.title} group={group} hrefOf={hrefOf} current={current} />
          ))}
        </div>
        {hasMoreGroups && (
          <a className={styles.indexLink} href={homeHref}>
            All groups
          </a>
        )}
        <a className={styles.indexLink} href={`${homeHref}#${VERIFY_ID}`}>
          Verify signatures
        </a>
        <a className={styles.indexLink} href={toRoot + CHANGES_PAGE} {...(isChanges ? CURRENT : {})}>
          Changes
        </a>
      </nav>
    </div>
  );
}

interface GroupProps extends Pick<CatalogTreeProps, 'hrefOf'> {
  readonly group: TreeGroup;
  readonly current: string | undefined;
}

/** Many of them are on every page, so without classes, each name is one text, and a group that is elsewhere is a link. */
function Group({ group: { title, href, names, isPart }, hrefOf, current }: GroupProps) {
  if (names.length === 0) return <a href={href}>{title}</a>;
  return (
    <details open>
      <summary>{title}</summary>
      <ul translate="no">
        {names.map((name) => (
          <li key={name}>
            <a href={hrefOf(name)} {...(name === current ? CURRENT : {})}>
              {name}
            </a>
          </li>
        ))}
        {isPart && (
          <li>
            <a href={href} translate="yes">
              The whole group
            </a>
          </li>
        )}
      </ul>
    </details>
  );
}

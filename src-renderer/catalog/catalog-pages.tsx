import type { ReactNode } from 'react';
import type { PublicEventType, PublicLook } from '../../src-server/contract/public-catalog';
import { type EventTypeGroup, groupTitle } from '../shared/event-types/group-event-types';
import { anchorOf } from '../shared/schema-view/anchor-of';
import { withoutMarks } from '../ui/inline-markdown';
import { NameLockup } from '../ui/name-lockup';
import { CatalogTree, type TreeGroup } from './catalog-tree';
import { Day } from './day';
import { CONTENT_ID } from './document';
import { EventTypeArticle } from './event-type-article';
import { Masthead, type MastheadProps } from './masthead';
import styles from './public-catalog.module.css';
import { VerifySection } from './verify-section';

/** Event types that are listed together. */
export type CatalogGroup = EventTypeGroup<PublicEventType>;

interface FirstPageProps {
  readonly groups: readonly CatalogGroup[];
  /** The address of a type: on this page, or on its own. */
  readonly hrefOf: (name: string) => string;
  readonly heading: string;
  readonly count: number;
  readonly look: PublicLook | undefined;
  readonly canSearch: boolean;
}

/** Everything on one page, with an index that stays visible. */
export function WholePage({ groups, heading, count, look, hrefOf, canSearch }: FirstPageProps) {
  return (
    <>
      <Masthead heading={heading} count={count} look={look} groups={popularGroups(groups)} />
      <div className={styles.layout}>
        <CatalogTree
          groups={groups.map((group) => ({
            ...groupInTree(group, groups.length, ''),
            names: group.eventTypes.map(({ name }) => name),
          }))}
          hrefOf={hrefOf}
          toRoot=""
          homeHref=""
          canSearch={canSearch}
        />
        <main id={CONTENT_ID} className={styles.content}>
          {groups.map((group) => (
            <section key={group.name ?? ''}>
              <h2 id={groupId(group)} className={styles.group}>
                {groupTitle(group.name, groups.length)}
              </h2>
              {group.eventTypes.map((eventType) => (
                <EventTypeArticle key={eventType.name} {...{ eventType, hrefOf, toRoot: '' }} heading="h3" />
              ))}
            </section>
          ))}
          <VerifySection />
        </main>
      </div>
    </>
  );
}

/** The first page of a large catalog: names and descriptions, each linked to its own page. */
export function ListPage({ groups, heading, count, look, hrefOf, canSearch }: FirstPageProps) {
  return (
    <>
      <Masthead heading={heading} count={count} look={look} groups={popularGroups(groups)} />
      <div className={styles.layout}>
        <CatalogTree
          groups={groups.map((group) => groupInTree(group, groups.length, ''))}
          hrefOf={hrefOf}
          toRoot=""
          homeHref=""
          canSearch={canSearch}
        />
        <main id={CONTENT_ID} className={styles.content}>
          {groups.map((group) => (
            <section key={group.name ?? ''}>
              <h2 id={groupId(group)} className={styles.group}>
                {groupTitle(group.name, groups.length)}
              </h2>
              <ul className={styles.list}>
                {group.eventTypes.map(({ name, description, deprecated, sunsetAt }) => (
                  <li key={name} className={styles.listRow}>
                    <a href={hrefOf(name)} className={styles.listName}>
                      <NameLockup name={name} />
                    </a>
                    <p className={styles.listText}>
                      {deprecated && (
                        <span className={styles.deprecated}>
                          deprecated
                          {sunsetAt !== null && (
                            <>
                              , supported until <Day at={sunsetAt} />
                            </>
                          )}{' '}
                        </span>
                      )}
                      {firstWords(description)}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <VerifySection />
        </main>
      </div>
    </>
  );
}

export interface TypePageProps {
  readonly siteName: string;
  /** The groups of the catalog, without their event types; only the own one if there are very many. */
  readonly groups: readonly Pick<CatalogGroup, 'name'>[];
  readonly hasMoreGroups: boolean;
  /** The group of the event type, and of it the types around it, in order; all of them if it is small. */
  readonly group: CatalogGroup;
  readonly groupTitle: string;
  readonly neighbours: readonly PublicEventType[];
  readonly eventType: PublicEventType;
  /** Its content on the page. */
  readonly article: ReactNode;
  readonly homeHref: string;
  readonly hrefOf: (name: string) => string;
  readonly toRoot: string;
  readonly canSearch: boolean;
}

/** One event type of a large catalog, with its neighbors. */
export function TypePage(props: TypePageProps) {
  const { siteName, groups, hasMoreGroups, group, groupTitle: title, neighbours } = props;
  const { eventType, article, homeHref, hrefOf, toRoot, canSearch } = props;
  const at = neighbours.findIndex(({ name }) => name === eventType.name);
  const [before, after] = [neighbours[at - 1], neighbours[at + 1]];
  return (
    <>
      <header className={styles.masthead}>
        <nav className={styles.trail} aria-label="Breadcrumb">
          <a href={homeHref}>{siteName}</a> <span aria-hidden="true">/</span> {title}
        </nav>
      </header>
      <div className={styles.layout}>
        <CatalogTree
          groups={groups.map((each) => ({
            ...groupInTree(each, groups.length, homeHref),
            ...(each.name === group.name
              ? {
                  title,
                  names: neighbours.map(({ name }) => name),
                  isPart: neighbours.length < group.eventTypes.length,
                }
              : {}),
          }))}
          hrefOf={hrefOf}
          toRoot={toRoot}
          homeHref={homeHref}
          hasMoreGroups={hasMoreGroups}
          current={eventType.name}
          canSearch={canSearch}
        />
        <main id={CONTENT_ID} className={styles.content}>
          {article}
          <nav className={styles.neighbours} aria-label="Previous and next">
            {before && <Neighbour word="Previous" name={before.name} href={hrefOf(before.name)} />}
            {after && <Neighbour word="Next" name={after.name} href={hrefOf(after.name)} />}
          </nav>
        </main>
      </div>
    </>
  );
}

/** Groups in sight at the top, where there are more. */
const POPULAR = 6;

/** The largest groups; none where all are in sight anyway. */
function popularGroups(groups: readonly CatalogGroup[]): MastheadProps['groups'] {
  if (groups.length <= POPULAR) return [];
  return groups
    .filter(({ name }) => name !== null)
    .toSorted((a, b) => b.eventTypes.length - a.eventTypes.length)
    .slice(0, POPULAR)
    .map((group) => ({
      title: groupTitle(group.name, groups.length),
      href: `#${groupId(group)}`,
      count: group.eventTypes.length,
    }));
}

/** The title of a catalog on its pages. */
export function catalogTitle(displayName: string): string {
  return `${displayName} webhook event types`;
}

function groupId({ name }: Pick<CatalogGroup, 'name'>): string {
  return `~group-${anchorOf(name ?? '')}`;
}

/** A group whose event types the page does not name. */
export function groupInTree(
  group: Pick<CatalogGroup, 'name'>,
  groupCount: number,
  homeHref: string,
): TreeGroup {
  return {
    title: groupTitle(group.name, groupCount),
    href: `${homeHref}#${groupId(group)}`,
    names: [],
    isPart: false,
  };
}

function Neighbour({ word, name, href }: { word: string; name: string; href: string }) {
  return (
    <a href={href} className={styles.neighbour}>
      <span className={styles.quiet}>{word} </span>
      <NameLockup name={name} />
    </a>
  );
}

/** The first paragraph, cut at a word; the full text is on the type's own page. */
export function firstWords(description: string): string {
  const [paragraph = ''] = withoutMarks(description)
    .trim()
    .split(/\n\s*\n/);
  const first = paragraph.replace(/\s+/g, ' ');
  return first.length <= 220 ? first : `${first.slice(0, 220).replace(/\s+\S*$/, '')}…`;
}

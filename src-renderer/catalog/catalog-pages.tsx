import type { ReactNode } from 'react';
import type { PublicEventType, PublicLook } from '../../src-server/contract/public-catalog';
import { type EventTypeGroup, groupTitle } from '../shared/event-types/group-event-types';
import { anchorOf } from '../shared/schema-view/anchor-of';
import { withoutMarks } from '../ui/inline-markdown';
import { NameLockup } from '../ui/name-lockup';
import { CONTENT_ID } from './document';
import { EventTypeArticle } from './event-type-article';
import { Masthead } from './masthead';
import styles from './public-catalog.module.css';

type Group = EventTypeGroup<PublicEventType>;

interface IndexProps {
  readonly groups: readonly Group[];
  /** The address of a type: on this page, or on its own. */
  readonly hrefOf: (name: string) => string;
}

interface FirstPageProps extends IndexProps {
  readonly heading: string;
  readonly count: number;
  readonly look: PublicLook | undefined;
}

/** Everything on one page, with an index that stays visible. */
export function WholePage({ groups, heading, count, look, hrefOf }: FirstPageProps) {
  return (
    <>
      <Masthead heading={heading} count={count} look={look} />
      <div className={styles.layout}>
        <Index groups={groups} hrefOf={hrefOf} />
        <main id={CONTENT_ID} className={styles.content}>
          {groups.map((group) => (
            <section key={group.name ?? ''}>
              <h2 id={groupId(group)} className={styles.group}>
                {groupTitle(group.name, groups.length)}
              </h2>
              {group.eventTypes.map((eventType) => (
                <EventTypeArticle key={eventType.name} eventType={eventType} heading="h3" />
              ))}
            </section>
          ))}
        </main>
      </div>
    </>
  );
}

/** The first page of a large catalog: names and descriptions, each linked to its own page. */
export function ListPage({ groups, heading, count, look, hrefOf }: FirstPageProps) {
  return (
    <>
      <Masthead heading={heading} count={count} look={look} />
      <main id={CONTENT_ID} className={styles.listPage}>
        {groups.map((group) => (
          <section key={group.name ?? ''}>
            <h2 id={groupId(group)} className={styles.group}>
              {groupTitle(group.name, groups.length)}
            </h2>
            <ul className={styles.list}>
              {group.eventTypes.map(({ name, description, deprecated }) => (
                <li key={name} className={styles.listRow}>
                  <a href={hrefOf(name)} className={styles.listName}>
                    <NameLockup name={name} />
                  </a>
                  <p className={styles.listText}>
                    {deprecated && <span className={styles.deprecated}>deprecated </span>}
                    {firstWords(description)}
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </main>
    </>
  );
}

export interface TypePageProps {
  readonly displayName: string;
  /** The types around it, in order; all of them if the group is small. */
  readonly neighbours: readonly PublicEventType[];
  readonly group: Group;
  readonly groupTitle: string;
  readonly eventType: PublicEventType;
  /** Its content on the page. */
  readonly article: ReactNode;
  readonly homeHref: string;
  readonly hrefOf: (name: string) => string;
}

/** One event type of a large catalog, with its neighbors. */
export function TypePage({
  displayName,
  neighbours,
  group,
  groupTitle: title,
  eventType,
  article,
  homeHref,
  hrefOf,
}: TypePageProps) {
  const at = neighbours.findIndex(({ name }) => name === eventType.name);
  const [before, after] = [neighbours[at - 1], neighbours[at + 1]];
  const isPart = neighbours.length < group.eventTypes.length;
  return (
    <>
      <header className={styles.masthead}>
        <nav className={styles.trail} aria-label="Breadcrumb">
          <a href={homeHref}>{catalogTitle(displayName)}</a> <span aria-hidden="true">/</span> {title}
        </nav>
      </header>
      <div className={styles.layout}>
        <Index
          groups={[{ ...group, eventTypes: neighbours }]}
          titles={[title]}
          hrefOf={hrefOf}
          current={eventType.name}
          wholeHref={isPart ? `${homeHref}#${groupId(group)}` : null}
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

/** The title of a catalog on its pages. */
export function catalogTitle(displayName: string): string {
  return `${displayName} webhook event types`;
}

function groupId(group: Group): string {
  return `~group-${anchorOf(group.name ?? '')}`;
}

interface IndexListProps extends IndexProps {
  readonly titles?: readonly string[];
  readonly current?: string;
  /** Where to find those that are left out here; null: none are. */
  readonly wholeHref?: string | null;
}

function Index({ groups, hrefOf, current, titles, wholeHref = null }: IndexListProps) {
  return (
    <nav className={styles.index} aria-label="Event types">
      {groups.map((group, index) => (
        <div key={group.name ?? ''}>
          <p className={styles.indexGroup}>{titles?.[index] ?? groupTitle(group.name, groups.length)}</p>
          <ul>
            {group.eventTypes.map(({ name }) => (
              <li key={name}>
                <a
                  href={hrefOf(name)}
                  className={styles.indexLink}
                  {...(name === current ? { 'aria-current': 'page' as const } : {})}
                >
                  <NameLockup name={name} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {wholeHref !== null && (
        <a href={wholeHref} className={styles.indexLink}>
          The whole group
        </a>
      )}
    </nav>
  );
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
function firstWords(description: string): string {
  const [first = ''] = withoutMarks(description).trim().split('\n');
  return first.length <= 220 ? first : `${first.slice(0, 220).replace(/\s+\S*$/, '')}…`;
}

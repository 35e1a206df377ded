import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { pathSegment } from '../../../src-server/contract/path-segment';
import { groupTitle } from '../../shared/event-types/group-event-types';
import { classNames } from '../../ui/class-names';
import layout from '../../ui/layout.module.css';
import { NameLockup } from '../../ui/name-lockup';
import { SearchField } from '../../ui/search-field';
import { useLabels } from '../look/look-context';
import styles from './portal-catalog.module.css';
import { useEventTypes } from './use-event-types';
import { useFoundGroups } from './use-found-groups';
import { useSlashKey } from './use-slash-key';

/** The other event types, next to the open one. Hidden on narrow pages, where the link back remains. */
export function EventTypeIndex({ current }: { readonly current: string }) {
  const labels = useLabels().catalog;
  const { data } = useEventTypes();
  const [search, setSearch] = useState('');
  const groups = useFoundGroups(data, search);
  const open = useRef<HTMLAnchorElement>(null);
  // The same elements for each letter: only the box is rendered until the search has caught up.
  const list = useMemo(
    () =>
      groups.map((group) => (
        <div key={group.name ?? ''}>
          <p className={styles.indexGroup}>{groupTitle(group.name, groups.length, labels)}</p>
          <ul>
            {group.eventTypes.map(({ name, deprecated }) => (
              <li key={name}>
                <Link
                  {...(name === current ? { ref: open, 'aria-current': 'page' as const } : {})}
                  to={`/catalog/${pathSegment(name)}`}
                  className={classNames(layout.rounded, layout.inkLink, styles.indexLink)}
                >
                  <NameLockup
                    name={name}
                    withoutGroup={group.name !== null && name.startsWith(`${group.name}.`)}
                  />
                  {deprecated && <span className={layout.waiting}> {labels.deprecated}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )),
    [groups, current, labels],
  );
  const ready = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list contains the link only once it is loaded
  useEffect(() => {
    const list = open.current?.closest('nav');
    if (list && open.current) list.scrollTop = open.current.offsetTop - list.clientHeight / 2;
  }, [ready]);
  useSlashKey();
  return (
    <nav className={styles.index} aria-label={labels.index}>
      <SearchField label={labels.search} value={search} onChange={setSearch} />
      {list}
    </nav>
  );
}

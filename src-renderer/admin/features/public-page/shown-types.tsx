import { Link } from 'react-router';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { FlagChip } from '../../../ui/flag-chip';
import { NameLockup } from '../../../ui/name-lockup';
import { useEventTypes } from '../../data/use-catalog';
import { Unread } from '../../parts/unread';
import { useTo } from '../../platform/instance';
import styles from './public-page.module.css';

/** Which event types the page shows, and why the others are not on it. */
export function ShownTypes() {
  const types = useEventTypes();
  const to = useTo();
  if (!types.data) return <Unread what="the event types" rows={3} query={types} />;
  const left = types.data.filter(isLeftOut);
  const shown = types.data.length - left.length;
  return (
    <section className={styles.part} aria-labelledby="public-page-types">
      <h2 id="public-page-types">Event types</h2>
      {types.data.length === 0 ? (
        <p>
          The catalog is empty, and so is the page. <Link to={to('catalog')}>Add an event type</Link>
        </p>
      ) : (
        <p>
          <strong>{shown}</strong> of {types.data.length} are shown to everybody.
          {left.length === 0 && ' Nothing is left out.'}
        </p>
      )}
      {left.length > 0 && (
        <details className={styles.left}>
          <summary>
            {left.length} left out, and no word of {left.length === 1 ? 'it' : 'them'} is on the page
          </summary>
          <ul>
            {left.map((type) => (
              <li key={type.name}>
                <Link to={to('catalog', type.name)} className={styles.type}>
                  <NameLockup name={type.name} />
                </Link>
                <span className={styles.reason}>
                  {type.archived && <span className={styles.sub}>archived</span>}
                  {(type.featureFlags ?? []).map((flag) => (
                    <FlagChip key={flag} flag={flag} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function isLeftOut({ archived, featureFlags }: ListedEventType): boolean {
  return archived || (featureFlags ?? []).length > 0;
}

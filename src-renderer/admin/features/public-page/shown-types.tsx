import { Link } from 'react-router';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { FlagChip } from '../../../ui/flag-chip';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Unread } from '../../../ui/unread';
import { useServedEventTypes } from '../../data/use-catalog';
import { useTo } from '../../platform/instance';
import styles from './public-page.module.css';

/** Which event types the page shows, and why it does not show the others. */
export function ShownTypes() {
  const types = useServedEventTypes();
  const to = useTo();
  if (!types.data) return <Unread what="the event types" rows={3} query={types} />;
  const left = types.data.filter(isLeftOut);
  const shown = types.data.length - left.length;
  return (
    <section className={styles.part} aria-labelledby="public-page-types">
      <h2 id="public-page-types">Event types</h2>
      {types.data.length === 0 ? (
        <p>
          The catalog has no event types yet, so the page is empty.{' '}
          <Link to={to('catalog')}>Add an event type</Link>
        </p>
      ) : (
        <p>
          <strong>{shown}</strong> of {types.data.length} are public.{' '}
          {left.length === 0 && ' None is hidden.'}
        </p>
      )}
      {left.length > 0 && (
        <details className={styles.left}>
          <summary>
            {left.length} hidden: the page does not mention {left.length === 1 ? 'it' : 'them'}
          </summary>
          <ul>
            {left.map((type) => (
              <li key={type.name}>
                <Link
                  to={to('catalog', type.name)}
                  className={`${layout.shrinking} ${layout.inkLink} ${layout.hoverUnderlined}`}
                >
                  <NameLockup name={type.name} />
                </Link>
                <span className={styles.reason}>
                  {type.archived && <span className={layout.metaWrapping}>archived</span>}
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

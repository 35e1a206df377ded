import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names';
import { FlagChip } from '../../../ui/flag-chip';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Time } from '../../../ui/time';
import { useTo } from '../../platform/instance';
import styles from './catalog-screen.module.css';
import { useInsights, useRecentChanges } from './use-history';
import { actLabel } from './version-label';

const CHANGES_SHOWN = 6;
const FLAGS_SHOWN = 8;

/** What is odd in the catalog, and what changed recently. Renders nothing if the instance does not report it. */
export function CatalogInsights() {
  return (
    <>
      <Insights />
      <RecentChanges />
    </>
  );
}

function Insights() {
  const to = useTo();
  const insights = useInsights();
  if (!insights.data) return null;
  const { withoutSchema, unreceived, dark, unusedFlags } = insights.data;
  const rows = [
    { only: 'dark', count: dark.count, label: 'hidden from customers whose endpoints receive them' },
    { only: 'unreceived', count: unreceived.count, label: 'received by no endpoint' },
    { only: 'no-schema', count: withoutSchema.count, label: 'without a schema' },
  ].filter(({ count }) => count > 0);
  const flags = unusedFlags.slice(0, FLAGS_SHOWN);
  if (rows.length + flags.length === 0) return null;
  return (
    <section aria-label="Needs attention">
      <h3 className={styles.heading}>Needs attention</h3>
      <dl className={styles.figures}>
        {rows.map(({ only, count, label }) => (
          <div key={only}>
            <dt>
              <Link
                to={`${to('catalog')}?only=${only}`}
                className={classNames(layout.inlineLineClose, layout.inherited)}
              >
                {label}
              </Link>
            </dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {flags.length > 0 && (
        <ul className={styles.flags}>
          {flags.map(({ flag, eventTypes }) => (
            <li key={flag}>
              <FlagChip flag={flag} />{' '}
              {eventTypes === 0
                ? 'is on tokens, but on no event type'
                : `is on ${eventTypes} event ${eventTypes === 1 ? 'type' : 'types'}, but on no active token`}
            </li>
          ))}
          {unusedFlags.length > flags.length && <li>and {unusedFlags.length - flags.length} more flags</li>}
        </ul>
      )}
    </section>
  );
}

function RecentChanges() {
  const to = useTo();
  const changes = useRecentChanges(CHANGES_SHOWN);
  if (!changes.data || changes.data.data.length === 0) return null;
  return (
    <section aria-label="Recent changes">
      <h3 className={styles.heading}>Recent changes</h3>
      <ul className={styles.recent}>
        {changes.data.data.map((row) => (
          <li key={`${row.name} ${row.version}`}>
            <Link
              to={`${to('catalog', row.name)}?tab=history`}
              className={classNames(layout.inlineLineClose, layout.inherited)}
            >
              <NameLockup name={row.name} />
            </Link>
            <span>
              {actLabel(row).toLowerCase()} by {row.author ?? 'someone'}, <Time at={row.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names';
import { FlagChip } from '../../../ui/flag-chip';
import layout from '../../../ui/layout.module.css';
import { NameLockup } from '../../../ui/name-lockup';
import { Time } from '../../../ui/time';
import { useReleases } from '../../data/releases/use-releases';
import { counted } from '../../parts/traffic/format-amount';
import { useTo } from '../../platform/instance';
import styles from './catalog-screen.module.css';
import { useInsights, useRecentChanges } from './event-type/use-history';
import { actLabel } from './event-type/version-label';

const CHANGES_SHOWN = 6;
const FLAGS_SHOWN = 8;
const RELEASES_SHOWN = 3;
const LATE_SHOWN = 5;

/** What is odd in the catalog, what is released when, and what changed recently. Renders nothing if the instance does not report it. */
export function CatalogInsights() {
  return (
    <>
      <Insights />
      <Releases />
      <RecentChanges />
    </>
  );
}

function Insights() {
  const to = useTo();
  const insights = useInsights();
  if (!insights.data) return null;
  const { withoutSchema, unreceived, dark, pastSunset, unusedFlags } = insights.data;
  const rows = [
    { only: 'dark', count: dark.count, label: 'delivered to customers who can’t see them' },
    // An older instance does not know.
    { only: 'past-sunset', count: pastSunset?.count ?? 0, label: 'past sunset, still received' },
    { only: 'unreceived', count: unreceived.count, label: 'no subscribers' },
    { only: 'no-schema', count: withoutSchema.count, label: 'without a schema' },
  ].filter(({ count }) => count > 0);
  const flags = unusedFlags.slice(0, FLAGS_SHOWN);
  const late = pastSunset?.names.slice(0, LATE_SHOWN) ?? [];
  if (rows.length + flags.length === 0) return null;
  return (
    <section aria-label="Needs attention">
      <h3 className={styles.heading}>Needs attention</h3>
      <dl className={styles.figures}>
        {rows.map(({ only, count, label }) => (
          <div key={only}>
            <dt>
              <Link to={`${to('catalog')}?only=${only}`} className={classNames(layout.inlineLineClose)}>
                {label}
              </Link>
            </dt>
            <dd>{count.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      {late.length > 0 && (
        <ul className={styles.recent} aria-label="Past sunset, still received">
          {late.map((name, index) => (
            <li key={name}>
              <Link to={`${to('catalog', name)}?tab=usage`} className={classNames(layout.inlineLineClose)}>
                <NameLockup name={name} />
              </Link>
              <span>still received by {counted(pastSunset.endpoints[index] ?? 0, 'endpoint')}</span>
            </li>
          ))}
        </ul>
      )}
      {flags.length > 0 && (
        <ul className={styles.flags}>
          {flags.map(({ flag, eventTypes }) => (
            <li key={flag}>
              <FlagChip flag={flag} />{' '}
              {eventTypes === 0
                ? 'on no event type, only on tokens'
                : `on ${eventTypes} event ${eventTypes === 1 ? 'type' : 'types'}, but no active token has it`}
            </li>
          ))}
          {unusedFlags.length > flags.length && <li>and {unusedFlags.length - flags.length} more flags</li>}
        </ul>
      )}
    </section>
  );
}

function Releases() {
  const to = useTo();
  const planned = useReleases().data?.planned ?? [];
  if (planned.length === 0) return null;
  return (
    <section aria-label="Planned releases">
      <h3 className={styles.heading}>Planned releases</h3>
      <ul className={styles.recent}>
        {planned.slice(0, RELEASES_SHOWN).map(({ id, flag, at }) => (
          <li key={id}>
            <Link to={to('releases')} className={classNames(layout.inlineLineClose)}>
              <FlagChip flag={flag} />
            </Link>
            <span>
              <Time at={at} as="since" /> (<Time at={at} as="ahead" />)
            </span>
          </li>
        ))}
        {planned.length > RELEASES_SHOWN && <li>and {planned.length - RELEASES_SHOWN} more</li>}
      </ul>
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
              className={classNames(layout.inlineLineClose)}
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

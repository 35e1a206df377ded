import { Link } from 'react-router';
import layout from '../../../ui/layout.module.css';
import { Time } from '../../../ui/time';
import { useAudit } from '../../data/audit/use-audit';
import { ownChangeText } from '../../parts/audit/audit-words';
import { useTo } from '../../platform/instance';
import styles from './detail.module.css';

const SHOWN = 5;

interface EndpointChangesProps {
  readonly appId: string;
  readonly endpointId: string;
}

/** Who changed this endpoint last, and what: not shown by a server that does not say, or to whom it does not. */
export function EndpointChanges({ appId, endpointId }: EndpointChangesProps) {
  const to = useTo();
  const { rows = [] } = useAudit({ target: endpointId }, SHOWN);
  if (rows.length === 0) return null;
  return (
    <section className={layout.stack3} aria-labelledby="changes-title">
      <div className={styles.sectionHead}>
        <h3 id="changes-title">Changes</h3>
        <Link to={`${to('settings', 'audit')}?application=${appId}`}>All changes of the application</Link>
      </div>
      <ul className={styles.rows}>
        {rows.slice(0, SHOWN).map((line) => (
          <li key={line.id} className={`${layout.paddedDown2} ${layout.breakable}`}>
            {ownChangeText(line)}{' '}
            <span className={layout.meta}>
              by {line.actor.kind === 'portal' ? `the customer (${line.actor.name})` : line.actor.name},{' '}
              <Time at={line.at} as="since" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

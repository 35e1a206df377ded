import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { EventTypeOut } from '../../../src-server/contract/event-type';
import { groupEventTypes } from '../../event-types/group-event-types';
import { EmptyState } from '../../ui/empty-state';
import { FlagChip } from '../../ui/flag-chip';
import { LinkButton } from '../../ui/link-button';
import { useTo } from '../frame/instance';
import styles from './catalog-overview.module.css';
import { knownFlags, useEventTypes } from './use-catalog';

/** What stands beside the list while nothing is chosen: the state of the catalog in a few lines. */
export function CatalogOverview() {
  const to = useTo();
  const types = useEventTypes();
  if (!types.data) return null;
  const current = types.data.filter((type) => !type.archived);
  return (
    <EmptyState
      title="The catalog"
      actions={
        <>
          <LinkButton to={to('import')}>Import from OpenAPI</LinkButton>
          <LinkButton to={to('settings', 'catalog')}>Publish it</LinkButton>
        </>
      }
    >
      {current.length === 0 ? (
        <p>
          Customers choose from the event types in the catalog. Import them from an OpenAPI document, or make
          the first one with New.
        </p>
      ) : (
        <>
          <p>Choose an event type on the left to see its schema and an example.</p>
          <Figures types={types.data} current={current} />
        </>
      )}
    </EmptyState>
  );
}

interface FiguresProps {
  readonly types: readonly EventTypeOut[];
  readonly current: readonly EventTypeOut[];
}

function Figures({ types, current }: FiguresProps) {
  const to = useTo();
  const at = (filter: string) => `${to('catalog')}?show=${filter}`;
  const groups = groupEventTypes(current).filter(({ name }) => name !== null).length;
  const bare = current.filter((type) => type.description.trim() === '').length;
  const archived = types.length - current.length;
  return (
    <dl className={styles.figures}>
      <Figure count={current.length} words={groups > 0 ? `event types in ${groups} groups` : 'event types'} />
      {knownFlags(current).map((flag) => (
        <Figure
          key={flag}
          count={current.filter((type) => type.featureFlags?.includes(flag)).length}
          words={
            <Link to={at('flagged')} className={styles.link}>
              only with <FlagChip flag={flag} />
            </Link>
          }
        />
      ))}
      {bare > 0 && (
        <Figure
          count={bare}
          words={
            <Link to={at('undescribed')} className={styles.link}>
              without a description
            </Link>
          }
        />
      )}
      {archived > 0 && (
        <Figure
          count={archived}
          words={
            <Link to={at('archived')} className={styles.link}>
              archived
            </Link>
          }
        />
      )}
    </dl>
  );
}

function Figure({ count, words }: { readonly count: number; readonly words: ReactNode }) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>{count}</dd>
    </div>
  );
}

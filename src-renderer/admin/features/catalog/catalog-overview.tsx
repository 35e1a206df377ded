import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { ListedEventType } from '../../../../src-server/contract/event-type-summary';
import { groupOf } from '../../../../src-server/contract/names';
import { classNames } from '../../../ui/class-names';
import { EmptyState } from '../../../ui/empty-state';
import { FlagChip } from '../../../ui/flag-chip';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { knownFlags, useEventTypes } from '../../data/use-catalog';
import { counted } from '../../parts/traffic/format-amount';
import { useInstance, useTo } from '../../platform/instance';
import { CatalogInsights } from './catalog-insights';
import styles from './catalog-screen.module.css';

/** Shown next to the list while nothing is chosen: the state of the catalog in a few lines. */
export function CatalogOverview() {
  const to = useTo();
  const { isFolder } = useInstance();
  const types = useEventTypes();
  // Typing in the search field next to it renders this again with every letter.
  const current = useMemo(() => types.data?.filter((type) => !type.archived) ?? [], [types.data]);
  if (!types.data) return null;
  return (
    <EmptyState
      title="The catalog"
      actions={
        <>
          <LinkButton to={to('import')}>Import from OpenAPI</LinkButton>
          {!isFolder && <LinkButton to={to('public')}>Publish the catalog</LinkButton>}
        </>
      }
    >
      {current.length === 0 ? (
        <p>
          Customers choose from the event types in the catalog. Import them from an OpenAPI document, or
          choose New to create the first one.
        </p>
      ) : (
        <>
          <p>Choose an event type on the left to see its schema and an example.</p>
          <Figures types={types.data} current={current} />
          <CatalogInsights />
        </>
      )}
    </EmptyState>
  );
}

interface FiguresProps {
  readonly types: readonly ListedEventType[];
  readonly current: readonly ListedEventType[];
}

function Figures({ types, current }: FiguresProps) {
  const to = useTo();
  const at = (filter: string) => `${to('catalog')}?show=${filter}`;
  const { groups, bare, flags } = useMemo(() => figuresOf(current), [current]);
  const archived = types.length - current.length;
  return (
    <dl className={styles.figures}>
      <Figure
        count={current.length}
        label={[
          current.length === 1 ? 'event type' : 'event types',
          ...(groups > 0 ? [`in ${counted(groups, 'group')}`] : []),
        ].join(' ')}
      />
      {flags.map(({ flag, count }) => (
        <Figure
          key={flag}
          count={count}
          label={
            <Link to={at('flagged')} className={classNames(layout.inlineLineClose)}>
              only with <FlagChip flag={flag} />
            </Link>
          }
        />
      ))}
      {bare > 0 && (
        <Figure
          count={bare}
          label={
            <Link to={at('undescribed')} className={classNames(layout.inlineLineClose)}>
              without a description
            </Link>
          }
        />
      )}
      {archived > 0 && (
        <Figure
          count={archived}
          label={
            <Link to={at('archived')} className={classNames(layout.inlineLineClose)}>
              archived
            </Link>
          }
        />
      )}
    </dl>
  );
}

function figuresOf(current: readonly ListedEventType[]) {
  const groups = new Set(current.map(groupOf).filter((name) => name !== null)).size;
  const bare = current.filter((type) => type.description.trim() === '').length;
  const flags = knownFlags(current).map((flag) => ({
    flag,
    count: current.filter((type) => type.featureFlags?.includes(flag)).length,
  }));
  return { groups, bare, flags };
}

function Figure({ count, label }: { readonly count: number; readonly label: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count.toLocaleString('en')}</dd>
    </div>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { capitalize } from '../../ui/capitalize';
import { FailureNotice } from '../../ui/failure-notice';
import { Skeleton } from '../../ui/skeleton';
import styles from './settings.module.css';

export interface PageUnreadProps {
  /** The heading that the page has. */
  readonly title: string;
  /** What is being read: "the settings". */
  readonly what: string;
  readonly query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;
}

/** A page of the settings of which nothing is known yet, or that could not be read. Its heading stands, so that nothing jumps. */
export function PageUnread({ title, what, query }: PageUnreadProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      {query.isPending ? (
        <Skeleton what={what} />
      ) : (
        <FailureNotice
          title={`${capitalize(what)} could not be read`}
          cause={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
    </section>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import { capitalize } from './capitalize';
import { FailureNotice } from './failure-notice';
import { Skeleton } from './skeleton';

export interface UnreadProps {
  /** What is being read: "the endpoints". */
  readonly what: string;
  readonly query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;
  /** How many placeholder rows it shows until then. */
  readonly rows?: number;
  /** The title of its failure; absent: "The endpoints could not be loaded". */
  readonly title?: string;
}

/** Placeholder rows while something is read, or why it could not be. Renders nothing once it is there. */
export function Unread({ what, query, rows, title }: UnreadProps) {
  if (query.isPending) return <Skeleton what={what} {...(rows === undefined ? {} : { rows })} />;
  if (!query.error) return null;
  return (
    <FailureNotice
      title={title ?? `${capitalize(what)} could not be loaded`}
      cause={query.error}
      onRetry={() => void query.refetch()}
    />
  );
}

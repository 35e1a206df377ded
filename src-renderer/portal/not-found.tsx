import { Link } from 'react-router';
import { EmptyState } from '../ui/empty-state';

export interface NotFoundProps {
  /** "event type", "endpoint", "message" or "page". */
  readonly what: string;
  readonly backTo: string;
  readonly backWords: string;
}

/** The same words for a wrong name and for a name this link may not see: it must not tell which. */
export function NotFound({ what, backTo, backWords }: NotFoundProps) {
  return (
    <EmptyState title={`There is no such ${what}`} actions={<Link to={backTo}>{backWords}</Link>}>
      <p>The address may be mistyped, or what it led to was removed.</p>
    </EmptyState>
  );
}

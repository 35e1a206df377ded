import { Link } from 'react-router';
import styles from './portal-frame.module.css';

export interface NotFoundProps {
  /** "event type", "endpoint", "message" or "page". */
  readonly what: string;
  readonly backTo: string;
  readonly backWords: string;
}

/** The same words for a wrong name and for a name this link may not see: it must not tell which. */
export function NotFound({ what, backTo, backWords }: NotFoundProps) {
  return (
    <div className={styles.missing}>
      <h1>There is no such {what}</h1>
      <p>The address may be mistyped, or what it led to was removed.</p>
      <Link to={backTo}>{backWords}</Link>
    </div>
  );
}

import { Link } from 'react-router';
import { useWords } from './look/look-context';
import styles from './portal-frame.module.css';

export interface NotFoundProps {
  /** "event type", "endpoint", "message" or "page". */
  readonly what: string;
  readonly backTo: string;
  readonly backWords: string;
}

/** The same words for a wrong name and for a name this link may not see: it must not tell which. */
export function NotFound({ what, backTo, backWords }: NotFoundProps) {
  const words = useWords().session;
  return (
    <div className={styles.missing}>
      <h1>{words.missing(what)}</h1>
      <p>{words.missingText}</p>
      <Link to={backTo}>{backWords}</Link>
    </div>
  );
}

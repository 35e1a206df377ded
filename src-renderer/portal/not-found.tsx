import { Link } from 'react-router';
import { useLabels } from './look/look-context';
import styles from './portal-frame.module.css';

interface NotFoundProps {
  readonly what: 'page' | 'eventType' | 'endpoint' | 'message';
  readonly backTo: string;
  readonly backLabel: string;
}

/** The same text for a wrong name and for a name this link may not see: it must not reveal which. */
export function NotFound({ what, backTo, backLabel }: NotFoundProps) {
  const labels = useLabels().session;
  return (
    <div className={styles.missing}>
      <h1>{labels.missing[what]}</h1>
      <p>{labels.missingText}</p>
      <Link to={backTo}>{backLabel}</Link>
    </div>
  );
}

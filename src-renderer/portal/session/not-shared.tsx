import { Link } from 'react-router';
import { useLabels } from '../look/look-context';
import styles from '../portal-frame.module.css';

/** In a frame of a share link: a page that the link does not show. */
export function NotShared() {
  const labels = useLabels().session;
  return (
    <div className={styles.missing}>
      <h1>{labels.notShared}</h1>
      <p>{labels.notSharedText}</p>
      <Link to="/catalog">{labels.tabs.catalog}</Link>
    </div>
  );
}

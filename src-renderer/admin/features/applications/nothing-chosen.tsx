import layout from '../../../ui/layout.module.css';
import { useApplications } from '../../data/use-applications';
import { StartCard } from '../../parts/start/start-card';
import styles from './applications-screen.module.css';
import { ApplicationsTable } from './applications-table';

/** Shown next to the list of applications while none is chosen. */
export function NothingChosen() {
  const applications = useApplications();
  if (!applications.data) return null;
  if (applications.data.length === 0) return <StartCard />;
  return (
    <div className={`${layout.stack3} ${styles.overview}`}>
      <h2 className={styles.title}>Your applications</h2>
      <p>An application is one of your customers. Its endpoints receive the messages that you send to it.</p>
      <ApplicationsTable applications={applications.data} />
    </div>
  );
}

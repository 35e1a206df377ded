import layout from '../../../ui/layout.module.css';
import { useApplications } from '../../data/use-applications';
import { StartCard } from '../../parts/start/start-card';
import styles from './applications-screen.module.css';
import { ApplicationsTable } from './applications-table';

/** All applications as a table, while none is chosen. */
export function NothingChosen() {
  const applications = useApplications();
  if (!applications.data) return null;
  if (applications.data.length === 0) return <StartCard />;
  return (
    <div className={`${layout.scrollingRest} ${styles.overview}`}>
      <ApplicationsTable applications={applications.data} />
    </div>
  );
}

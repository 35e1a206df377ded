import { EmptyState } from '../../ui/empty-state';
import { StartCard } from '../start/start-card';
import { useApplications } from './use-applications';

/** What stands beside the list of applications while none is chosen. */
export function NothingChosen() {
  const applications = useApplications();
  if (!applications.data) return null;
  if (applications.data.length === 0) return <StartCard />;
  return (
    <EmptyState title="Choose an application">
      <p>An application is one of your customers. Its endpoints receive the messages that you send to it.</p>
    </EmptyState>
  );
}

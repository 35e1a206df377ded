import { useState } from 'react';
import { Navigate } from 'react-router';
import { FailureNotice } from '../../ui/failure-notice';
import { useApplications } from '../applications/use-applications';
import { useTo } from '../frame/instance';
import { StartCard } from './start-card';

/** Where the window opens: the invitation while there is nothing yet, else the catalog. */
export function StartScreen() {
  const to = useTo();
  const applications = useApplications();
  // Once shown, the invitation stays until it leads on by itself: the list hears of the sample application before the
  // press that made it has been answered, and would lead away from the sender.
  const [isInviting, setInviting] = useState(false);
  if (!isInviting && applications.data?.length === 0) setInviting(true);
  if (applications.error && !applications.data) {
    return (
      <FailureNotice
        title="The instance could not be read"
        cause={applications.error}
        onRetry={() => void applications.refetch()}
      />
    );
  }
  if (!applications.data) return null;
  if (applications.data.length > 0 && !isInviting) return <Navigate to={to('catalog')} replace />;
  return (
    <>
      <title>Start · Posthorn</title>
      <StartCard />
    </>
  );
}

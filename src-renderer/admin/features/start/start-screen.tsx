import { useState } from 'react';
import { Navigate, useLocation, useNavigation } from 'react-router';
import { FailureNotice } from '../../../ui/failure-notice';
import { Skeleton } from '../../../ui/skeleton';
import { useApplications } from '../../data/use-applications';
import { StartCard } from '../../parts/start/start-card';
import { useTo } from '../../platform/instance';

/** Where the window opens: the invitation while there is nothing yet, else the catalog. */
export function StartScreen() {
  const to = useTo();
  const { key } = useLocation();
  const { state } = useNavigation();
  const applications = useApplications();
  // Once shown, the invitation stays until it leads on by itself: the list hears of the sample application before the
  // press that made it has been answered, and would lead away from the sender.
  const [isInviting, setInviting] = useState(false);
  if (!isInviting && applications.data?.length === 0) setInviting(true);
  if (applications.error && !applications.data) {
    return (
      <>
        <h1 className="visually-hidden">Start</h1>
        <FailureNotice
          title="The instance could not be read"
          cause={applications.error}
          onRetry={() => void applications.refetch()}
        />
      </>
    );
  }
  if (!applications.data) {
    return (
      <>
        <h1 className="visually-hidden">Start</h1>
        <Skeleton what="the instance" />
      </>
    );
  }
  if (applications.data.length > 0 && !isInviting) {
    // Somebody is on the way to another screen, whose code is still being read: not to be led elsewhere.
    if (state !== 'idle') return null;
    // A new one for each time somebody comes here: one that has led away does nothing any more.
    return <Navigate key={key} to={to('catalog')} replace />;
  }
  return (
    <>
      <title>Start · Posthorn</title>
      <StartCard />
    </>
  );
}

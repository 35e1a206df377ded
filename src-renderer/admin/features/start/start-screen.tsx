import { useState } from 'react';
import { Navigate, useLocation, useNavigation } from 'react-router';
import { FailureNotice } from '../../../ui/failure-notice';
import { Skeleton } from '../../../ui/skeleton';
import { useApplications } from '../../data/use-applications';
import { StartCard } from '../../parts/start/start-card';
import { useTo } from '../../platform/instance';

/** The first screen of the window: the invitation while there is no data yet, otherwise the catalog. */
export function StartScreen() {
  const to = useTo();
  const { key } = useLocation();
  const { state } = useNavigation();
  const applications = useApplications();
  // Once shown, the invitation stays until it navigates on by itself: the list learns of the sample application before
  // the click that created it is answered, and would navigate away from the sender.
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
    // The user is navigating to another screen whose code is still loading: do not redirect.
    if (state !== 'idle') return null;
    // A new one for each visit: one that has redirected does nothing any more.
    return <Navigate key={key} to={to('catalog')} replace />;
  }
  return (
    <>
      <title>Start · Posthorn</title>
      <StartCard />
    </>
  );
}

import { Activity, useState } from 'react';
import { FaultBoundary } from '../../ui/fault-boundary';
import { PageRouter } from '../../ui/page-router';
import { separatePart } from '../../ui/separate-part';
import { useSession } from '../platform/session';
import { LogIn } from './log-in';
import { readSignedIn } from './read-signed-in';
import { PageFault } from './shell/page-fault';

const SignedIn = separatePart(readSignedIn);

/** The log-in screen, or everything behind it. What somebody was writing when the log-in ended is there after the next. */
export function App() {
  const { isLoggedIn, visit } = useSession();
  const [begun, setBegun] = useState<number | null>(null);
  if (isLoggedIn && begun !== visit) setBegun(visit);
  return (
    // Outside of what is hidden, which learns of no address.
    <PageRouter>
      {!isLoggedIn && <LogIn />}
      {(isLoggedIn || begun === visit) && (
        <Activity key={visit} mode={isLoggedIn ? 'visible' : 'hidden'}>
          <FaultBoundary fallback={(fault) => <PageFault fault={fault} />}>
            <SignedIn />
          </FaultBoundary>
        </Activity>
      )}
    </PageRouter>
  );
}

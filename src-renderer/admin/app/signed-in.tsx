import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { readWhenIdle } from '../../ui/read-when-idle';
import { useSession } from '../platform/session';
import { createQueryClient } from './query-client';
import { createRouter } from './routes';
import { SCREENS } from './screens';

/** Everything behind the log-in. */
export function SignedIn() {
  const { signOut } = useSession();
  const [client] = useState(() =>
    createQueryClient(() => signOut('The token is no longer valid. Log in again.')),
  );
  const [router] = useState(createRouter);
  useEffect(() => readWhenIdle(Object.values(SCREENS)), []);
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

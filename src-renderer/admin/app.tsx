import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from './query-client';
import { createRouter } from './routes';
import { LogIn } from './session/log-in';
import { useSession } from './session/session';

/** The log-in screen, or everything behind it. */
export function App() {
  const { token } = useSession();
  // A new token starts over: nothing that was read with another one may be shown.
  return token === null ? <LogIn /> : <SignedIn key={token} />;
}

function SignedIn() {
  const { signOut } = useSession();
  const [client] = useState(() =>
    createQueryClient(() => signOut('The token is no longer valid. Log in again.')),
  );
  const [router] = useState(createRouter);
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { readWhenIdle } from '../../ui/read-when-idle';
import { createQueryClient } from './query-client';
import { createRouter } from './routes';
import { SCREENS } from './screens';

/** Everything behind the log-in. */
export function SignedIn() {
  const [client] = useState(createQueryClient);
  const [router] = useState(createRouter);
  useEffect(() => readWhenIdle(Object.values(SCREENS)), []);
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

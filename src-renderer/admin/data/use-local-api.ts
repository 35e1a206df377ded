import { useMemo } from 'react';
import { ApiClient } from '../../api/api-client';
import { useSession } from '../platform/session';

/** The local server, whatever instance the window shows: only it knows the connections and their working copies. */
export function useLocalApi(): ApiClient {
  const { credentials } = useSession();
  return useMemo(() => new ApiClient({ baseAddress: '', ...credentials }), [credentials]);
}

import { useMemo } from 'react';
import { ApiClient } from '../../api/api-client';
import { useSession } from '../platform/session';

/** The local server, whatever the window is aimed at: it alone knows the connections and their working copies. */
export function useLocalApi(): ApiClient {
  const { token } = useSession();
  return useMemo(() => new ApiClient({ baseAddress: '', token }), [token]);
}

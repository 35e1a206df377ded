import { useQuery } from '@tanstack/react-query';
import {
  type ConnectionIn,
  type ConnectionOut,
  type ConnectionPatch,
  LOCAL_CONNECTION,
} from '../../../src-server/contract/connection';
import { ApiFailure } from '../../api/api-failure';
import { useLocalApi } from './use-local-api';
import { useRefreshingMutation } from './use-refreshing-mutation';

const KEY = [LOCAL_CONNECTION, 'connections'];

/** The saved remote instances, in the order they were added. */
export function useConnections() {
  const api = useLocalApi();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<readonly ConnectionOut[]> => {
      const answer = await api.call('GET /connections', {}, signal);
      return answer.data;
    },
  });
}

/** The remote instance with this id; undefined for this computer, and until it is known. */
export function useConnection(id: string): ConnectionOut | undefined {
  return useConnections().data?.find((connection) => connection.id === id);
}

/** Changes the name and the marking of a connection. */
export function useChangeConnection(id: string) {
  const api = useLocalApi();
  return useRefreshingMutation(KEY, (patch: ConnectionPatch) =>
    api.call('PATCH /connections/{id}', { path: { id }, body: patch }),
  );
}

/** Tests a connection, and saves it only if the test succeeded. */
export function useAddConnection() {
  const api = useLocalApi();
  return useRefreshingMutation(KEY, async (connection: ConnectionIn) => {
    const test = await api.call('POST /connections/test', { body: connection });
    if (!test.ok) throw new ApiFailure(502, 'remote_unreachable', test.detail);
    return api.call('POST /connections', { body: connection });
  });
}

export function useRemoveConnection() {
  const api = useLocalApi();
  return useRefreshingMutation(KEY, (id: string) => api.call('DELETE /connections/{id}', { path: { id } }));
}

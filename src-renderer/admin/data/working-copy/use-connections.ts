import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ConnectionIn,
  type ConnectionOut,
  type ConnectionPatch,
  LOCAL_CONNECTION,
} from '../../../../src-server/contract/connection';
import { useSaveChanges } from '../../../shared/forms/use-save-changes';
import { useLocalApi } from '../use-local-api';
import { useRefreshingMutation } from '../use-refreshing-mutation';
import { type ConnectionFields, editedConnection } from './edited-connection';

const KEY = [LOCAL_CONNECTION, 'connections'];

/** The saved remote instances, in the order they were added. */
export function useConnections() {
  const api = useLocalApi();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<readonly ConnectionOut[]> => {
      const response = await api.call('GET /connections', {}, signal);
      return response.data;
    },
  });
}

/** The remote instance with this id; undefined for this computer, and until it is known. */
export function useConnection(id: string): ConnectionOut | undefined {
  return useConnections().data?.find((connection) => connection.id === id);
}

/** Changes a connection whatever it is now: for what is true from now on, such as which installation answers there. */
export function useChangeConnection(id: string) {
  const api = useLocalApi();
  return useRefreshingMutation(KEY, (patch: ConnectionPatch) =>
    api.call('PATCH /connections/{id}', { path: { id }, body: patch }),
  );
}

/** Saves what was changed of a connection, and nothing else. */
export function useEditConnection(id: string) {
  const api = useLocalApi();
  const client = useQueryClient();
  return useSaveChanges<ConnectionFields>(editedConnection(api, id), () =>
    client.invalidateQueries({ queryKey: KEY }),
  );
}

/** Adds a connection. The server tests it first, and reports the field that is to blame. */
export function useAddConnection() {
  const api = useLocalApi();
  return useRefreshingMutation(KEY, (connection: ConnectionIn) =>
    api.call('POST /connections', { body: connection }),
  );
}

export function useRemoveConnection() {
  const api = useLocalApi();
  return useRefreshingMutation(KEY, (id: string) => api.call('DELETE /connections/{id}', { path: { id } }));
}

import { LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import { useInstance } from '../platform/instance';
import { useConnections } from './working-copy/use-connections';

/** Where the current instance is reached: the origin of this page, or the address of the connection. */
export function useInstanceOrigin(): string {
  const { id } = useInstance();
  const connections = useConnections();
  if (id === LOCAL_CONNECTION) return location.origin;
  return connections.data?.find((connection) => connection.id === id)?.baseUrl ?? location.origin;
}

import { notFound } from '../base/errors';
import type { Connections } from './connections';
import type { RemoteTarget } from './remote-target';

/** The instance behind a connection. @throws ApiError not_found */
export async function targetOf(
  connections: Pick<Connections, 'target'>,
  connectionId: string,
): Promise<RemoteTarget> {
  const target = await connections.target(connectionId);
  if (!target) throw notFound('Connection');
  return target;
}

import type { Service } from '../base/lifecycle';
import { isLoopback } from '../host-names';
import { createForwardMount } from '../http/pipeline/forward';
import type { Stores } from '../storage/stores';
import { createConnections as openConnections } from '../sync/connections';
import type { FolderRules } from '../sync/folder-root';
import { createRemoteClient, DEFAULT_REMOTE_TIMEOUTS } from '../sync/remote-client';
import { createSecretBox } from '../sync/secret-box';
import type { Access } from './access';
import type { Foundation } from './foundation';

/** Other instances: how they are reached, and requests forwarded to them. */
export function createConnections(
  { config, secretKey, clock, newId, tunnel }: Foundation,
  stores: Stores,
  { authenticate, openResponses }: Access,
) {
  const client = createRemoteClient(DEFAULT_REMOTE_TIMEOUTS, tunnel);
  const secretBox = createSecretBox(secretKey);
  const store = stores.connectionStore;
  // As for targets on this computer: anyone who can reach a server that listens to others is not its operator.
  const isAllowed = config.workstation && isLoopback(config.host);
  const folders: FolderRules = { isAllowed, dataDir: config.dataDir };
  const connections = openConnections({ store, client, folders, box: secretBox, clock, newId });
  const forwarding = createForwardMount({ authenticate, connections, client, openResponses });
  const remoteClient: Service = {
    name: 'remote client',
    start: () => Promise.resolve(),
    stop: () => client.close(),
  };
  return { parts: { connections, secretBox }, client, folders, remoteClient, forwarding };
}

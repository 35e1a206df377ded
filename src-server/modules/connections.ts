import type { Clock } from '../base/clock';
import type { NewId } from '../base/id';
import type { Service } from '../base/lifecycle';
import type { Authenticate } from '../http/authenticate';
import { createForwardMount } from '../http/forward';
import type { OpenAnswers } from '../http/open-answers';
import type { Tunnel } from '../outbound/tunnel';
import type { Stores } from '../storage/stores';
import { createConnections as openConnections } from '../sync/connections';
import { createRemoteClient, DEFAULT_REMOTE_TIMEOUTS } from '../sync/remote-client';
import { createSecretBox } from '../sync/secret-box';

interface ConnectionsParts {
  /** Encrypts stored tokens. */
  readonly secretKey: Uint8Array;
  readonly authenticate: Authenticate;
  readonly openAnswers: OpenAnswers;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly stores: Pick<Stores, 'connectionStore'>;
  /** The proxy on the way out. Null: there is none. */
  readonly tunnel: Tunnel | null;
}

/** Other instances: how they are reached, and requests forwarded to them. */
export function createConnections(parts: ConnectionsParts) {
  const { secretKey, authenticate, openAnswers, clock, newId, stores, tunnel } = parts;
  const client = createRemoteClient(DEFAULT_REMOTE_TIMEOUTS, tunnel);
  const secretBox = createSecretBox(secretKey);
  const store = stores.connectionStore;
  const connections = openConnections({ store, client, box: secretBox, clock, newId });
  const forwarding = createForwardMount({ authenticate, connections, client, openAnswers });
  const remoteClient: Service = {
    name: 'remote client',
    start: () => Promise.resolve(),
    stop: () => client.close(),
  };
  return { parts: { connections, secretBox }, client, remoteClient, forwarding };
}

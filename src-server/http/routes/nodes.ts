import type { Cluster } from '../../cluster/interface/cluster';
import { ALL_SLOTS, type NodeOut } from '../../contract/node';
import { nodeOperations } from '../../contract/operations/nodes';
import type { Traffic } from '../../live/traffic';
import { VERSION } from '../../version';
import { presentNodes } from '../presenters/present-nodes';
import { type Route, route } from '../route';

interface NodeRouteParts {
  /** Null: this server has its database for itself, as with SQLite. */
  readonly cluster: Pick<Cluster, 'selfId' | 'state' | 'beatAgeMs'> | null;
  /** Names this run of the server. */
  readonly serverId: string;
  readonly localBaseUrl: () => string;
  readonly traffic: Pick<Traffic, 'sendsPerSecond'>;
}

/** The servers that share the database. */
export function nodeRoutes(parts: NodeRouteParts): readonly Route[] {
  return [
    route(nodeOperations.list, {
      access: 'admin',
      summary: 'List the nodes that share the database, and how many endpoints each sends to.',
      description:
        'From what this node learned with its last heartbeat, without reading the database. A server with a database of its own is the only node.',
      handler() {
        const { cluster } = parts;
        return { status: 200, body: { data: cluster ? [...presentNodes(cluster)] : [onlyNode(parts)] } };
      },
    }),
  ];
}

function onlyNode({ serverId, localBaseUrl, traffic }: NodeRouteParts): NodeOut {
  return {
    id: serverId,
    address: localBaseUrl(),
    version: VERSION,
    state: 'alive',
    slots: ALL_SLOTS,
    beatAgeMs: 0,
    sendsPerSecond: traffic.sendsPerSecond(),
    self: true,
  };
}

import type { FromSchema } from 'json-schema-to-ts';
import { strictObject } from './strict-object';

/** Into how many parts the endpoints are divided. Each part is sent to by one node at a time. */
export const ALL_SLOTS = 256;

/**
 * - `alive`: its beat goes on.
 * - `silent`: its beat stands still. It sends nothing any more, and is taken for dead after a lease.
 * - `leaving`: it is being stopped, and gives its slots to the others.
 * - `dead`: another node found its beat standing still for a whole lease, and its slots went to the others.
 */
export const NODE_STATES = ['alive', 'silent', 'leaving', 'dead'] as const;

/** One of the servers that share a database. */
export const nodeOutSchema = strictObject({
  id: { type: 'string', description: 'Identifier; a new one at each start.' },
  address: {
    type: 'string',
    description: 'Where the other nodes reach it (`--advertise`): `http://10.0.0.7:8071`.',
  },
  version: { type: 'string', description: 'Version of its Posthorn.' },
  state: {
    type: 'string',
    enum: NODE_STATES,
    description:
      '`alive`; `silent`: its beat stands still, so it sends nothing, and loses its slots after a lease; `leaving`: it is being stopped; `dead`: the others have taken its slots.',
  },
  slots: {
    type: 'integer',
    description: `How many of the ${ALL_SLOTS} parts of all endpoints it sends to. The slots of all nodes add up to ${ALL_SLOTS}, except for those that are on their way from one node to another.`,
  },
  beatAgeMs: {
    type: 'integer',
    description:
      'Milliseconds since the responding node last saw the heartbeat of this one change, by its own clock. 0 for a server with a database of its own.',
  },
  sendsPerSecond: { type: 'integer', description: 'Requests that it sent in the last second.' },
  self: { type: 'boolean', description: 'True: the responding node.' },
});

/** Answer of GET /nodes. */
export const nodesOutSchema = strictObject({
  data: { type: 'array', items: nodeOutSchema, description: 'All nodes, by address.' },
});

export type NodeState = (typeof NODE_STATES)[number];
export type NodeOut = Readonly<FromSchema<typeof nodeOutSchema>>;
export type NodesOut = FromSchema<typeof nodesOutSchema>;

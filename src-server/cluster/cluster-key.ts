import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Carries the key in requests from node to node. */
export const CLUSTER_KEY_HEADER = 'posthorn-cluster-key';
/** In a request that a node has passed on for its caller, the id of that node. */
export const PASSED_ON_HEADER = 'posthorn-passed-on-by';

/**
 * What nodes show each other instead of the secret they share. It is not the `secretCheck` of the node table: whoever
 * reads the database cannot call a node.
 */
export function clusterKeyOf(secret: string): string {
  return createHmac('sha256', secret).update('posthorn: requests between nodes').digest('base64url');
}

/** Whether a request comes from a node with the same secret. Takes equally long for every wrong key. */
export function hasClusterKey(headers: IncomingHttpHeaders, key: string): boolean {
  const shown = headers[CLUSTER_KEY_HEADER];
  if (typeof shown !== 'string') return false;
  const [given, wanted] = [Buffer.from(shown), Buffer.from(key)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

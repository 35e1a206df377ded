import { type BrowserSessions, createBrowserSessions } from '../access/browser-sessions';
import { isLoopback } from '../host-names';
import type { Nodes } from './nodes';

type Parts = Omit<Parameters<typeof createBrowserSessions>[0], 'loopbackAddress' | 'runs'>;

interface BrowserLogInParts extends Parts {
  /** Null: this server has its database for itself. */
  readonly nodes: Pick<Nodes, 'address' | 'runs'> | null;
  /** The id of this start. */
  readonly serverId: string;
  readonly localBaseUrl: () => string;
}

/** The log-ins of browsers, good for this run of the server; where nodes share a database, while one of them lives. */
export function createBrowserLogIns({
  nodes,
  serverId,
  localBaseUrl,
  ...parts
}: BrowserLogInParts): BrowserSessions {
  return createBrowserSessions({
    ...parts,
    loopbackAddress: (host) =>
      isLoopback(host.replace(/^\[|\]$/g, '')) ? (nodes?.address() ?? localBaseUrl()) : '',
    runs: () => nodes?.runs() ?? [serverId],
  });
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Method } from '../../contract/operation';

/** A request that is about one endpoint. */
export interface EndpointRequest {
  readonly applicationId: string;
  /** The endpoint, by id or uid. */
  readonly endpoint: string;
  readonly method: Method;
  /** Path and query as they came. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  /** Whether this node may answer it while the one that sends to the endpoint cannot be reached. */
  readonly isForAnyNode: boolean;
}

/** The response of another node. */
export interface NodeResponse {
  readonly status: number;
  /** Those that a handler may set. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. Null: it has no body. */
  readonly text: string | null;
}

/** The nodes that send to endpoints, where several share a database. */
export interface SenderNodes {
  /**
   * Passes a request on to the node that sends to the endpoint.
   * @returns null: it is this one, or this one may answer; or there is no such endpoint
   * @throws ApiError `unavailable`
   */
  pass(request: EndpointRequest): Promise<NodeResponse | null>;
  /** Whether a request with these headers was passed on by another node. */
  wasPassed(headers: IncomingHttpHeaders): boolean;
}

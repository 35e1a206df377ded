import type { OtherNodes } from '../../cluster/interface/other-nodes';
import {
  type EndpointFacts,
  type EndpointFlow,
  type EndpointState,
  endpointState,
} from '../../contract/endpoint-state';
import type { Traffic } from '../../live/traffic';

export interface StateSources {
  readonly traffic: Pick<Traffic, 'flow'>;
  /** Null: this server is the only one. */
  readonly otherNodes: OtherNodes | null;
}

/** Where nothing is known. */
export const STILL: EndpointFlow = { waitMs: 0, retries: 0, isRecent: false };

/**
 * Says the states of these endpoints, wherever they are sent to. What is stored comes from the caller, which has just read
 * it; of one whose sender does not answer, only that is known.
 */
export async function readStates(
  { traffic, otherNodes }: StateSources,
  endpoints: readonly { readonly id: string }[],
): Promise<(endpoint: EndpointFacts & { readonly id: string }) => EndpointState> {
  const elsewhere = await otherNodes?.queues(endpoints.map(({ id }) => id));
  return (endpoint) =>
    endpointState(endpoint, elsewhere?.get(endpoint.id)?.flow ?? traffic.flow(endpoint.id) ?? STILL);
}

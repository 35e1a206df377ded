import type { OtherNodes } from '../../cluster/interface/other-nodes';
import {
  type EndpointFacts,
  type EndpointFlow,
  type EndpointState,
  endpointState,
} from '../../contract/endpoint-state';
import type { Traffic } from '../../live/traffic';

export interface StateSources {
  readonly traffic: Pick<Traffic, 'flow' | 'waiting'>;
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
  sources: StateSources,
  endpoints: readonly { readonly id: string }[],
): Promise<(endpoint: EndpointFacts & { readonly id: string }) => EndpointState> {
  const flowOf = await readFlows(
    sources,
    endpoints.map(({ id }) => id),
  );
  return (endpoint) => endpointState(endpoint, flowOf(endpoint.id).flow);
}

/** Says how much waits for each of these endpoints, and how its deliveries flow, wherever it is sent to. */
export async function readFlows(
  { traffic, otherNodes }: StateSources,
  endpointIds: readonly string[],
): Promise<(endpointId: string) => { readonly waiting: number; readonly flow: EndpointFlow }> {
  const elsewhere = await otherNodes?.queues(endpointIds);
  return (endpointId) => {
    const glance = elsewhere?.get(endpointId);
    return {
      waiting: glance?.waiting ?? traffic.waiting(endpointId),
      flow: glance?.flow ?? traffic.flow(endpointId) ?? STILL,
    };
  };
}

import type { EndpointState } from '../../../../src-server/contract/endpoint-state';

interface StateSource {
  readonly state: EndpointState;
}

/**
 * The state of an endpoint by the newest that is known. Whether it is held is read with the endpoint right after a change;
 * the stream, which knows everything else first, reports that a moment later. Null: the stream has not reported yet.
 */
export function stateNow(endpoint: StateSource, streamed: StateSource | null): EndpointState {
  return streamed === null || isHeld(endpoint) || isHeld(streamed) ? endpoint.state : streamed.state;
}

function isHeld({ state }: StateSource): boolean {
  return state === 'paused' || state === 'disabled';
}

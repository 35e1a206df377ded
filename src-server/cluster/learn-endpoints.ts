import type { Delivery } from '../delivery/delivery';
import type { ApplicationStore } from '../storage/application-store';
import type { EndpointStore } from '../storage/endpoint-store';

interface LearnParts {
  readonly endpoints: Pick<EndpointStore, 'find'>;
  readonly applications: Pick<ApplicationStore, 'get'>;
  readonly delivery: Pick<Delivery, 'applicationChanged' | 'endpointChanged'>;
}

/** Reads endpoints that other nodes have created a moment ago into the memory of the engine, with their applications. */
export function createLearnEndpoints({ endpoints, applications, delivery }: LearnParts) {
  return async (endpointIds: readonly string[]): Promise<void> => {
    const known = new Set<string>();
    for (const id of endpointIds) {
      const endpoint = await endpoints.find(id);
      if (!endpoint) continue;
      // First: its endpoints inherit from it.
      if (!known.has(endpoint.appId)) {
        const application = await applications.get(endpoint.appId);
        if (application) delivery.applicationChanged(application);
        known.add(endpoint.appId);
      }
      delivery.endpointChanged(endpoint);
    }
  };
}

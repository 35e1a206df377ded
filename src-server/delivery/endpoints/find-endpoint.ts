import type { EndpointRecord } from '../../storage/endpoint-record';
import type { EndpointDirectory } from './endpoint-directory';
import type { SharedConfiguration } from './shared-configuration';

/** A living endpoint by its id; undefined: there is none. */
export type FindEndpoint = (id: string) => Promise<EndpointRecord | undefined>;

/**
 * Looks into the directory; and before it says that there is none, into the database, if other processes create
 * endpoints there.
 */
export function createFindEndpoint(
  directory: Pick<EndpointDirectory, 'endpoint'>,
  configuration: Pick<SharedConfiguration, 'reloadOfEndpoint'> | undefined,
): FindEndpoint {
  return async (id) => {
    const known = directory.endpoint(id);
    if (known || !configuration) return known;
    await configuration.reloadOfEndpoint(id);
    return directory.endpoint(id);
  };
}

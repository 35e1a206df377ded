import type { ApplicationRecord } from '../storage/application-store';
import type { EndpointRecord } from '../storage/endpoint-record';
import type { OldSecret } from '../storage/endpoint-store';
import type { EndpointDirectory } from './endpoints/endpoint-directory';
import type { FailureWatch } from './endpoints/failure-watch';
import type { SharedConfiguration } from './endpoints/shared-configuration';
import type { Engine } from './engine/engine';

/**
 * Updates the picture in memory from what is in the database. Each call also covers creation, and applies to the next
 * message.
 */
export interface ChangeTaker {
  applicationChanged(application: ApplicationRecord): void;
  applicationDeleted(applicationId: string): void;
  endpointChanged(endpoint: EndpointRecord): void;
  endpointDeleted(endpointId: string): void;
  /** After a rotation: the endpoint with its new secret, and every older secret that still signs. */
  secretRotated(endpoint: EndpointRecord, oldSecrets: readonly OldSecret[]): void;
}

interface ChangeTakerParts {
  readonly directory: EndpointDirectory;
  readonly engine: Pick<Engine, 'changed' | 'drop'>;
  readonly traffic: { forget(endpointId: string): void };
  readonly failures: FailureWatch;
}

export function createChangeTaker({ directory, engine, traffic, failures }: ChangeTakerParts): ChangeTaker {
  const forget = (endpointId: string) => {
    engine.drop(endpointId);
    traffic.forget(endpointId);
    failures.forget(endpointId);
  };
  return {
    applicationChanged(application) {
      directory.putApplication(application);
      for (const endpoint of directory.endpointsOf(application.id)) engine.changed(endpoint.id);
    },
    applicationDeleted(applicationId) {
      for (const endpoint of directory.endpointsOf(applicationId)) forget(endpoint.id);
      directory.removeApplication(applicationId);
    },
    endpointChanged(endpoint) {
      failures.changed(directory.endpoint(endpoint.id), endpoint);
      directory.putEndpoint(endpoint);
      engine.changed(endpoint.id);
    },
    endpointDeleted(endpointId) {
      forget(endpointId);
      directory.removeEndpoint(endpointId);
    },
    secretRotated(endpoint, oldSecrets) {
      directory.putEndpoint(endpoint);
      directory.putOldSecrets(endpoint.id, oldSecrets);
    },
  };
}

/** The same for changes that this process has made: what was read before them may be older. */
export function takeOwnChanges(
  taker: ChangeTaker,
  directory: Pick<EndpointDirectory, 'endpoint'>,
  configuration: Pick<SharedConfiguration, 'changedHere'>,
): ChangeTaker {
  return {
    applicationChanged(application) {
      configuration.changedHere(application.id);
      taker.applicationChanged(application);
    },
    applicationDeleted(applicationId) {
      configuration.changedHere(applicationId);
      taker.applicationDeleted(applicationId);
    },
    endpointChanged(endpoint) {
      configuration.changedHere(endpoint.appId);
      taker.endpointChanged(endpoint);
    },
    endpointDeleted(endpointId) {
      const endpoint = directory.endpoint(endpointId);
      if (endpoint) configuration.changedHere(endpoint.appId);
      taker.endpointDeleted(endpointId);
    },
    secretRotated(endpoint, oldSecrets) {
      configuration.changedHere(endpoint.appId);
      taker.secretRotated(endpoint, oldSecrets);
    },
  };
}

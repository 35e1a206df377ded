import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ApplicationStore } from '../storage/application-store';
import type { EndpointRecord } from '../storage/endpoint-record';
import type { EndpointStore, OldSecret } from '../storage/endpoint-store';
import { OPERATIONAL_APP_ID } from '../storage/operational-application';
import type { EndpointDirectory } from './endpoints/endpoint-directory';
import type { ChangeTaker } from './take-changes';

/** Endpoints compared in one turn of the event loop: some milliseconds. */
const PER_TURN = 200;

interface ReloadParts extends Omit<ChangeTaker, 'secretRotated'> {
  readonly applications: Pick<ApplicationStore, 'get'>;
  readonly endpoints: Pick<EndpointStore, 'walk' | 'listOldSecrets'>;
  readonly directory: EndpointDirectory;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Counts the changes that this process itself has made to the application and its endpoints. */
  readonly ownChangesOf: (appId: string) => number;
}

/**
 * Reads an application with its endpoints and old secrets into the directory, and takes over what differs, so that
 * queues see it too. Others change it: what this process changes, it puts there by itself.
 * @returns whether there is such an application, and if not, the directory has forgotten it; null: this process changed
 * it meanwhile, so that what was read may be older, and it must be read again
 */
export async function reloadApplication(parts: ReloadParts, appId: string): Promise<boolean | null> {
  const { directory } = parts;
  const begunAt = parts.ownChangesOf(appId);
  const isOvertaken = () => parts.ownChangesOf(appId) !== begunAt;
  // The operational application is no customer, and never changes.
  const application = appId === OPERATIONAL_APP_ID ? null : await parts.applications.get(appId);
  if (isOvertaken()) return null;
  if (application === undefined) {
    parts.applicationDeleted(appId);
    return false;
  }
  if (application && !isDeepStrictEqual(directory.application(appId), application))
    parts.applicationChanged(application);
  const secrets = await oldSecretsOf(parts, appId);
  const living = new Set<string>();
  for await (const page of parts.endpoints.walk(appId)) {
    for (let from = 0; from < page.length; from += PER_TURN) {
      if (from > 0) await nextTurn();
      if (isOvertaken()) return null;
      for (const endpoint of page.slice(from, from + PER_TURN)) {
        living.add(endpoint.id);
        takeOver(parts, endpoint, secrets.get(endpoint.id) ?? []);
      }
    }
  }
  if (isOvertaken()) return null;
  for (const { id } of [...directory.endpointsOf(appId)]) if (!living.has(id)) parts.endpointDeleted(id);
  return true;
}

function takeOver(
  { directory, endpointChanged }: ReloadParts,
  endpoint: EndpointRecord,
  oldSecrets: readonly OldSecret[],
): void {
  if (!isDeepStrictEqual(directory.endpoint(endpoint.id), endpoint)) endpointChanged(endpoint);
  if (!isDeepStrictEqual(directory.oldSecretsOf(endpoint.id), oldSecrets))
    directory.putOldSecrets(endpoint.id, oldSecrets);
}

/** By endpoint, newest first. */
async function oldSecretsOf({ endpoints, now }: ReloadParts, appId: string) {
  const byEndpoint = new Map<string, OldSecret[]>();
  for (const old of await endpoints.listOldSecrets(now(), appId)) {
    const known = byEndpoint.get(old.endpointId);
    if (known) known.push(old);
    else byEndpoint.set(old.endpointId, [old]);
  }
  return byEndpoint;
}

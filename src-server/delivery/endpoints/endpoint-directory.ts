import { LIST_LIMIT_MAX } from '../../contract/list';
import type { ApplicationRecord, ApplicationStore } from '../../storage/application-store';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { EndpointStore, OldSecret } from '../../storage/endpoint-store';
import { OPERATIONAL_APP_ID } from '../../storage/operational-application';
import { prepareTarget, type Target } from '../connection/target';

/**
 * All living endpoints and applications, in memory: matching a message and pacing a send must not read the database.
 * Filled at start; each writer to the database keeps it up to date.
 */
export class EndpointDirectory {
  readonly #applications = new Map<string, ApplicationRecord>();
  readonly #endpoints = new Map<string, EndpointRecord>();
  readonly #byApplication = new Map<string, Map<string, EndpointRecord>>();
  readonly #operational = new Set<string>();
  readonly #oldSecrets = new Map<string, readonly OldSecret[]>();
  /** Endpoints that an earlier process may have sent something to. */
  readonly #loaded = new Set<string>();
  /** Created when first needed, dropped when the endpoint changes. */
  readonly #targets = new Map<string, Target>();

  /** Reads everything. Call it on an empty directory, before any other call. */
  async load(applications: ApplicationStore, endpoints: EndpointStore, now: number): Promise<void> {
    for (let iterator: string | null = null, done = false; !done; ) {
      const page = await applications.list({ limit: LIST_LIMIT_MAX, iterator });
      for (const application of page.data) this.putApplication(application);
      ({ iterator, done } = page);
    }
    for await (const page of endpoints.walk()) {
      for (const endpoint of page) {
        this.putEndpoint(endpoint);
        this.#loaded.add(endpoint.id);
      }
    }
    for (const old of await endpoints.listOldSecrets(now)) {
      this.#oldSecrets.set(old.endpointId, [...(this.#oldSecrets.get(old.endpointId) ?? []), old]);
    }
  }

  endpoint(id: string): EndpointRecord | undefined {
    return this.#endpoints.get(id);
  }

  /** All living endpoints. */
  endpointIds(): Iterable<string> {
    return this.#endpoints.keys();
  }

  /** Whether anybody is notified of what happens here. */
  hasOperational(): boolean {
    return (this.#byApplication.get(OPERATIONAL_APP_ID)?.size ?? 0) > 0;
  }

  /** Also true for a removed endpoint: a request in flight may end after the removal. */
  isOperational(endpointId: string): boolean {
    return this.#operational.has(endpointId);
  }

  /** False for an endpoint that was created after `load`. */
  wasLoaded(id: string): boolean {
    return this.#loaded.has(id);
  }

  /** Endpoints of an application in order of creation. */
  endpointsOf(applicationId: string): Iterable<EndpointRecord> {
    return this.#byApplication.get(applicationId)?.values() ?? [];
  }

  application(id: string): ApplicationRecord | undefined {
    return this.#applications.get(id);
  }

  applicationOf(endpoint: EndpointRecord): ApplicationRecord | undefined {
    return this.#applications.get(endpoint.appId);
  }

  /** The limit that applies to an endpoint right now, in messages per second. Null: none. */
  rateLimitOf(endpoint: EndpointRecord): number | null {
    return endpoint.rateLimit ?? this.#applications.get(endpoint.appId)?.rateLimit ?? null;
  }

  targetOf(endpoint: EndpointRecord): Target {
    const known = this.#targets.get(endpoint.id);
    if (known) return known;
    const target = prepareTarget(endpoint, this.oldSecretsOf(endpoint.id));
    this.#targets.set(endpoint.id, target);
    return target;
  }

  putApplication(application: ApplicationRecord): void {
    this.#applications.set(application.id, application);
  }

  /** Forgets an application with all its endpoints. */
  removeApplication(id: string): void {
    for (const endpoint of [...this.endpointsOf(id)]) this.removeEndpoint(endpoint.id);
    this.#applications.delete(id);
    this.#byApplication.delete(id);
  }

  putEndpoint(endpoint: EndpointRecord): void {
    if (endpoint.appId === OPERATIONAL_APP_ID) this.#operational.add(endpoint.id);
    this.#endpoints.set(endpoint.id, endpoint);
    const siblings = this.#byApplication.get(endpoint.appId);
    if (siblings) siblings.set(endpoint.id, endpoint);
    else this.#byApplication.set(endpoint.appId, new Map([[endpoint.id, endpoint]]));
    this.#targets.delete(endpoint.id);
  }

  removeEndpoint(id: string): void {
    const endpoint = this.#endpoints.get(id);
    if (!endpoint) return;
    this.#endpoints.delete(id);
    this.#byApplication.get(endpoint.appId)?.delete(id);
    this.#oldSecrets.delete(id);
    this.#loaded.delete(id);
    this.#targets.delete(id);
  }

  /** The old secrets that still sign, newest first. */
  oldSecretsOf(endpointId: string): readonly OldSecret[] {
    return this.#oldSecrets.get(endpointId) ?? [];
  }

  /** Replaces the old secrets that still sign, newest first. */
  putOldSecrets(endpointId: string, oldSecrets: readonly OldSecret[]): void {
    this.#oldSecrets.set(endpointId, oldSecrets);
    this.#targets.delete(endpointId);
  }
}

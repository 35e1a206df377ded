import type { Principal } from '../../access/principal';
import { apiError } from '../../base/errors';
import { sampleEventTypes } from '../../catalog/sample-catalog';
import { sampleOperations } from '../../contract/operations/sample';
import type { AddressGuard } from '../../delivery/connection/address-guard';
import { newSecret } from '../../delivery/connection/signing-secret';
import type { ApplicationRecord, ApplicationStore } from '../../storage/application-store';
import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import { type EndpointContent, type EndpointRecord, PLAIN_ENDPOINT } from '../../storage/endpoint-record';
import type { EndpointStore } from '../../storage/endpoint-store';
import { changeAuthor } from '../change-author';
import { createApplication } from '../create-application';
import { INSERT_ENDPOINT_ERRORS, type InsertEndpointParts, insertEndpoint } from '../insert-endpoint';
import { RECEIVER_PREFIX } from '../receiver';
import { type Route, route } from '../route';

interface SampleRouteParts extends InsertEndpointParts {
  readonly applications: ApplicationStore;
  readonly endpoints: EndpointStore;
  readonly eventTypes: EventTypeStore;
  readonly guard: AddressGuard;
  /** Where this server reaches itself: `http://127.0.0.1:8071`. Known once it listens. */
  readonly localBaseUrl: () => string;
  /** Called after each change of the catalog. */
  readonly onCatalogChanged: () => void;
  /** Called after the application was created. */
  readonly onApplicationChanged: (application: ApplicationRecord) => void;
  /** Called after the endpoint was created or changed. */
  readonly onEndpointChanged: (endpoint: EndpointRecord) => void;
}

/** The uid of the sample application, of its endpoint, and the name of their bin in the built-in receiver. */
const SAMPLE = 'sample';
/** Slow enough to watch. */
const SAMPLE_RATE_LIMIT = 10;

/** Everything that a first delivery needs, created by one request. */
export function sampleRoutes(parts: SampleRouteParts): readonly Route[] {
  return [
    route(sampleOperations.create, {
      access: 'admin',
      summary: 'Create the sample: event types, an application, and an endpoint at the built-in receiver.',
      errors: ['generic_error', ...INSERT_ENDPOINT_ERRORS],
      async handler({ principal }) {
        const author = changeAuthor(principal);
        const receiverUrl = allowedReceiverUrl(parts);
        // Existing types of that name may be somebody's work by now, and are left alone.
        for (const content of sampleEventTypes)
          await parts.eventTypes.insert(content, parts.clock.now(), author);
        const application =
          (await parts.applications.get(SAMPLE)) ??
          (await createApplication(parts, { name: 'Sample', uid: SAMPLE, rateLimit: SAMPLE_RATE_LIMIT }));
        const endpoint = await ensureEndpoint(parts, { appId: application.id, url: receiverUrl }, principal);
        return { status: 200, body: { appId: application.id, endpointId: endpoint.id, receiverUrl } };
      },
    }),
    route(sampleOperations.createCatalog, {
      access: 'admin',
      summary: 'Add the event types of the sample alone, without an application. Those that exist stay.',
      async handler({ principal }) {
        const added: string[] = [];
        for (const content of sampleEventTypes) {
          const isNew = await parts.eventTypes.insert(content, parts.clock.now(), changeAuthor(principal));
          if (isNew) added.push(content.name);
        }
        if (added.length > 0) parts.onCatalogChanged();
        return { status: 200, body: { added } };
      },
    }),
  ];
}

function allowedReceiverUrl(parts: SampleRouteParts): string {
  const url = `${parts.localBaseUrl()}${RECEIVER_PREFIX}/${SAMPLE}`;
  const check = parts.guard.checkUrl(url);
  if (check.ok) return check.url;
  throw apiError(
    'generic_error',
    `The sample delivers to ${url}, and this server may not deliver there (${check.exactReason}). Start it with "npm start", or allow 127.0.0.1 in the settings, under Network access.`,
  );
}

/** Finds the sample endpoint and points it at where the server listens today, or creates it. */
async function ensureEndpoint(
  parts: SampleRouteParts,
  { appId, url }: { readonly appId: string; readonly url: string },
  principal: Principal,
): Promise<EndpointRecord> {
  const { endpoints, clock } = parts;
  const existing = await endpoints.get(appId, SAMPLE);
  if (existing?.url === url) return existing;
  const record =
    (existing && (await endpoints.update(existing.id, clock.now(), (current) => ({ ...current, url })))) ??
    (await insertEndpoint(parts, { appId, content: newEndpoint(url) }, { principal }));
  parts.onEndpointChanged(record);
  return record;
}

function newEndpoint(url: string): EndpointContent {
  return {
    ...PLAIN_ENDPOINT,
    uid: SAMPLE,
    url,
    description: 'The built-in receiver of this server',
    secret: newSecret(),
  };
}

import { type Principal, seesEverything } from '../../access/principal';
import { visibleFlags } from '../../access/visibility';
import { apiError, invalidField } from '../../base/errors';
import { currentSchema } from '../../catalog/checks/current-schema';
import type { WorkerExamples } from '../../catalog/worker-examples';
import type { TaskOptions } from '../../catalog/workers/worker-queue';
import { PING_EVENT_TYPE } from '../../contract/endpoint-example';
import { endpointExampleOperations } from '../../contract/operations/endpoint-example';
import type { Delivery } from '../../delivery/delivery';
import { groupNamesFor } from '../../delivery/endpoints/group-names';
import { takesType } from '../../delivery/endpoints/match-endpoints';
import { rawMember } from '../../json-schema/raw-json-text';
import type { EventTypeRecord, EventTypeStore } from '../../storage/catalog/event-type-store';
import type { EndpointRecord } from '../../storage/endpoint-record';
import type { EndpointStore } from '../../storage/endpoint-store';
import type { SettingStore } from '../../storage/installation/setting-store';
import { readTraceContext } from '../inputs/trace-context';
import { presentAccepted } from '../presenters/delivery-presenters';
import type { PreviewCatalog } from '../presenters/preview-catalog';
import { type Route, route } from '../route';
import { taskOptions } from '../worker-caller';
import { findEndpoint } from './endpoints';

interface EndpointExampleParts {
  readonly delivery: Delivery;
  readonly endpoints: EndpointStore;
  readonly eventTypes: EventTypeStore;
  readonly examples: WorkerExamples;
  readonly previewCatalog: PreviewCatalog;
  readonly settings: Pick<SettingStore, 'current'>;
}

/** A message to one endpoint, generated from the catalog, to show that it arrives. */
export function endpointExampleRoutes(parts: EndpointExampleParts): readonly Route[] {
  /** Svix answers 200 here and delivers nothing. */
  async function refuseFiltered(endpoint: EndpointRecord, eventType: string): Promise<void> {
    const groupNames = await groupNamesFor(parts.eventTypes.findGroupNames, [eventType], [endpoint]);
    if (takesType(endpoint, { eventType, groupName: groupNames.get(eventType) ?? null })) return;
    const detail = `The endpoint does not receive ${eventType}. Add the event type to it, or choose one that it receives.`;
    throw apiError('generic_error', detail);
  }

  return [
    route(endpointExampleOperations.send, {
      access: 'portal',
      capability: 'CreateAttempts',
      summary:
        'Send the example of an event type to this endpoint only: one in its schema, or one generated from it. Refused if the endpoint does not receive such messages; `svix.ping` needs no event type and passes every filter.',
      texts: ['payload'],
      errors: ['endpoint_disabled', 'invalid_scheme', 'generic_error'],
      usesWorkers: true,
      joinsTrace: true,
      async handler({ application, params, body, bodyText, principal, request, onGone }) {
        const endpoint = await findEndpoint(parts.endpoints, application.id, params);
        const { eventType } = body;
        const isPing = eventType === PING_EVENT_TYPE;
        // A customer who could choose the payload could create messages that look like the sender's.
        if (body.payload && principal.kind !== 'admin') {
          throw apiError('insufficient access', 'Only the sender can choose the payload of an example.');
        }
        // Before the filter: its effect on a hidden type would reveal to the caller that it exists.
        const source = isPing || body.payload ? null : await findType(parts, eventType, principal);
        if (!isPing) await refuseFiltered(endpoint, eventType);
        if (endpoint.disabled) {
          throw apiError('endpoint_disabled', 'The endpoint is disabled. Enable it, then send the example.');
        }
        const own = body.payload ? rawMember(bodyText(), 'payload') : undefined;
        const payload =
          own ??
          (source
            ? await exampleOf(parts, source, body.exampleIndex ?? 0, {
                ...taskOptions({ principal, onGone }),
                isReader: !seesEverything(principal),
              })
            : '{"success":true}');
        const input = {
          appId: application.id,
          eventType,
          payload,
          eventId: null,
          channels: endpoint.channels,
          tags: null,
          onlyTo: endpoint.id,
          trace: readTraceContext(request.headers, parts.settings.current()),
        };
        return { status: 202, body: presentAccepted(input, await parts.delivery.createMessage(input), true) };
      },
    }),
  ];
}

/** @throws ApiError 422 for a type that does not exist, that the caller cannot see, or that is only a draft */
async function findType(
  { eventTypes, previewCatalog }: EndpointExampleParts,
  name: string,
  principal: Principal,
): Promise<EventTypeRecord> {
  const draft = previewCatalog(principal);
  const record = await (draft ?? eventTypes).getVisible(name, visibleFlags(principal));
  if (!record) throw invalidField('eventType', `The event type doesn't exist: ${name}`);
  // An endpoint is real, also where it is shown beside a draft.
  if (draft?.isDraft(name)) {
    throw invalidField('eventType', `${name} is a draft here, so its example cannot be sent. Save it first.`);
  }
  return record;
}

/**
 * The example that the schema's author wrote, unchanged; if there is none that the schema allows, the one that pages
 * show.
 * @throws ApiError invalid_scheme without a schema or such an example
 */
async function exampleOf(
  { examples }: EndpointExampleParts,
  { name, schemas }: EventTypeRecord,
  index: number,
  options: TaskOptions & { readonly isReader: boolean },
): Promise<string> {
  const schema = currentSchema(schemas);
  if (schema === null) {
    throw apiError('invalid_scheme', `${name} has no schema, so it has no example. Add a schema.`);
  }
  const example = await examples.sendable(schema, index, options);
  if (example === null) {
    throw apiError(
      'invalid_scheme',
      `The schema of ${name} has no example number ${index}. Add one under \`examples\`.`,
    );
  }
  if (example.isRefused) {
    throw apiError(
      'invalid_scheme',
      `No example was found that matches the schema of ${name}. Write one under \`examples\`.`,
    );
  }
  if (!example.text.startsWith('{')) {
    throw apiError(
      'invalid_scheme',
      `The example of ${name} is not a JSON object, so it cannot be a payload.`,
    );
  }
  return example.text;
}

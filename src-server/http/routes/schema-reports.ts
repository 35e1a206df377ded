import { visibleFlags } from '../../access/visibility';
import { notFound } from '../../base/errors';
import { checkPayload } from '../../catalog/check-payload';
import { currentSchema } from '../../catalog/checks/current-schema';
import type { SchemaReports } from '../../catalog/schema-reports';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import { MESSAGE_BODY_MAX_BYTES } from '../../contract/message';
import { schemaReportOperations } from '../../contract/operations/schema-reports';
import { rawMember } from '../../json-schema/raw-json-text';
import type { EventTypeStore } from '../../storage/catalog/event-type-store';
import type { PreviewCatalog } from '../presenters/preview-catalog';
import { type Route, route } from '../route';
import { taskOptions } from '../worker-caller';

interface SchemaReportRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly workers: WorkerPool;
  readonly schemaReports: SchemaReports;
  readonly previewCatalog: PreviewCatalog;
}

/** Whether payloads match the schema of their event type. For information only: no message is ever refused for it. */
export function schemaReportRoutes(parts: SchemaReportRouteParts): readonly Route[] {
  const { eventTypes, workers, schemaReports, previewCatalog } = parts;
  return [
    route(schemaReportOperations.checkPayload, {
      access: 'any',
      capability: 'ViewBase',
      summary: 'Check a payload against the schema of an event type. Nothing is sent or stored.',
      maxBodyBytes: MESSAGE_BODY_MAX_BYTES,
      keepsText: true,
      texts: ['payload'],
      usesWorkers: true,
      async handler({ params, bodyText, ...request }) {
        const catalog = previewCatalog(request.principal) ?? eventTypes;
        const record = await catalog.getVisible(params.name, visibleFlags(request.principal));
        if (!record) throw notFound();
        const schema = currentSchema(record.schemas);
        if (schema === null) {
          const reason = 'The event type has no schema.';
          return { status: 200, body: { fits: null, problems: [], reason } };
        }
        const texts = { schema, payload: rawMember(bodyText(), 'payload') ?? 'null' };
        return { status: 200, body: await checkPayload(workers, texts, taskOptions(request)) };
      },
    }),
    route(schemaReportOperations.read, {
      access: 'admin',
      summary: 'Report how many of the newest payloads of an event type violate its schema, and where.',
      async handler({ params }) {
        const record = await eventTypes.get(params.name);
        if (!record) throw notFound();
        return { status: 200, body: await schemaReports.read(record) };
      },
    }),
    route(schemaReportOperations.list, {
      access: 'admin',
      summary: 'List how many payloads did not fit, for every event type whose payloads were checked.',
      handler: async () => ({ status: 200, body: await schemaReports.list() }),
    }),
  ];
}

import { visibleFlags } from '../../access/visibility';
import { notFound } from '../../base/errors';
import type { PayloadChecks } from '../../catalog/payload-checks';
import type { SchemaReports } from '../../catalog/schema-reports';
import { payloadCheckInSchema, payloadCheckOutSchema } from '../../contract/payload-check';
import { schemaReportListOutSchema, schemaReportOutSchema } from '../../contract/schema-report';
import { isVisible } from '../../contract/visibility';
import type { EventTypeStore } from '../../storage/event-type-store';
import { bodyOf, type Route, route } from '../route';

export interface SchemaReportRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly payloadChecks: PayloadChecks;
  readonly schemaReports: SchemaReports;
}

/** Whether payloads fit the schema of their event type. Knowledge only: a message is never refused for it. */
export function schemaReportRoutes(parts: SchemaReportRouteParts): readonly Route[] {
  const { eventTypes, payloadChecks, schemaReports } = parts;
  return [
    route({
      method: 'POST',
      path: '/event-type/{name}/check-payload',
      access: 'any',
      capability: 'ViewBase',
      summary: 'Hold a payload against the schema of an event type. Nothing is sent or stored.',
      body: bodyOf<{ readonly payload: unknown }>(payloadCheckInSchema),
      answers: { 200: payloadCheckOutSchema },
      async handler({ params, body, principal }) {
        const record = await eventTypes.get(params.name ?? '');
        if (!record || !isVisible(record.featureFlags, visibleFlags(principal))) throw notFound();
        const schema = record.schemas?.['1'] ?? null;
        if (schema !== null) return { status: 200, body: payloadChecks.of(schema)(body.payload) };
        const reason = 'The event type has no schema.';
        return { status: 200, body: { fits: null, problems: [], reason } };
      },
    }),
    route({
      method: 'GET',
      path: '/event-type/{name}/schema-report',
      access: 'admin',
      summary: 'Say how many of the newest payloads of an event type do not fit its schema, and where.',
      answers: { 200: schemaReportOutSchema },
      async handler({ params }) {
        const record = await eventTypes.get(params.name ?? '');
        if (!record) throw notFound();
        return { status: 200, body: await schemaReports.read(record) };
      },
    }),
    route({
      method: 'GET',
      path: '/event-type/schema/reports',
      access: 'admin',
      summary: 'List how many payloads did not fit, for every event type whose payloads were checked.',
      answers: { 200: schemaReportListOutSchema },
      handler: async () => ({ status: 200, body: await schemaReports.list() }),
    }),
  ];
}

import type { Clock } from '../../base/clock';
import { readOpenapiImport } from '../../catalog/import-openapi';
import { type ImportPlan, planImport } from '../../catalog/import-plan';
import {
  type EventTypeFromOpenapi,
  IMPORT_BODY_MAX_BYTES,
  type OpenapiImportIn,
  type OpenapiImportOut,
  openapiImportInSchema,
  openapiImportOutSchema,
} from '../../contract/openapi-import';
import type { EventTypeContent, EventTypeStore } from '../../storage/event-type-store';
import { bodyOf, type Route, route } from '../route';

export interface OpenapiImportRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly clock: Clock;
  /** Called after an import that changed the catalog. */
  readonly onCatalogChanged: () => void;
}

/** Event types from the webhooks of an OpenAPI document. */
export function openapiImportRoutes({
  eventTypes,
  clock,
  onCatalogChanged,
}: OpenapiImportRouteParts): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/event-type/import/openapi',
      access: 'admin',
      maxBodyBytes: IMPORT_BODY_MAX_BYTES,
      summary: 'Create and update event types from the webhooks of an OpenAPI document.',
      body: bodyOf<OpenapiImportIn>(openapiImportInSchema),
      answers: { 200: openapiImportOutSchema },
      errors: ['generic_error', 'openapi_invalid'],
      async handler({ body }) {
        const { candidates, problems } = await readOpenapiImport(body);
        const planFor = (existing: readonly EventTypeContent[]) =>
          planImport(candidates, existing, { replaceAll: body.replaceAll ?? false, problems });
        const isDryRun = body.dryRun ?? false;
        let plan = planFor(await eventTypes.listAll());
        if (!isDryRun && plan.writes.length > 0) {
          // Planned again on what is there at the moment of writing: an edit made meanwhile must not be lost.
          await eventTypes.putPlanned(clock.now(), (existing) => {
            plan = planFor(existing);
            return plan.writes.map(({ after }) => after);
          });
          onCatalogChanged();
        }
        const answer: OpenapiImportOut = {
          data: {
            modified: isDryRun ? [] : plan.writes.map(({ name }) => name),
            to_modify: isDryRun ? toModify(plan) : null,
            problems,
          },
        };
        return { status: 200, body: answer };
      },
    }),
  ];
}

/** What would be written, as the document says it; archived ones have nothing in the document to show. */
function toModify(plan: ImportPlan): EventTypeFromOpenapi[] {
  return plan.writes.flatMap(({ fromDocument }) => (fromDocument ? [fromDocument] : []));
}

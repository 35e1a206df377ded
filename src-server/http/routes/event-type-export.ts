import { visibleFlags } from '../../access/visibility';
import { piecesOfText } from '../../base/shared-text';
import type { TypeExports } from '../../catalog/type-exports';
import { TYPESCRIPT_MEDIA } from '../../contract/event-type-export';
import { eventTypeExportOperations } from '../../contract/operations/event-type-export';
import type { SettingStore } from '../../storage/installation/setting-store';
import type { PreviewCatalog } from '../presenters/preview-catalog';
import { type Route, route } from '../route';
import { taskOptions } from '../worker-caller';

interface EventTypeExportRouteParts {
  readonly typeExports: Pick<TypeExports, 'make'>;
  readonly settings: Pick<SettingStore, 'current'>;
  readonly previewCatalog: PreviewCatalog;
}

/** The event types that the caller sees, in forms that other programs read. */
export function eventTypeExportRoutes(parts: EventTypeExportRouteParts): readonly Route[] {
  const { typeExports, settings, previewCatalog } = parts;
  return [
    route(eventTypeExportOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'catalog',
      summary:
        'Write the event types that the token may see as OpenAPI, JSON Schema or TypeScript, or the names of their fields.',
      description:
        'Archived ones are left out. The `ETag` follows from the text: with `If-None-Match`, an unchanged one is a 304. An event type that is itself called `export` is read from the list.',
      inPieces: true,
      readsMany: true,
      usesWorkers: true,
      revalidated: true,
      errors: ['too_complex'],
      async handler({ query, ...request }) {
        const { format = 'openapi' } = query;
        const { principal } = request;
        const made = await typeExports.make(
          {
            format,
            title: settings.current().displayName ?? 'Event types',
            visibleFlags: visibleFlags(principal),
            source: previewCatalog(principal),
          },
          taskOptions(request),
        );
        const pieces = piecesOfText(made.text);
        return {
          ...{ status: 200, pieces, weakTag: made.tag },
          ...(format === 'typescript' && { type: TYPESCRIPT_MEDIA }),
        };
      },
    }),
  ];
}

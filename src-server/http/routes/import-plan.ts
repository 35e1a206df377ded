import { piecesOfText } from '../../base/shared-text';
import type { ImportProgressOut } from '../../contract/import-progress';
import { IMPORT_BODY_MAX_BYTES } from '../../contract/openapi-import';
import { importPlanOperations } from '../../contract/operations/import-plan';
import { applyImport, type ImportRunnerParts, importSnapshot, readImportJob } from '../import-runner';
import { presentApplied } from '../presenters/import-presenters';
import { type Route, route } from '../route';

/** An import that is previewed first, and then applied row by row. */
export function importPlanRoutes(parts: ImportRunnerParts): readonly Route[] {
  return [
    route(importPlanOperations.plan, {
      access: 'admin',
      inPieces: true,
      maxBodyBytes: IMPORT_BODY_MAX_BYTES,
      summary: 'Plan the import of an OpenAPI document, row by row. Nothing is written.',
      description:
        'Edits made by hand since the last import are kept, unless the document has changed the same field: that is a conflict to decide. Closing the connection stops the work.',
      usesWorkers: true,
      texts: ['spec', 'specRaw', 'choices'],
      errors: ['generic_error', 'openapi_invalid'],
      async handler({ body, bytes, onGone, principal }) {
        const request = { bytes, onGone, principal, progressId: body.progressId ?? null };
        const { response } = await readImportJob(
          parts,
          { kind: 'plan', catalog: await importSnapshot(parts, request) },
          request,
        );
        return { status: 200, pieces: piecesOfText(response) };
      },
    }),
    route(importPlanOperations.apply, {
      access: 'admin',
      maxBodyBytes: IMPORT_BODY_MAX_BYTES,
      summary: 'Write the chosen rows of an import plan, all or none.',
      description:
        'The plan is made again for the current catalog. If it no longer matches `digest`, nothing is written and the response is 409.',
      usesWorkers: true,
      texts: ['spec', 'specRaw', 'choices'],
      errors: ['generic_error', 'openapi_invalid', 'conflict'],
      async handler({ body, query, bytes, onGone, principal }) {
        const request = { bytes, onGone, principal, progressId: body.progressId ?? null };
        const announced = query.announce ?? true;
        return {
          status: 200,
          body: presentApplied(await applyImport(parts, 'apply', { ...request, announced })),
        };
      },
    }),
    route(importPlanOperations.readProgress, {
      access: 'admin',
      summary: 'Read the progress of the documents that are being read.',
      handler() {
        const body: ImportProgressOut = { data: [...parts.importReader.progress()] };
        return { status: 200, body };
      },
    }),
  ];
}

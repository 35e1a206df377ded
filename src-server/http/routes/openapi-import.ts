import { piecesOfText } from '../../base/shared-text';
import { IMPORT_BODY_MAX_BYTES } from '../../contract/openapi-import';
import { openapiImportOperations } from '../../contract/operations/openapi-import';
import { applyImport, type ImportRunnerParts, importSnapshot, readImportJob } from '../import-runner';
import { type Route, route } from '../route';

type OpenapiImportRouteParts = ImportRunnerParts;

/** Event types from the webhooks of an OpenAPI document, without anybody there to decide. */
export function openapiImportRoutes(parts: OpenapiImportRouteParts): readonly Route[] {
  return [
    route(openapiImportOperations.import, {
      access: 'admin',
      inPieces: true,
      maxBodyBytes: IMPORT_BODY_MAX_BYTES,
      summary: 'Create and update event types from the webhooks of an OpenAPI document.',
      description:
        'The document overwrites edits made by hand. To review the changes first and keep edits, make a plan (POST /event-type/import/plan).',
      usesWorkers: true,
      texts: ['spec', 'specRaw'],
      errors: ['generic_error', 'openapi_invalid', 'conflict'],
      async handler({ body, query, bytes, onGone, principal }) {
        const request = { bytes, onGone, principal, progressId: null };
        const result =
          body.dryRun === true
            ? await readImportJob(
                parts,
                { kind: 'openapi', catalog: await importSnapshot(parts, request) },
                request,
              )
            : (await applyImport(parts, 'openapi', { ...request, announced: query.announce ?? true })).result;
        return { status: 200, pieces: piecesOfText(result.response) };
      },
    }),
  ];
}

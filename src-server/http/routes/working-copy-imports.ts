import type { Clock } from '../../base/clock';
import { fromJsonPieces } from '../../base/json-pieces';
import { piecesOfText } from '../../base/shared-text';
import type { ImportReader } from '../../catalog/import-reader';
import { IMPORT_BODY_MAX_BYTES } from '../../contract/openapi-import';
import { workingCopyImportOperations } from '../../contract/operations/working-copy-imports';
import type { WorkingCopies } from '../../sync/working-copies';
import type { CopyChangeText } from '../../working-copy/sides';
import { editAuthor } from '../edit-author';
import { readImportJob } from '../import-runner';
import { presentApplied } from '../presenters/import-presenters';
import { type Route, route } from '../route';

export interface WorkingCopyImportRouteParts {
  readonly workingCopies: WorkingCopies;
  readonly importReader: ImportReader;
  readonly clock: Clock;
}

/** Imports into a working copy: planned and applied as on the instance itself, without asking it. */
export function workingCopyImportRoutes({
  workingCopies,
  importReader,
  clock,
}: WorkingCopyImportRouteParts): readonly Route[] {
  return [
    route(workingCopyImportOperations.plan, {
      access: 'admin',
      inPieces: true,
      maxBodyBytes: IMPORT_BODY_MAX_BYTES,
      summary: 'Plan the import of an OpenAPI document into a working copy, row by row. Nothing is written.',
      description:
        'Compares with the event types as they are edited here. What was edited since both sides last agreed is kept, unless the document has changed the same field: that is a conflict to decide. No request to the other instance is made.',
      usesWorkers: true,
      texts: ['spec', 'specRaw', 'choices'],
      errors: ['generic_error', 'openapi_invalid', 'conflict'],
      async handler({ params, body, bytes, onGone, principal }) {
        const catalog = { copy: await workingCopies.snapshot(params.id) };
        const request = { bytes, onGone, principal, progressId: body.progressId ?? null };
        const { response } = await readImportJob({ importReader }, { kind: 'plan', catalog }, request);
        return { status: 200, pieces: piecesOfText(response) };
      },
    }),
    route(workingCopyImportOperations.apply, {
      access: 'admin',
      maxBodyBytes: IMPORT_BODY_MAX_BYTES,
      summary: 'Write the chosen rows of an import plan into a working copy, all or none.',
      description:
        'They become changes, and one step that can be undone; nothing is sent until it is synced. If the plan no longer matches `digest`, nothing is written and the response is 409. The receipt is not kept.',
      usesWorkers: true,
      texts: ['spec', 'specRaw', 'choices'],
      errors: ['generic_error', 'openapi_invalid', 'conflict'],
      async handler({ params, body, bytes, onGone, principal }) {
        const catalog = { copy: await workingCopies.snapshot(params.id) };
        const request = { bytes, onGone, principal, progressId: body.progressId ?? null };
        const result = await readImportJob({ importReader }, { kind: 'apply', catalog }, request);
        const changes = await fromJsonPieces<CopyChangeText>(result.changes);
        await workingCopies.importChanges(params.id, changes, editAuthor(principal));
        return { status: 200, body: presentApplied({ result, receiptId: null, at: clock.now() }) };
      },
    }),
  ];
}

import { type Clock, toIsoTime } from '../../base/clock';
import { fromJsonPieces } from '../../base/json-pieces';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import { ENVIRONMENT_BODY_MAX_BYTES } from '../../contract/environment';
import { workingCopyOperations } from '../../contract/operations/working-copies';
import { changeSetInSchema } from '../../contract/working-copy';
import type { WorkingCopies } from '../../sync/working-copies';
import type { CopyChangeText } from '../../working-copy/sides';
import { editAuthor } from '../edit-author';
import { handedOver } from '../handed-over';
import { listPieces } from '../presenters/list-pieces';
import { presentWorkingCopy } from '../presenters/working-copy-presenters';
import { type Route, route } from '../route';
import { taskOptions } from '../worker-caller';

interface WorkingCopyChangeRouteParts {
  readonly workingCopies: WorkingCopies;
  readonly workers: WorkerPool;
  readonly clock: Clock;
}

/** What was changed in a working copy since both sides last agreed. */
export function workingCopyChangeRoutes({
  workingCopies,
  workers,
  clock,
}: WorkingCopyChangeRouteParts): readonly Route[] {
  return [
    route(workingCopyOperations.listChanges, {
      access: 'admin',
      inPieces: true,
      summary: 'List what was changed in a working copy.',
      handler: ({ params }) => ({
        status: 200,
        pieces: listPieces('{"data":', changeTexts(workingCopies, params.id), '}'),
      }),
    }),
    route(workingCopyOperations.discardChange, {
      access: 'admin',
      summary: 'Discard the change of one event type. The discard can be undone.',
      errors: ['conflict'],
      async handler({ params, principal }) {
        await workingCopies.discard(params.id, params.name, editAuthor(principal));
        return { status: 204 };
      },
    }),
    route(workingCopyOperations.exportChanges, {
      access: 'admin',
      inPieces: true,
      summary: 'Write the changes of a working copy as one document.',
      async handler({ params }) {
        const copy = await workingCopies.get(params.id);
        const around = { version: 1, createdAt: toIsoTime(clock.now()), note: copy?.note ?? '' };
        const before = `${JSON.stringify(around).slice(0, -1)},"changes":`;
        return { status: 200, pieces: listPieces(before, exportTexts(workingCopies, params.id), '}') };
      },
    }),
    route(workingCopyOperations.importChanges, {
      access: 'admin',
      maxBodyBytes: ENVIRONMENT_BODY_MAX_BYTES,
      summary: 'Merge changes from a document into a working copy, all or none. Nothing is sent.',
      description:
        'Where the document and the working copy changed the same, the document counts. It may be imported again; one undo takes it back.',
      readsBytes: true,
      usesWorkers: true,
      errors: ['conflict'],
      async handler({ params: { id }, bytes, ...request }) {
        const body = {
          bytes: handedOver(bytes),
          schema: JSON.stringify(changeSetInSchema),
          texts: [],
          limitsDepth: true,
        };
        const { changes, note } = await workers.run('readChangeSet', body, taskOptions(request));
        const author = editAuthor(request.principal);
        await workingCopies.importChanges(id, await fromJsonPieces<CopyChangeText>(changes), author);
        if (note !== '') await workingCopies.setNote(id, note);
        return { status: 200, body: presentWorkingCopy(await workingCopies.get(id)) };
      },
    }),
  ];
}

async function* changeTexts(copies: WorkingCopies, id: string): AsyncGenerator<readonly string[], void> {
  for await (const page of copies.walkChanges(id)) yield page.map((change) => JSON.stringify(change));
}

async function* exportTexts(copies: WorkingCopies, id: string): AsyncGenerator<readonly string[], void> {
  for await (const page of copies.walkChangedRows(id)) {
    yield page.map(
      ({ name, base, mine }) => `{"name":${JSON.stringify(name)},"base":${base},"mine":${mine}}`,
    );
  }
}

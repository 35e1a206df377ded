import { toIsoTime } from '../../base/clock';
import { invalidField, notFound } from '../../base/errors';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import type { EventTypePatch } from '../../contract/event-type';
import { isValidName } from '../../contract/names';
import { workingCopyOperations } from '../../contract/operations/working-copies';
import type { CopyContentOut, CopySummariesOut } from '../../contract/working-copy';
import type { TokenStore } from '../../storage/installation/token-store';
import { copyVersion } from '../../sync/copy-version';
import type { NamedConflict, WorkingCopies } from '../../sync/working-copies';
import { contentOfText, contentText } from '../../working-copy/content-text';
import { editAuthor } from '../edit-author';
import { checkIfMatch, tagOf } from '../if-match';
import { changedContent, newContent, readFields } from '../inputs/event-type-input';
import { listPieces } from '../presenters/list-pieces';
import {
  presentConflict,
  presentPutBack,
  presentSides,
  presentStep,
  presentWorkingCopy,
} from '../presenters/working-copy-presenters';
import { rawJson, stringifyBody } from '../raw-json';
import { type Route, type RouteInput, route } from '../route';
import { taskOptions } from '../worker-caller';

interface WorkingCopyRouteParts {
  readonly workingCopies: WorkingCopies;
  readonly workers: WorkerPool;
  readonly tokens: Pick<TokenStore, 'nameOf'>;
}

type StepRequest = RouteInput<undefined, { readonly edit?: number }, { readonly id: string }>;

/** The catalog of another instance, edited here. Only `fetch`, `check` and `compare` call that instance. */
export function workingCopyRoutes({
  workingCopies,
  workers,
  tokens,
}: WorkingCopyRouteParts): readonly Route[] {
  const respondWithState = async (id: string) =>
    ({ status: 200, body: presentWorkingCopy(await workingCopies.get(id)) }) as const;

  const step =
    (direction: 'undo' | 'redo') =>
    async ({ params, query, principal }: StepRequest) => {
      const wish = { edit: query.edit ?? null, author: editAuthor(principal) };
      return {
        status: 200,
        body: presentPutBack(await workingCopies.step(params.id, direction, wish)),
      } as const;
    };
  const fieldsOf = ({ body, bodyText, ...request }: RouteInput<EventTypePatch, object>) =>
    readFields(body, bodyText(), (text) => workers.run('readSchemas', text, taskOptions(request)));

  return [
    route(workingCopyOperations.fetch, {
      access: 'admin',
      summary: 'Read the catalog of another instance completely into its working copy.',
      description:
        'The first time makes the working copy. Later ones only note what the other instance has, and touch nothing that is edited here.',
      errors: [
        'remote_unreachable',
        'remote_token_refused',
        'limit_reached',
        'conflict',
        'other_installation',
        'too_complex',
      ],
      async handler({ params }) {
        const { fetchedAt, eventTypes, new: names } = await workingCopies.fetch(params.id);
        return { status: 200, body: { fetchedAt: toIsoTime(fetchedAt), eventTypes, new: [...names] } };
      },
    }),
    route(workingCopyOperations.check, {
      access: 'admin',
      summary: 'Look whether the other instance has changed, and read how the working copy stands to it.',
      description:
        'For what runs in the background: it notes what the other instance has, and no one counts as having seen it, so that a sync does not write over it. Looks at most once a second, and waits until then. While a sync runs, and before the first fetch, it contacts no one. That the other instance cannot be reached is no error but a state.',
      async handler({ params }) {
        await workingCopies.check(params.id);
        return respondWithState(params.id);
      },
    }),
    route(workingCopyOperations.read, {
      access: 'admin',
      summary: 'Read how a working copy stands to the other instance, by its last fetch.',
      handler: ({ params }) => respondWithState(params.id),
    }),
    route(workingCopyOperations.change, {
      access: 'admin',
      summary: 'Change the note of a working copy.',
      errors: ['conflict'],
      async handler({ params, body }) {
        if (body.note !== undefined) await workingCopies.setNote(params.id, body.note);
        return respondWithState(params.id);
      },
    }),
    route(workingCopyOperations.list, {
      access: 'admin',
      inPieces: true,
      summary: 'List the event types of a working copy as they are edited here.',
      handler: ({ params }) => ({
        status: 200,
        pieces: listPieces('{"data":', workingCopies.walkMine(params.id), '}'),
      }),
    }),
    route(workingCopyOperations.listSummaries, {
      access: 'admin',
      summary: 'List the event types of a working copy in one response, without schemas.',
      handler: async ({ params }) => ({
        status: 200,
        body: { data: rawJson<CopySummariesOut['data']>(await workingCopies.summariesAsJson(params.id)) },
      }),
    }),
    route(workingCopyOperations.readOne, {
      access: 'admin',
      summary: 'Read one event type of a working copy. Its `ETag` identifies its content.',
      handler: async ({ params }) => respondWith(200, await workingCopies.getMine(params.id, params.name)),
    }),
    route(workingCopyOperations.readSides, {
      access: 'admin',
      summary:
        'Read the three sides of one event type of a working copy, by the last look at the other instance.',
      errors: ['too_complex'],
      handler: async ({ params }) => ({
        status: 200,
        body: presentSides(params.name, await workingCopies.getSides(params.id, params.name)),
      }),
    }),
    route(workingCopyOperations.listEditTimes, {
      access: 'admin',
      inPieces: true,
      summary:
        'List when event types of a working copy were last edited here, as far as the journal reaches.',
      handler: ({ params }) => ({
        status: 200,
        pieces: listPieces('{"data":', timeTexts(workingCopies, params.id), '}'),
      }),
    }),
    route(workingCopyOperations.replaceOne, {
      access: 'admin',
      summary: 'Create or replace an event type of a working copy. Nothing is sent until it is synced.',
      texts: ['schemas', 'schema'],
      usesWorkers: true,
      errors: ['conflict', 'precondition_failed'],
      conditional: true,
      async handler(input) {
        const { id, name } = input.params;
        if (!isValidName(name)) throw invalidField('name', 'This is not a name for an event type.');
        if (input.body.name !== undefined && input.body.name !== name) {
          throw invalidField(
            'name',
            `This must be ${name}, as in the path. To rename, create one and delete the other.`,
          );
        }
        const content = contentText(newContent(name, await fieldsOf(input)));
        const { before } = await workingCopies.edit(id, name, {
          author: editAuthor(input.principal),
          next(mine) {
            checkIfMatch(input.ifMatch, versionOf(mine));
            return content;
          },
        });
        return before === null ? respondWith(201, content) : respondWith(200, content);
      },
    }),
    route(workingCopyOperations.changeOne, {
      access: 'admin',
      summary:
        'Change the given fields of an event type of a working copy; null clears a field. Nothing is sent until it is synced.',
      texts: ['schemas', 'schema'],
      usesWorkers: true,
      errors: ['conflict', 'precondition_failed'],
      conditional: true,
      async handler(input) {
        const { id, name } = input.params;
        const fields = await fieldsOf(input);
        const { after } = await workingCopies.edit(id, name, {
          author: editAuthor(input.principal),
          next(mine) {
            if (mine === null) throw notFound('Event type');
            checkIfMatch(input.ifMatch, versionOf(mine));
            return contentText(changedContent(contentOfText(mine), fields));
          },
        });
        return respondWith(200, after ?? '');
      },
    }),
    route(workingCopyOperations.deleteOne, {
      access: 'admin',
      summary:
        'Remove an event type from a working copy. It is removed there, for good, when that is synced.',
      errors: ['conflict', 'precondition_failed'],
      conditional: true,
      async handler({ params, ifMatch, principal }) {
        await workingCopies.edit(params.id, params.name, {
          author: editAuthor(principal),
          next(mine) {
            if (mine === null) throw notFound('Event type');
            checkIfMatch(ifMatch, versionOf(mine));
            return null;
          },
        });
        return { status: 204 };
      },
    }),
    route(workingCopyOperations.listSteps, {
      access: 'admin',
      summary: 'Read the next edits of a working copy to undo and to redo, and who made them.',
      async handler({ params, principal }) {
        const stepOf = async (direction: 'undo' | 'redo') => {
          const step = await workingCopies.nextStep(params.id, direction);
          if (!step) return null;
          const tokenId = step.author?.tokenId;
          const by = tokenId === null ? 'admin' : tokenId === undefined ? null : await tokens.nameOf(tokenId);
          return presentStep(step, { by, asking: editAuthor(principal) });
        };
        return { status: 200, body: { undo: await stepOf('undo'), redo: await stepOf('redo') } };
      },
    }),
    route(workingCopyOperations.undo, {
      access: 'admin',
      summary: 'Take the last edit of a working copy back.',
      description:
        "Edits survive restarts: the last 500, or as many as fit into 32 MiB of text. Without `edit`, an edit that is known to be someone else's is refused with `confirmation_needed`.",
      errors: ['conflict', 'confirmation_needed'],
      handler: step('undo'),
    }),
    route(workingCopyOperations.redo, {
      access: 'admin',
      summary: 'Make the last edit again that was taken back.',
      errors: ['conflict', 'confirmation_needed'],
      handler: step('redo'),
    }),
    route(workingCopyOperations.compare, {
      access: 'admin',
      inPieces: true,
      summary:
        'Fetch, and say what changed on which side and where a choice is needed. Writes nothing there.',
      errors: [
        'remote_unreachable',
        'remote_token_refused',
        'limit_reached',
        'conflict',
        'other_installation',
        'too_complex',
      ],
      async handler({ params }) {
        const { conflicts, ...names } = await workingCopies.compare(params.id);
        const before = `${JSON.stringify(names).slice(0, -1)},"conflicts":`;
        return { status: 200, pieces: listPieces(before, textsOf(conflicts), '}') };
      },
    }),
  ];
}

/** Null: there is none. */
function versionOf(mine: string | null): { readonly version: number } | null {
  return mine === null ? null : { version: copyVersion(mine) };
}

/** A content with its tag, which `If-Match` accepts. */
function respondWith<const S extends number>(status: S, content: string) {
  const body: CopyContentOut = rawJson(content);
  return { status, body, tag: tagOf({ version: copyVersion(content) }) };
}

async function* timeTexts(copies: WorkingCopies, id: string): AsyncGenerator<readonly string[], void> {
  for await (const page of copies.walkEditTimes(id))
    yield page.map(({ name, editedAt }) => JSON.stringify({ name, editedAt: toIsoTime(editedAt) }));
}

async function* textsOf(conflicts: AsyncIterable<NamedConflict>): AsyncGenerator<readonly string[], void> {
  for await (const conflict of conflicts) yield [stringifyBody(presentConflict(conflict))];
}

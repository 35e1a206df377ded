import { toIsoTime } from '../../base/clock';
import { apiError, invalidField, notFound } from '../../base/errors';
import type { DraftChange } from '../../catalog/drafts/draft-catalog';
import type { DraftInput, PreviewDraft, PreviewDrafts } from '../../catalog/drafts/preview-drafts';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import { LIMITS } from '../../contract/limits';
import { previewDraftOperations } from '../../contract/operations/preview-drafts';
import {
  type PreviewDraftEntry,
  type PreviewDraftIn,
  type PreviewDraftOut,
  type PreviewDraftUpdate,
  previewDraftInSchema,
  previewDraftUpdateSchema,
} from '../../contract/preview-draft';
import type { WorkingCopyStore } from '../../storage/catalog/working-copy-store';
import type { ConnectionStore } from '../../storage/installation/connection-store';
import { notFetched } from '../../sync/copy-writer';
import { changedContent, type EventTypeFields, newContent } from '../inputs/event-type-input';
import { readEventTypeList, type WithTexts } from '../inputs/event-type-list';
import { type Route, route } from '../route';

export interface PreviewDraftRouteParts {
  readonly previewDrafts: PreviewDrafts;
  readonly connectionStore: Pick<ConnectionStore, 'get'>;
  readonly workingCopyStore: Pick<WorkingCopyStore, 'get'>;
  readonly workers: WorkerPool;
}

/** One entry, with its schemas as texts. */
type DraftEntry = EventTypeFields & Omit<PreviewDraftEntry, 'schemas' | 'schema'>;

/** Memory that an entry takes besides its text: a draft of many short ones is larger than its request. */
const ENTRY_BYTES = 512;

/** Catalogs that are tried out: only the portal tokens made for one see it. */
export function previewDraftRoutes(parts: PreviewDraftRouteParts): readonly Route[] {
  const { previewDrafts, connectionStore, workingCopyStore, workers } = parts;

  /** @throws ApiError 422 without such a connection, 409 when it has no working copy yet */
  async function checkConnection(id: string): Promise<void> {
    if (!(await connectionStore.get(id))) throw invalidField('connectionId', 'There is no such connection.');
    if (!(await workingCopyStore.get(id))) throw notFetched();
  }

  return [
    route(previewDraftOperations.create, {
      access: 'admin',
      maxBodyBytes: LIMITS.previewDraftBody.max,
      summary: 'Create a draft of the catalog for the portal preview. Nothing is stored.',
      description:
        'Portal links made with its id (`previewDraftId`) show its event types; nothing else does, and deliveries ignore it. It is kept in memory: two hours after its last use, when many newer ones need the room, and after a restart it is gone, and its tokens are refused.',
      readsBytes: true,
      usesWorkers: true,
      errors: ['conflict'],
      async handler(input) {
        const body = await readEventTypeList<PreviewDraftIn>(workers, previewDraftInSchema, input);
        const connectionId = body.connectionId ?? null;
        if (connectionId !== null && input.principal.kind !== 'admin')
          throw apiError('insufficient access', 'Connections to other instances are for full tokens.');
        if (connectionId !== null) await checkConnection(connectionId);
        const at = body.at == null ? null : Date.parse(body.at);
        if (connectionId !== null && at !== null)
          throw invalidField('at', 'The catalog of another instance is only known as it is.');
        const draft = previewDrafts.create({ connectionId, at }, draftInput(body, input.bytes));
        return { status: 201, body: presentDraft(draft) };
      },
    }),
    route(previewDraftOperations.replace, {
      access: 'admin',
      maxBodyBytes: LIMITS.previewDraftBody.max,
      summary: 'Replace the changes of a draft. Its tokens show the new ones at once.',
      readsBytes: true,
      usesWorkers: true,
      async handler(input) {
        const body = await readEventTypeList<PreviewDraftUpdate>(workers, previewDraftUpdateSchema, input);
        const draft = previewDrafts.replace(input.params.draft, draftInput(body, input.bytes));
        if (!draft) throw notFound('Draft');
        return { status: 200, body: presentDraft(draft) };
      },
    }),
    route(previewDraftOperations.delete, {
      access: 'admin',
      summary: 'End a draft; its tokens are refused at once.',
      handler({ params }) {
        if (!previewDrafts.delete(params.draft)) throw notFound('Draft');
        return { status: 204 };
      },
    }),
  ];
}

function draftInput({ eventTypes = [] }: WithTexts<PreviewDraftUpdate>, bytes: Uint8Array): DraftInput {
  const entries = eventTypes as readonly DraftEntry[];
  return {
    changes: new Map(entries.map((entry) => [entry.name, toChange(entry)])),
    bytes: bytes.byteLength + entries.length * ENTRY_BYTES,
  };
}

function toChange({ name, remove, ...fields }: DraftEntry): DraftChange {
  if (remove) return () => null;
  return (current) => {
    if (current) return changedContent(current, fields);
    return fields.description === undefined ? null : newContent(name, fields);
  };
}

function presentDraft({ at, expiresAt, ...draft }: PreviewDraft): PreviewDraftOut {
  return { ...draft, at: at === null ? null : toIsoTime(at), expiresAt: toIsoTime(expiresAt) };
}

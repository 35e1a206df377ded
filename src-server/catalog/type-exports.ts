import { apiError } from '../base/errors';
import { type JsonPieces, toJsonPieces } from '../base/json-pieces';
import type { ExportFormat } from '../contract/event-type-export';
import { LIST_LIMIT_MAX } from '../contract/list';
import type { EventTypeStore } from '../storage/catalog/event-type-store';
import type { TypesExport, TypeToExport } from './takeaway/export-types';
import type { WorkerPool } from './workers/worker-pool';
import type { TaskOptions } from './workers/worker-queue';

/** All event types of an export together, as text. */
const EXPORT_MAX_BYTES = 64 * 1024 * 1024;
/** What is kept of exports, since many ask for the same one. */
const KEPT_MAX_BYTES = 32 * 1024 * 1024;

/** Where event types are read. */
type Source = Pick<EventTypeStore, 'list'>;

interface ExportRequest {
  readonly format: ExportFormat;
  /** Of the document. */
  readonly title: string;
  /** Only unflagged types and types with one of these flags. Null: all. */
  readonly visibleFlags: readonly string[] | null;
  /** Another source than the catalog, such as a draft. Null: the catalog. */
  readonly source: Source | null;
}

/**
 * Event types in forms that other programs read, made in a worker from what the reader sees, and from nothing else. The
 * newest ones are kept until the catalog changes.
 */
export class TypeExports {
  readonly #eventTypes: Source & Pick<EventTypeStore, 'catalogTag'>;
  readonly #workers: Pick<WorkerPool, 'run'>;
  readonly #kept = new Map<string, TypesExport>();

  constructor(eventTypes: Source & Pick<EventTypeStore, 'catalogTag'>, workers: Pick<WorkerPool, 'run'>) {
    this.#eventTypes = eventTypes;
    this.#workers = workers;
  }

  /** Rejects with ApiError `too_complex` where the event types are too many or too large for one document. */
  async make({ source, ...wanted }: ExportRequest, options: TaskOptions): Promise<TypesExport> {
    if (source !== null) return this.#make(source, wanted, options);
    const state = await this.#eventTypes.catalogTag();
    const key = JSON.stringify([state, { ...wanted, visibleFlags: wanted.visibleFlags?.toSorted() ?? null }]);
    const known = this.#kept.get(key);
    if (known) return known;
    const made = await this.#make(this.#eventTypes, wanted, options);
    // Otherwise it may show both what was before a change and what is after it.
    if ((await this.#eventTypes.catalogTag()) === state) this.#keep(key, made);
    return made;
  }

  async #make(
    source: Source,
    { format, title, visibleFlags }: Omit<ExportRequest, 'source'>,
    options: TaskOptions,
  ): Promise<TypesExport> {
    const types = await readTypes(source, visibleFlags);
    return this.#workers.run('exportTypes', { format, title, types }, options);
  }

  #keep(key: string, made: TypesExport): void {
    this.#kept.set(key, made);
    let bytes = [...this.#kept.values()].reduce((sum, { text }) => sum + text.length, 0);
    for (const [oldest, { text }] of this.#kept) {
      if (bytes <= KEPT_MAX_BYTES) break;
      this.#kept.delete(oldest);
      bytes -= text.length;
    }
  }
}

async function readTypes(source: Source, visibleFlags: readonly string[] | null): Promise<JsonPieces> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (let iterator: string | null = null, done = false; !done; ) {
    const page: Awaited<ReturnType<Source['list']>> = await source.list({
      ...{ limit: LIST_LIMIT_MAX, order: 'ascending', iterator },
      ...{ includeArchived: false, withSchemas: true, visibleFlags },
    });
    for (const piece of toJsonPieces(page.data.map(exported))) {
      pieces.push(piece);
      bytes += piece.length;
    }
    if (bytes > EXPORT_MAX_BYTES)
      throw apiError('too_complex', 'The event types are too large for one document. Read them one by one.');
    ({ iterator, done } = page);
  }
  return pieces;
}

function exported(type: TypeToExport): TypeToExport {
  const { name, description, deprecated, sunsetAt, replacedBy, groupName, featureFlags, schemas } = type;
  return { name, description, deprecated, sunsetAt, replacedBy, groupName, featureFlags, schemas };
}

import type { Clock } from '../base/clock';
import { apiError } from '../base/errors';
import type { NewId } from '../base/id';
import { fromJsonPieces } from '../base/json-pieces';
import type { ImportReader } from '../catalog/import-reader';
import type { ImportJob, ImportJobResult } from '../catalog/openapi/import-job';
import type { CatalogSnapshot } from '../storage/catalog/catalog-snapshot';
import type { ImportChange } from '../storage/catalog/import-changes';
import type { ImportStore } from '../storage/catalog/import-store';
import { changeAuthor } from './change-author';
import { handedOver } from './handed-over';
import type { RouteInput } from './route';
import { workerCaller } from './worker-caller';

/** How often a plan overtaken by changes of the catalog is made again. */
const MAX_ATTEMPTS = 5;

export interface ImportRunnerParts {
  readonly imports: ImportStore;
  readonly importReader: ImportReader;
  readonly newId: NewId;
  readonly clock: Clock;
  /** Called after an import that changed the catalog. */
  readonly onCatalogChanged: () => void;
}

/** What an import needs of a request. */
type ImportRequest = Pick<RouteInput, 'bytes' | 'onGone' | 'principal'> & {
  /** As the caller gave it; null when none was given. */
  readonly progressId: string | null;
};

interface ApplyRequest extends ImportRequest {
  /** False: others are not told of what it changes. */
  readonly announced: boolean;
}

/** An import that has been written. */
export interface AppliedImport {
  readonly result: ImportJobResult;
  /** Null: nothing changed, and there is nothing to remember. */
  readonly receiptId: string | null;
  /** The time, in milliseconds since 1970. */
  readonly at: number;
}

/** The document of a shorter request is read twice, which costs less than comparing it with the whole catalog. */
const READ_TWICE_MAX_BYTES = 256 * 1024;

/** What the import is compared with: the event types that it is about, or all. */
export async function importSnapshot(
  { imports, importReader }: Pick<ImportRunnerParts, 'imports' | 'importReader'>,
  { bytes, principal, onGone }: ImportRequest,
): Promise<CatalogSnapshot> {
  if (bytes.length > READ_TWICE_MAX_BYTES) return imports.snapshot(null);
  const question = { body: handedOver(bytes), sources: await imports.sources() };
  return imports.snapshot(await importReader.names(question, { onGone, caller: workerCaller(principal) }));
}

/** Reads and compares without writing anything. */
export function readImportJob(
  { importReader }: Pick<ImportRunnerParts, 'importReader'>,
  { kind, catalog }: Omit<ImportJob, 'body'>,
  { bytes, principal, ...request }: ImportRequest,
): Promise<ImportJobResult> {
  const options = { ...request, caller: workerCaller(principal) };
  return importReader.run({ kind, body: handedOver(bytes), catalog }, options);
}

/**
 * Reads, compares and writes. The comparison is made outside the write, and the write only happens if the catalog is
 * still the one compared with; otherwise everything starts over. Of a short document, that is what it is about.
 */
export async function applyImport(
  parts: ImportRunnerParts,
  kind: 'apply' | 'openapi',
  { announced, ...request }: ApplyRequest,
): Promise<AppliedImport> {
  const { imports, newId, clock } = parts;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const catalog = await importSnapshot(parts, request);
    const result = await readImportJob(parts, { kind, catalog }, request);
    const at = clock.now();
    const changes = await fromJsonPieces<ImportChange>(result.changes);
    const hasWrites = changes.some(({ after }) => after !== null);
    const receiptId = hasWrites ? newId('imp_') : null;
    const receipt =
      receiptId === null ? null : { ...result, id: receiptId, outcome: JSON.stringify(result.outcome) };
    const author = changeAuthor(request.principal, { act: 'import', source: result.sourceName, announced });
    if (changes.length === 0 || (await imports.apply(catalog, changes, receipt, at, author))) {
      if (hasWrites) parts.onCatalogChanged();
      return { result, receiptId, at };
    }
  }
  throw apiError('conflict', 'The catalog keeps changing while the document is read. Try again.');
}

import { createHash } from 'node:crypto';
import { apiError } from '../../base/errors';
import { type JsonPieces, toJsonPieces } from '../../base/json-pieces';
import { decodeText } from '../../base/read-json';
import { sharedText } from '../../base/shared-text';
import { cutText } from '../../contract/cut-text';
import {
  IMPORT_STATES,
  type ImportApplyIn,
  type ImportChoice,
  type ImportedEventType,
  type ImportRow,
  type ImportState,
} from '../../contract/import-plan';
import { REMEMBERED_DOCUMENT_MAX_BYTES } from '../../contract/import-receipt';
import type { OpenapiImportIn, OpenapiImportOut } from '../../contract/openapi-import';
import { type EventTypeFacts, eventTypeDiff } from '../../json-schema/event-type-changes';
import { parseOrdered, stringifyOrdered } from '../../json-schema/ordered-json';
import { isObject, own } from '../../json-schema/plain-json';
import { contentOfText } from '../../storage/catalog/event-type-text';
import type { BaselineSource } from '../../storage/catalog/import-baseline';
import type { ImportChange } from '../../storage/catalog/import-changes';
import { contentText } from '../../working-copy/content-text';
import type { CopyChangeText } from '../../working-copy/sides';
import { type CatalogRows, type ImportCatalog, plannedCatalog, readCatalogRows } from './import-catalog';
import { type DecidedOutcome, decide, refusedChoice } from './import-decision';
import { type ReadImport, readImport, undecided } from './import-openapi';
import { type PlannedRow, planImport } from './import-plan';
import { importSource, isSameSource, storedSource } from './import-source';
import { ImportTexts } from './import-texts';
import { type DocumentRemark, openapiViolations } from './openapi-violations';
import { nameEntries } from './webhook-names';

/*
 * A whole import except reading and writing the database: from the text of a request to the text of its response and the
 * list of what to write. It is pure and works only on texts, so that it can run in a thread of its own, and the thread
 * that delivers messages neither parses the document nor compares schemas.
 */

/** The request: a plan, its application, or an import without a plan. */
export interface ImportJob {
  readonly kind: 'plan' | 'apply' | 'openapi';
  /** The JSON of the request, checked against its schema. */
  readonly body: Uint8Array;
  readonly catalog: ImportCatalog;
}

/** What to remember of an import, except its id and its time. */
export interface ImportOutcome extends DecidedOutcome {
  readonly keepDescription: boolean;
  readonly keepFlags: boolean;
  readonly replaceAll: boolean;
  readonly names: readonly { readonly row: string; readonly name: string }[];
}

/** The result of a job. */
export interface ImportJobResult {
  /** JSON text of the response in bytes; empty for an `apply`, which is answered with the receipt. */
  readonly response: Uint8Array;
  /** What to write, each an ImportChange; of a working copy, each a CopyChangeText. */
  readonly changes: JsonPieces;
  readonly outcome: ImportOutcome;
  readonly sourceName: string | null;
  readonly title: string;
  readonly documentHash: string;
  /** Null: too large to remember. */
  readonly document: string | null;
}

/** The progress of a job. */
export interface ImportStep {
  readonly stage: 'parsing' | 'reading' | 'comparing';
  readonly done: number;
  readonly total: number | null;
}

type ImportBody = ImportApplyIn & OpenapiImportIn;

/** A document that was read, and its violations of OpenAPI. */
interface CheckedImport extends ReadImport {
  readonly violations: readonly DocumentRemark[];
}

/** Runs a job. Throws the refusal: ApiError. */
export async function runImportJob(
  job: ImportJob,
  onStep: (step: ImportStep) => void,
): Promise<ImportJobResult> {
  const body = parseOrdered(decodeText(job.body)) as ImportBody;
  onStep({ stage: 'parsing', done: 0, total: null });
  let total = 0;
  const read = await readImport(body, (done, all) => {
    total = all;
    onStep({ stage: 'reading', done, total });
  });
  onStep({ stage: 'comparing', done: total, total });
  // The plan has already shown these to the person who applies it.
  const checked = { ...read, violations: job.kind === 'apply' ? [] : await openapiViolations(read.document) };
  return job.kind === 'openapi' ? plainImport(job, body, checked) : plannedImport(job, body, checked);
}

/** What `importNames` is asked about. */
export interface ImportNamesQuestion {
  readonly body: Uint8Array;
  readonly sources: readonly BaselineSource[];
}

/**
 * The event types that an import reads or writes: those in its document, and those of an earlier import of it, which it may
 * remove. Null: all. Throws the refusal: ApiError.
 */
export async function importNames({ body: bytes, sources }: ImportNamesQuestion): Promise<string[] | null> {
  const body = parseOrdered(decodeText(bytes)) as ImportBody;
  if (body.replaceAll) return null;
  const { document, found } = await readImport(body);
  const choices = new Map((body.choices ?? []).map((choice) => [choice.row, choice]));
  const named = nameEntries(found.entries, ({ pointer, name }) => choices.get(pointer) ?? choices.get(name));
  const title = infoOf(document.root, 'title');
  const earlier = sources.filter(({ source }) => isSameSource(source, title));
  return [
    ...new Set([
      ...found.entries.map(({ name }) => name),
      ...named.map(({ name }) => name),
      ...earlier.map(({ name }) => name),
    ]),
  ];
}

/** Plan and application. */
function plannedImport(
  job: ImportJob,
  body: ImportBody,
  { document, found, violations }: CheckedImport,
): ImportJobResult {
  const text = textOf(body);
  const title = infoOf(document.root, 'title');
  const choices = new Map((body.choices ?? []).map((choice) => [choice.row, choice]));
  const choiceOf = (id: string, name: string) => choices.get(id) ?? choices.get(name);
  const named = nameEntries(found.entries, ({ pointer, name }) => choiceOf(pointer, name));
  const texts = new ImportTexts();
  const catalog = readCatalogRows(job.catalog, texts);
  const source = importSource(title, body.sourceName ?? null);
  const compared = body.sameAs ? importSource(title, body.sameAs) : source;
  const rows = planImport(named, plannedCatalog(catalog, texts), { ...body, source: compared });
  const digest = job.kind === 'plan' || body.digest !== undefined ? digestOf(rows, texts) : '';
  if (job.kind === 'apply' && body.digest !== undefined && body.digest !== digest) {
    throw apiError(
      'conflict',
      'The plan has changed, because the catalog, the document or the choices have changed. Nothing was written. Review the new plan.',
    );
  }
  const names = new Map(found.entries.map(({ pointer, name }) => [pointer, name]));
  const byRow = ({ id }: { readonly id: string }) => choiceOf(id, names.get(id) ?? id);
  const decided = job.kind === 'apply' ? decide(rows, byRow) : null;
  if (decided) refuseUnknown(rows, byRow, choices);
  const plan = () => ({
    digest,
    document: {
      title,
      version: infoOf(document.root, 'version'),
      openapi: document.version,
      hash: sha256(text),
      bytes: Buffer.byteLength(text),
    },
    counts: stateCounts(rows),
    warnings: [...found.remarks, ...violations].map(({ message }) => message),
  });
  const rowTexts = () => rows.map(({ row }) => texts.row(row)).join(',');
  return {
    ...remembered(body, text, title),
    response: sharedText(decided ? '' : `${JSON.stringify(plan()).slice(0, -1)},"rows":[${rowTexts()}]}`),
    changes: decided ? changesToWrite(decided, job.catalog, { catalog, source, texts }) : [],
    outcome: {
      ...(decided?.outcome ?? NOTHING),
      ...choicesOf(body),
      names: named
        .filter(({ nameFrom, problem }) => nameFrom === 'choice' && problem === null)
        .map(({ entry, name }) => ({ row: entry.pointer, name })),
    },
  };
}

/** Covers everything that somebody decides about; what only explains a row is ignored. */
function digestOf(rows: readonly PlannedRow[], texts: ImportTexts): string {
  const hash = createHash('sha256');
  for (const { row } of rows) hash.update(texts.row({ ...row, suggestions: [], warnings: [] }));
  return hash.digest('hex');
}

/** An import without a plan: nobody is asked, and the document wins. */
function plainImport(
  job: ImportJob,
  body: ImportBody,
  { document, found, violations }: CheckedImport,
): ImportJobResult {
  const { candidates, problems } = undecided(found, violations);
  const wanted = new Set(candidates.map(({ pointer }) => pointer));
  const named = found.entries
    .flatMap((entry) => nameEntries([entry], () => undefined))
    .map((candidate) =>
      wanted.has(candidate.entry.pointer)
        ? candidate
        : { ...candidate, problem: candidate.problem ?? 'The name is already taken.' },
    );
  const title = infoOf(document.root, 'title');
  const options = { source: title, replaceAll: body.replaceAll ?? false, overwrite: true };
  const texts = new ImportTexts();
  const catalog = readCatalogRows(job.catalog, texts);
  const rows = planImport(named, plannedCatalog(catalog, texts), options);
  const all = rows.filter(({ row }) => row.state !== 'removed' || options.replaceAll);
  const { writes, settled, outcome } = decide(all, () => ({ accept: true }));
  const isDryRun = body.dryRun ?? false;
  const imported: OpenapiImportOut = {
    data: {
      modified: isDryRun ? [] : writes.map(({ name }) => name),
      // What would be written, as the document says it; for archived ones, the document has nothing to show.
      to_modify: isDryRun ? writes.flatMap(({ fromDocument }) => (fromDocument ? [fromDocument] : [])) : null,
      problems,
    },
  };
  return {
    ...remembered(body, textOf(body), title),
    response: sharedText(stringifyOrdered(imported)),
    changes: isDryRun ? [] : changesOf(writes, settled, { catalog, source: title, texts }),
    outcome: { ...outcome, ...choicesOf(body), names: [] },
  };
}

/** @throws ApiError 422 for a choice for a row that does not exist */
function refuseUnknown(
  rows: readonly PlannedRow[],
  choiceOf: (row: ImportRow) => ImportChoice | undefined,
  choices: ReadonlyMap<string, ImportChoice>,
): void {
  const used = new Set(rows.map(({ row }) => choiceOf(row)));
  for (const choice of choices.values()) {
    if (!used.has(choice)) throw refusedChoice(choice.row, 'The plan has no such row.');
  }
}

const NOTHING: DecidedOutcome = {
  counts: { created: 0, updated: 0, archived: 0, unchanged: 0, skipped: 0, conflicts: 0, problems: 0 },
  created: [],
  updated: [],
  archived: [],
  overwritten: [],
  rows: [],
};

interface WriteParts {
  readonly catalog: CatalogRows;
  readonly source: string;
  readonly texts: ImportTexts;
}

function changesToWrite(
  { writes, settled }: Pick<ReturnType<typeof decide>, 'writes' | 'settled'>,
  compared: ImportCatalog,
  { catalog, source, texts }: WriteParts,
): JsonPieces {
  return 'copy' in compared
    ? copyChangesOf(writes, catalog, texts)
    : changesOf(writes, settled, { catalog, source, texts });
}

/** As changes of a working copy, from what it has to what it gets. */
function copyChangesOf(
  writes: ReturnType<typeof decide>['writes'],
  { eventTypes }: CatalogRows,
  texts: ImportTexts,
): JsonPieces {
  const changes = writes.map(({ name, after }): CopyChangeText => {
    const row = eventTypes.get(name) ?? null;
    return {
      name,
      base: row && contentText(contentOfText(row)),
      mine: contentText(contentOfText(texts.stored(name, row, after))),
    };
  });
  return toJsonPieces(changes);
}

/** Writes and changed baselines together; what is entirely unchanged is left out. */
function changesOf(
  writes: ReturnType<typeof decide>['writes'],
  settled: ReturnType<typeof decide>['settled'],
  { catalog: { eventTypes, baselines }, source: given, texts }: WriteParts,
): JsonPieces {
  const written = new Map(writes.map((write) => [write.name, write]));
  const changes = settled.flatMap(({ name, baseline }) => {
    const write = written.get(name);
    const content = texts.baseline(baseline);
    const row = eventTypes.get(name) ?? null;
    const known = baselines.get(name);
    const source = storedSource(known?.source, given);
    const hasMoved = known?.source !== source || known.content !== content;
    if (write === undefined && !hasMoved) return [];
    const change: ImportChange = {
      name,
      before: write && row ? texts.content(row) : null,
      after: write ? texts.stored(name, row, write.after) : null,
      difference: write?.before ? eventTypeDiff(factsOf(write.before), factsOf(write.after)) : null,
      baseline: hasMoved ? { source, content } : null,
    };
    return [change];
  });
  return toJsonPieces(changes);
}

/** What the two sides of a change are compared by; imports ignore other versions of a schema. */
function factsOf({ schema, ...fields }: ImportedEventType): EventTypeFacts {
  return { ...fields, schemas: schema === null ? null : { '1': schema } };
}

function stateCounts(rows: readonly PlannedRow[]): Record<ImportState, number> {
  const counts = Object.fromEntries(IMPORT_STATES.map((state) => [state, 0])) as Record<ImportState, number>;
  for (const { row } of rows) counts[row.state] += 1;
  return counts;
}

function choicesOf(body: ImportBody): Pick<ImportOutcome, 'keepDescription' | 'keepFlags' | 'replaceAll'> {
  const { keepDescription = false, keepFlags = false, replaceAll = false } = body;
  return { keepDescription, keepFlags, replaceAll };
}

function remembered(body: ImportBody, text: string, title: string) {
  const isSmall = Buffer.byteLength(text) <= REMEMBERED_DOCUMENT_MAX_BYTES;
  const documentHash = sha256(text);
  return { sourceName: body.sourceName ?? null, title, documentHash, document: isSmall ? text : null };
}

/** The document as text; one given as an object is written as JSON. */
function textOf(body: ImportBody): string {
  return body.specRaw ?? stringifyOrdered(body.spec);
}

/** A text of `info`, unchanged; empty when there is none, and never long. */
function infoOf(root: object, member: 'title' | 'version'): string {
  const info = own(root as Record<string, unknown>, 'info');
  const value = isObject(info) ? own(info, member) : undefined;
  return cutText(typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '', 200)
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replaceAll('\0', '\uFFFD');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import type { PayloadCheckOut } from '../../contract/payload-check';
import type { PublicTypeChange } from '../../contract/public-page';
import type { SchemaCheckOut } from '../../contract/schema-check';
import type { EventTypeDiff } from '../../json-schema/event-type-changes';
import { parseOrdered } from '../../json-schema/ordered-json';
import { compactJson } from '../../json-schema/raw-json-text';
import { type FilterQuestion, type FilterVerdicts, judgeMessages } from '../../message-filter/judge-messages';
import { compareHere, type EventTypePair } from '../../storage/catalog/compared-write';
import type { ShownChange } from '../../storage/catalog/publication-store';
import { type CopyTasks, createCopyTasks } from '../../working-copy/copy-tasks';
import type { SyncChoices } from '../../working-copy/sides';
import { checkSentPayload } from '../checks/check-sent-payload';
import { createContentProblems } from '../checks/content-problems';
import { PayloadChecks } from '../checks/payload-checks';
import { checkSchemas, problemsOfDraft7 } from '../checks/schema-check';
import { authorsExamples } from '../examples/authors-examples';
import { exampleFor, type MadeExample, type WantedVariant } from '../examples/example-event';
import { fileDocuments } from '../openapi/file-documents';
import {
  type ImportJob,
  type ImportJobResult,
  type ImportNamesQuestion,
  type ImportStep,
  importNames,
  runImportJob,
} from '../openapi/import-job';
import { publicChanges } from '../public-site/public-changes';
import { type ExportInput, exportTypes, type TypesExport } from '../takeaway/export-types';
import { type EventTypeListBody, readEventTypeList } from './event-type-list-reader';
import { createPageTasks, type PageTasks, type WorkerTools } from './page-tasks';
import { type ChangeSet, readChangeSet } from './read-change-set';
import { readSyncChoices } from './read-sync-choices';
import { type RequestBody, RequestReader } from './request-reader';

/** While webhooks are read, progress is reported after this many. */
const STEP_EVERY = 20;

/** Reports a task's progress to its caller. */
export type Tell = (step: ImportStep) => void;

/**
 * Everything whose cost depends on its content, and which therefore runs in a worker. Input and output are copied
 * between threads: JSON stays text, because a text is copied at once and a tree object by object, which would lose the
 * order of its keys.
 */
export interface WorkerTasks extends CopyTasks, PageTasks {
  /** Checks a payload against a schema, both as JSON text. */
  checkPayload(input: { readonly schema: string; readonly payload: string }): PayloadCheckOut;
  /** The same for a payload already sent, with `*` for every position in a list. */
  checkSentPayload(input: { readonly schema: string; readonly payload: string }): PayloadCheckOut;
  /** Checks a schema, and a payload against it if it is valid. Both are JSON text; null: no payload. */
  checkSchema(input: { readonly schema: string; readonly payload: string | null }): SchemaCheckOut;
  /** Checks the schemas of an event type, JSON text of an object by version. */
  readSchemas(schemas: string): ReadSchemas;
  /** The differences in each pair, for the history. */
  compareEventTypes(pairs: readonly EventTypePair[]): Promise<readonly EventTypeDiff[]>;
  /** One of the author's examples, as written. Null: there is none with that index. */
  authorsExample(input: { readonly schema: string; readonly index: number }): string | null;
  makeExample(input: { readonly schema: string; readonly variant: WantedVariant }): MadeExample;
  /** Reads and checks a request body; see RequestReader. */
  readBody(request: RequestBody): string;
  readLargeBody(request: RequestBody): string;
  /** Reads a body with `eventTypes`, with checked texts in place of schemas. */
  readEventTypeList(request: RequestBody): EventTypeListBody;
  readLargeEventTypeList(request: RequestBody): EventTypeListBody;
  readChangeSet(request: RequestBody): ChangeSet;
  readSyncChoices(request: RequestBody): SyncChoices;
  /** The event types that an import of a document is about. */
  importNames(question: ImportNamesQuestion): Promise<string[] | null>;
  /** Reads an OpenAPI document and compares it with the catalog. */
  readImport(job: ImportJob, tell: Tell): Promise<ImportJobResult>;
  /** Writes event types in a form that other programs read. */
  exportTypes(input: ExportInput): TypesExport;
  /** Judges messages by the filters of endpoints. */
  judgeMessages(question: FilterQuestion): Promise<FilterVerdicts>;
  /** Says in words what readers of the public catalog see differently. */
  comparePublished(changes: readonly ShownChange[]): readonly PublicTypeChange[];
}

/** Schemas of an event type in their stored form, and what is wrong with them. */
export interface ReadSchemas {
  /** Without white space between tokens. */
  readonly schemas: string;
  /** Empty: they are valid. */
  readonly problems: readonly string[];
}

export type TaskName = keyof WorkerTasks;
export type TaskInput<N extends TaskName> = Parameters<WorkerTasks[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<WorkerTasks[N]>>;

/** A task with its input. */
export interface Task<N extends TaskName = TaskName> {
  readonly name: N;
  readonly input: TaskInput<N>;
}

/** The tasks, with what they remember between runs. */
export function createWorkerTasks(tools: WorkerTools): WorkerTasks {
  const checks = new PayloadChecks();
  const requests = new RequestReader();
  return {
    ...createCopyTasks(createContentProblems(), fileDocuments),
    ...createPageTasks(tools),
    checkSentPayload: ({ schema, payload }) => checkSentPayload(checks.of(schema), payload),
    checkSchema: ({ schema, payload }) => {
      const text = compactJson(schema);
      const problems = problemsOfDraft7(parseOrdered(text), text);
      const isAsked = payload !== null && problems.length === 0;
      return {
        problems: [...problems],
        payload: isAsked ? checks.of(text)(parseOrdered(payload), true) : null,
      };
    },
    readSchemas: (text) => {
      const schemas = compactJson(text);
      return { schemas, problems: checkSchemas(schemas) };
    },
    compareEventTypes: (pairs) => compareHere(pairs, null),
    authorsExample: ({ schema, index }) => authorsExamples(schema)[index] ?? null,
    makeExample: ({ schema, variant }) => exampleFor(compactJson(schema), variant),
    readBody: (request) => requests.readInShort(request),
    readLargeBody: (request) => requests.readInShort(request),
    exportTypes,
    judgeMessages,
    comparePublished: publicChanges,
    checkPayload: ({ schema, payload }) => checks.of(schema)(parseOrdered(payload), true),
    readEventTypeList: (request) => readEventTypeList(request, requests),
    readLargeEventTypeList: (request) => readEventTypeList(request, requests),
    readChangeSet: (request) => readChangeSet(request, requests),
    readSyncChoices: (request) => readSyncChoices(request, requests),
    importNames,
    readImport: (job, tell) =>
      runImportJob(job, (step) => {
        if (step.stage !== 'reading' || step.done % STEP_EVERY === 0) tell(step);
      }),
  };
}

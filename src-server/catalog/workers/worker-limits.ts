import type { TaskName } from './worker-tasks';

/** The threads that a kind of task runs in. */
export interface ThreadGroup {
  readonly threads: number;
  /** Most memory for the objects of one thread. */
  readonly heapMaxMb: number;
  /**
   * How much their priority is lowered, as by the command `nice`; only on Linux, where threads have individual
   * priorities.
   */
  readonly nice: number;
}

/**
 * Threads of three kinds, so that tasks that may take a minute never delay those that take milliseconds. Two short
 * ones: each caller has at most one, so one caller's slowest task leaves a thread to everybody else.
 */
export const THREAD_GROUPS = {
  // Customers can keep these busy, so they yield to the thread that accepts and delivers messages.
  short: { threads: 2, heapMaxMb: 256, nice: 10 },
  // Only the sender's own work, which would take many times as long at a lower priority on a busy machine.
  long: { threads: 1, heapMaxMb: 1024, nice: 0 },
  // What the public sees updates within seconds, even while a document is read. Nobody waits for a single page.
  pages: { threads: 1, heapMaxMb: 512, nice: 10 },
} as const satisfies Readonly<Record<string, ThreadGroup>>;

interface TaskLimit {
  readonly group: keyof typeof THREAD_GROUPS;
  /** The longest that it may run; then the thread is ended. */
  readonly timeoutMs: number;
  /**
   * Whether a running task ends with the request that started it. Not the short ones: starting a thread costs more than
   * they take, and a caller that keeps hanging up would make us start threads for nothing.
   */
  readonly endsWithCaller: boolean;
}

export const TASK_LIMITS: Readonly<Record<TaskName, TaskLimit>> = {
  // Above the limits that a check sets for itself, which leave the thread and its compiled schemas alone.
  checkPayload: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  checkSentPayload: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  checkSchema: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  readSchemas: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  judgeMessages: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  compareEventTypes: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  authorsExample: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  // As above; each part has a limit of its own.
  makeExample: { group: 'short', timeoutMs: 6_000, endsWithCaller: false },
  readBody: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  // Tens of megabytes are for the sender only.
  readLargeBody: { group: 'long', timeoutMs: 60_000, endsWithCaller: true },
  readEventTypeList: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  readLargeEventTypeList: { group: 'long', timeoutMs: 60_000, endsWithCaller: true },
  readChangeSet: { group: 'long', timeoutMs: 60_000, endsWithCaller: true },
  readSyncChoices: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  // Pieces of a catalog, and single event types: a working copy passes a fraction of a second's work at a time.
  readRemotePage: { group: 'short', timeoutMs: 10_000, endsWithCaller: false },
  readRemoteItem: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  refreshItems: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  statusOfItems: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  compareItems: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  mergeItem: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  planSyncItem: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  judgeWrite: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  // With the check of their schemas, since somebody may have written them by hand.
  readFolderFiles: { group: 'short', timeoutMs: 10_000, endsWithCaller: false },
  writeFolderFile: { group: 'short', timeoutMs: 3_000, endsWithCaller: false },
  importNames: { group: 'long', timeoutMs: 10_000, endsWithCaller: true },
  // The largest real document takes two seconds.
  readImport: { group: 'long', timeoutMs: 60_000, endsWithCaller: true },
  // The largest real document takes two seconds. Beside the pages, which must not wait for it long.
  exportTypes: { group: 'pages', timeoutMs: 20_000, endsWithCaller: true },
  planPublicPages: { group: 'pages', timeoutMs: 30_000, endsWithCaller: true },
  // A step ends by itself after half a second, between two pages.
  makePublicPages: { group: 'pages', timeoutMs: 20_000, endsWithCaller: true },
  previewPublicPage: { group: 'pages', timeoutMs: 30_000, endsWithCaller: true },
  comparePublished: { group: 'pages', timeoutMs: 10_000, endsWithCaller: true },
};

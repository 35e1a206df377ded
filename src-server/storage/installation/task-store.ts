import type { TaskStatus } from '../../contract/background-task';
import type { ListResponse } from '../../contract/list';
import { noteChange } from '../audit-scope';
import { columnsOf, flag, json, type RowOf } from '../columns';
import type { Database } from '../database';
import { mapPage, type PageRequest, readPage } from '../page';
import { Conditions } from '../timeline';
import type { Transaction } from '../transaction';

/** How many things a task has processed so far, by outcome. */
export type TaskCounts = Readonly<Record<string, number>>;

/** A background task. Times are milliseconds since 1970. */
export interface TaskRecord {
  readonly id: string;
  /** The kind of work, such as `endpoint.recover`. */
  readonly task: string;
  readonly status: TaskStatus;
  /** Null: it concerns no single application. */
  readonly appId: string | null;
  readonly endpointId: string | null;
  /** The arguments it began with; only its kind knows the shape. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** How far it has come. Null: at the beginning. */
  readonly cursor: string | null;
  readonly counts: TaskCounts;
  /** True when somebody stopped it early. */
  readonly stopped: boolean;
  /** Why it failed, as a sentence. Null: it has not. */
  readonly error: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Null while it runs. */
  readonly finishedAt: number | null;
}

export type NewTask = Pick<TaskRecord, 'id' | 'task' | 'appId' | 'endpointId' | 'arguments'>;

export interface TaskFilter extends PageRequest {
  readonly status?: TaskStatus | undefined;
  readonly task?: string | undefined;
  readonly appId?: string | undefined;
}

/** One piece of a task's work. */
export interface TaskAdvance {
  /** Where this piece ends. */
  readonly cursor: string | null;
  /** True: this was the last piece. */
  readonly done: boolean;
  /** Writes this piece; returns how many things had which outcome, to add to the counts. */
  write(tx: Transaction): Promise<TaskCounts>;
}

/** How a task ends without being completed. */
export type TaskEnd = { readonly stopped: true } | { readonly error: string };

export interface TaskStore {
  insert(task: NewTask, now: number): Promise<TaskRecord>;
  get(id: string): Promise<TaskRecord | undefined>;
  /** Newest first unless asked otherwise. */
  list(filter: TaskFilter): Promise<ListResponse<TaskRecord>>;
  /** Tasks that have not ended, oldest first. */
  listRunning(): Promise<TaskRecord[]>;
  /**
   * Writes one piece and moves the cursor, in one transaction: both are on disk when it resolves, or neither ever is.
   * Undefined, with nothing written: it no longer runs, or is not where `task` says.
   */
  advance(task: TaskRecord, piece: TaskAdvance, now: number): Promise<TaskRecord | undefined>;
  /** Ends a running task. Undefined, with nothing written: it is not running. */
  end(id: string, end: TaskEnd, now: number): Promise<TaskRecord | undefined>;
  /** Sets what an ended task has as its result. False: it does not exist, or still runs. */
  setResult(id: string, cursor: string): Promise<boolean>;
  /** Deletes up to `limit` tasks that ended at `time` or earlier; returns how many. */
  deleteEndedBefore(time: number, limit: number): Promise<number>;
}

type TaskRow = RowOf<TaskRecord>;

const { select: COLUMNS, toRecord } = columnsOf<TaskRecord>({
  id: 'id',
  task: 'task',
  status: 'status',
  appId: 'app_id',
  endpointId: 'endpoint_id',
  arguments: json('arguments'),
  cursor: 'cursor',
  counts: json('counts'),
  stopped: flag('stopped'),
  error: 'error',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  finishedAt: 'finished_at',
});
const INSERT = `
  INSERT INTO background_task (id, task, app_id, endpoint_id, arguments, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${COLUMNS}`;
/** Reads a task, and keeps others from it until this transaction has ended: a process that went on too long writes too. */
const HOLD = `UPDATE background_task SET updated_at = updated_at WHERE id = ? RETURNING ${COLUMNS}`;
const ADVANCE = `
  UPDATE background_task SET cursor = ?, counts = ?, status = ?, finished_at = ?, updated_at = ?
  WHERE id = ? RETURNING ${COLUMNS}`;
const END = `
  UPDATE background_task SET status = ?, stopped = ?, error = ?, finished_at = ?, updated_at = ?
  WHERE id = ? AND status = 'running' RETURNING ${COLUMNS}`;
const DELETE_ENDED = `
  DELETE FROM background_task
  WHERE id IN (SELECT id FROM background_task WHERE finished_at <= ? ORDER BY finished_at LIMIT ?)`;

export function createTaskStore(db: Database): TaskStore {
  return {
    insert: (task, now) =>
      db.write(async (tx) => {
        if (task.endpointId !== null)
          noteChange(tx, { target: task.endpointId, before: null, after: { task: task.task } });
        const row = await tx.get<TaskRow>(INSERT, [
          task.id,
          task.task,
          task.appId,
          task.endpointId,
          JSON.stringify(task.arguments),
          now,
          now,
        ]);
        return toRecord(row as TaskRow);
      }),
    async get(id) {
      const row = await db.get<TaskRow>(`SELECT ${COLUMNS} FROM background_task WHERE id = ?`, [id]);
      return row && toRecord(row);
    },
    async list(filter) {
      const conditions = new Conditions()
        .add('app_id = ?', filter.appId)
        .add('status = ?', filter.status)
        .add('task = ?', filter.task);
      const page = await readPage<TaskRow>(
        db.lists,
        {
          select: `SELECT ${COLUMNS} FROM background_task WHERE ${conditions}`,
          params: conditions.params,
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^qtask_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
        },
        filter,
      );
      return mapPage(page, toRecord);
    },
    async listRunning() {
      const sql = `SELECT ${COLUMNS} FROM background_task WHERE status = 'running' ORDER BY id`;
      return (await db.all<TaskRow>(sql)).map(toRecord);
    },
    advance: (task, piece, now) => db.write((tx) => advance(tx, task, piece, now)),
    end: (id, end, now) =>
      db.write(async (tx) => {
        const [status, stopped, error] = 'error' in end ? ['failed', 0, end.error] : ['finished', 1, null];
        const row = await tx.get<TaskRow>(END, [status, stopped, error, now, now, id] as const);
        return row && toRecord(row);
      }),
    async setResult(id, cursor) {
      const sql = "UPDATE background_task SET cursor = ? WHERE id = ? AND status <> 'running'";
      return (await db.write((tx) => tx.run(sql, [cursor, id]))).changes > 0;
    },
    async deleteEndedBefore(time, limit) {
      return (await db.write((tx) => tx.run(DELETE_ENDED, [time, limit]))).changes;
    },
  };
}

async function advance(
  tx: Transaction,
  task: TaskRecord,
  piece: TaskAdvance,
  now: number,
): Promise<TaskRecord | undefined> {
  const row = await tx.get<TaskRow>(HOLD, [task.id]);
  if (row?.status !== 'running' || row.cursor !== task.cursor) return undefined;
  const counts = sum(toRecord(row).counts, await piece.write(tx));
  const next = await tx.get<TaskRow>(ADVANCE, [
    piece.cursor,
    JSON.stringify(counts),
    piece.done ? 'finished' : 'running',
    piece.done ? now : null,
    now,
    task.id,
  ]);
  return next && toRecord(next);
}

function sum(counts: TaskCounts, more: TaskCounts): TaskCounts {
  const total: Record<string, number> = { ...counts };
  for (const [name, count] of Object.entries(more)) total[name] = (total[name] ?? 0) + count;
  return total;
}

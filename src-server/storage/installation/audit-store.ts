import { lowestId } from '../../base/id';
import type { ListResponse } from '../../contract/list';
import type { AuditFields } from '../audit-fields';
import type { AuditActor } from '../audit-scope';
import { columnsOf, json, type RowOf } from '../columns';
import type { Database } from '../database';
import { mapPage, type PageRequest, readPage } from '../page';
import { Conditions } from '../timeline';

/** A line of the audit: one change that somebody made. */
export interface AuditLine {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actorKind: AuditActor['kind'];
  readonly actorName: string;
  /** The address that the request came from. */
  readonly origin: string;
  readonly action: string;
  /** Null: it concerns no application. */
  readonly appId: string | null;
  readonly target: string;
  /** The changed fields. Null: there are none to show. */
  readonly before: AuditFields | null;
  readonly after: AuditFields | null;
}

/** Which lines are listed: those that fulfil every condition. Undefined: it is none. */
export interface AuditRequest extends PageRequest {
  /** An application by id or uid, a deleted one too. */
  readonly application: string | undefined;
  readonly action: string | undefined;
  readonly target: string | undefined;
  /** From this time on, in milliseconds since 1970. */
  readonly since: number | undefined;
}

/** The audit. Lines are added by the writes that they are about, and by nothing else. */
export interface AuditStore {
  /** Newest first. */
  list(request: AuditRequest): Promise<ListResponse<AuditLine>>;
  /** Deletes up to `limit` lines from before `time` and returns how many. */
  deleteBefore(time: number, limit: number): Promise<number>;
}

const COLUMNS = columnsOf<AuditLine>({
  id: 'id',
  at: 'at',
  actorKind: 'actor_kind',
  actorName: 'actor_name',
  origin: 'origin',
  action: 'action',
  appId: 'app_id',
  target: 'target',
  before: json('before'),
  after: json('after'),
});
const DELETE_OLD = `
  DELETE FROM audit_line WHERE id IN (SELECT id FROM audit_line WHERE id < ? ORDER BY id LIMIT ?)`;

export function createAuditStore(db: Database): AuditStore {
  return {
    async list({ application, action, target, since, ...request }) {
      const conditions = new Conditions()
        .add(
          'app_id IN (SELECT application.id FROM application WHERE application.id = ? OR application.uid = ?)',
          application,
          application,
        )
        .add('action = ?', action)
        .add('target = ?', target)
        .add('id >= ?', since === undefined ? undefined : lowestId('aud_', since));
      const page = await readPage<RowOf<AuditLine>>(
        db.lists,
        {
          select: `SELECT ${COLUMNS.select} FROM audit_line WHERE ${conditions}`,
          params: conditions.params,
          keyColumn: 'id',
          keyOf: (row) => row.id,
          keyPattern: /^aud_[0-9A-Za-z]+$/,
          defaultOrder: 'descending',
          largeColumns: ['before', 'after'],
        },
        request,
      );
      return mapPage(page, COLUMNS.toRecord);
    },
    async deleteBefore(time, limit) {
      return (await db.write((tx) => tx.run(DELETE_OLD, [lowestId('aud_', time), limit]))).changes;
    },
  };
}

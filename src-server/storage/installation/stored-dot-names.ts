import type { Database } from '../database';
import { oncePerDialect } from '../once-per-dialect';

/** Something stored that is called `.` or `..`. */
interface DotName {
  readonly kind: 'application' | 'endpoint' | 'message' | 'event type' | 'group' | 'flag';
  readonly name: string;
  /** Identifies it: its id, or the name of the event type that has the group or flag. Null: only its name does. */
  readonly of: string | null;
}

/** More help nobody: whoever has renamed these sees the next ones at the next start. */
const ROWS_MAX = 50;

const DOTS = `('.', '..')`;
const SELECT = oncePerDialect(
  (dialect) => `
  SELECT 'application' AS kind, uid AS name, id AS "of" FROM application
  WHERE uid IN ${DOTS} AND deleted_at IS NULL
  UNION ALL
  SELECT 'endpoint', endpoint.uid, endpoint.id FROM application
  ${dialect.joinNext} endpoint ON endpoint.app_id = application.id AND endpoint.uid IN ${DOTS}
  WHERE endpoint.deleted_at IS NULL
  UNION ALL
  SELECT 'event type', name, NULL FROM event_type WHERE name IN ${DOTS}
  UNION ALL
  SELECT 'group', group_name, name FROM event_type WHERE group_name IN ${DOTS}
  UNION ALL
  SELECT 'flag', flag.value, name FROM event_type JOIN ${dialect.elements('feature_flags', 'flag')} ON TRUE
  WHERE flag.value IN ${DOTS}
  UNION ALL
  SELECT 'message', message.event_id, message.id FROM application
  ${dialect.joinNext} message ON message.app_id = application.id AND message.event_id IN ${DOTS}
  LIMIT ${ROWS_MAX}`,
);

/** What earlier versions stored under such a name, at most 50 of them: a request for it can reach something else. */
export function findDotNames(db: Pick<Database, 'all' | 'dialect'>): Promise<readonly DotName[]> {
  return db.all<DotName>(SELECT(db.dialect));
}

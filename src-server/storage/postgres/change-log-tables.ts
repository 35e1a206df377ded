import { ENDPOINT_COLUMNS } from '../endpoint-record';
import { createTrigger } from './create-trigger';

/**
 * Writes down what changes in tables that nodes keep in memory, for `postgres-change-log`.
 *
 * Promises: a change and its row are one transaction. A transaction has one row for a key, however many rows it changes.
 * What happens with each message or attempt has none: an endpoint that begins to fail, or recovers, has one for the
 * whole transaction, and how long it has failed has none.
 */

/** Columns of `endpoint` that others keep in memory; the rest never changes, or says how long it has been failing. */
export const LOGGED_COLUMNS: readonly string[] = [...ENDPOINT_COLUMNS.changing, 'deleted_at'];

interface ChangeTrigger {
  readonly name: string;
  readonly on: string;
  readonly events: string;
  readonly topic: string;
  /** The column that is the key. Absent: the key is empty. */
  readonly key?: string;
  /** What a row must fulfil; with it, or with a key, the trigger looks at rows, otherwise at statements. */
  readonly when?: string;
}

const ANY = 'INSERT OR UPDATE OR DELETE';

const TRIGGERS: readonly ChangeTrigger[] = [
  { name: 'setting_logged', on: 'setting', events: ANY, topic: 'setting', key: 'name' },
  { name: 'target_consent_logged', on: 'target_consent', events: ANY, topic: 'consent' },
  { name: 'look_file_logged', on: 'look_file', events: ANY, topic: 'look-file' },
  { name: 'portal_text_logged', on: 'portal_text', events: ANY, topic: 'portal-text' },
  { name: 'application_logged', on: 'application', events: ANY, topic: 'application', key: 'id' },
  // Old secrets need none: a rotation changes the endpoint, too. A column that an older database has no trigger for has
  // none either: whoever changes it writes `updated_at`.
  {
    ...{ name: 'endpoint_logged', on: 'endpoint', topic: 'application', key: 'app_id' },
    events: `INSERT OR DELETE OR UPDATE OF ${LOGGED_COLUMNS.join(', ')}`,
  },
  {
    ...{ name: 'failing_logged', on: 'endpoint', events: 'UPDATE OF failing_since', topic: 'attention' },
    when: '(OLD.failing_since IS NULL) <> (NEW.failing_since IS NULL)',
  },
  { name: 'event_type_logged', on: 'event_type', events: ANY, topic: 'catalog' },
  { name: 'flag_release_logged', on: 'flag_release', events: ANY, topic: 'flag-release' },
  { name: 'task_begun_logged', on: 'background_task', events: 'INSERT', topic: 'task', key: 'id' },
  {
    ...{ name: 'task_ended_logged', on: 'background_task', events: 'UPDATE', topic: 'task', key: 'id' },
    when: 'OLD.status <> NEW.status',
  },
  {
    name: 'working_copy_logged',
    on: 'working_copy',
    events: ANY,
    topic: 'working-copy',
    key: 'connection_id',
  },
];

function createLogTrigger({ name, on, events, topic, key, when }: ChangeTrigger): string {
  const level = key === undefined && when === undefined ? 'STATEMENT' : 'ROW';
  const names = [topic, ...(key === undefined ? [] : [key])].map((text) => `'${text}'`).join(', ');
  const condition = when ? `WHEN (${when})` : '';
  return createTrigger(
    name,
    events,
    on,
    `FOR EACH ${level} ${condition} EXECUTE FUNCTION log_change(${names})`,
  );
}

/** Statements, each of which may run again. Between two of them, others may write. */
export const CHANGE_LOG_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS change_log (
     id    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     -- Of the whole transaction, also where a part of it is one of its own.
     xid   XID8 NOT NULL DEFAULT pg_current_xact_id(),
     topic TEXT COLLATE "C" NOT NULL,
     key   TEXT COLLATE "C" NOT NULL, -- short: a name or an id of ours
     -- An index of its own would be a statement that waits, at each start, for everybody who writes here.
     UNIQUE (xid, topic, key)
   )`,
  // What could be seen at some moment is removed ten minutes later; the clock that counts them decides nothing else.
  `CREATE TABLE IF NOT EXISTS change_log_removal (
     only_row  BIGINT PRIMARY KEY DEFAULT 1 CHECK (only_row = 1),
     marked    PG_SNAPSHOT NOT NULL DEFAULT pg_current_snapshot(),
     marked_at TIMESTAMPTZ NOT NULL DEFAULT now(),
     removed   PG_SNAPSHOT NOT NULL DEFAULT '1:1:' -- whoever has not read since then may have missed something
   )`,
  'INSERT INTO change_log_removal DEFAULT VALUES ON CONFLICT DO NOTHING',
  `CREATE OR REPLACE FUNCTION log_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
   DECLARE
     changed TEXT := '';
   BEGIN
     IF TG_NARGS > 1 AND TG_OP = 'DELETE' THEN
       EXECUTE format('SELECT ($1).%I', TG_ARGV[1]) INTO changed USING OLD;
     ELSIF TG_NARGS > 1 THEN
       EXECUTE format('SELECT ($1).%I', TG_ARGV[1]) INTO changed USING NEW;
     END IF;
     INSERT INTO change_log (topic, key) VALUES (TG_ARGV[0], changed) ON CONFLICT DO NOTHING;
     RETURN NULL;
   END $$`,
  ...TRIGGERS.map(createLogTrigger),
];

import { createTrigger } from './create-trigger';

/**
 * Counts the changes of an application that decide which endpoints a message goes to, for `application-version-store`.
 *
 * Promises: a change and its count are one transaction, and whoever holds the row in share mode knows that no change
 * commits before it does. Not counted is what has no say in that: failures, which are marked while sending, and pauses,
 * addresses and limits of endpoints.
 *
 * A transaction counts once, however many endpoints it changes: a row that one transaction updates thousands of times
 * becomes slow. Nothing here refers to `application`, so that nothing keeps it from being removed.
 */
export const APPLICATION_VERSION_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS application_version (
     app_id     TEXT COLLATE "C" PRIMARY KEY,
     version    BIGINT NOT NULL DEFAULT 1,
     counted_in XID8 NOT NULL DEFAULT pg_current_xact_id()
   )`,
  `CREATE OR REPLACE FUNCTION count_application_version(changed TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO application_version (app_id) VALUES (changed)
     ON CONFLICT (app_id) DO UPDATE
     SET version = application_version.version + 1, counted_in = excluded.counted_in
     WHERE application_version.counted_in <> excluded.counted_in;
   END $$`,
  `CREATE OR REPLACE FUNCTION application_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM count_application_version(coalesce(NEW.id, OLD.id));
     RETURN NULL;
   END $$`,
  `CREATE OR REPLACE FUNCTION matching_endpoint_changed() RETURNS TRIGGER LANGUAGE plpgsql AS $$
   BEGIN
     PERFORM count_application_version(coalesce(NEW.app_id, OLD.app_id));
     RETURN NULL;
   END $$`,
  createTrigger(
    'application_changed',
    'INSERT OR UPDATE OR DELETE',
    'application',
    'FOR EACH ROW EXECUTE FUNCTION application_changed()',
  ),
  createTrigger(
    'matching_endpoint_added',
    'INSERT OR DELETE',
    'endpoint',
    'FOR EACH ROW EXECUTE FUNCTION matching_endpoint_changed()',
  ),
  createTrigger(
    'matching_endpoint_changed',
    'UPDATE OF filter_types, filter_groups, channels, filter, deleted_at',
    'endpoint',
    `FOR EACH ROW
     WHEN ((OLD.filter_types, OLD.filter_groups, OLD.channels, OLD.filter, OLD.deleted_at) IS DISTINCT FROM
       (NEW.filter_types, NEW.filter_groups, NEW.channels, NEW.filter, NEW.deleted_at))
     EXECUTE FUNCTION matching_endpoint_changed()`,
  ),
  // Of what was there before the triggers: a row that does not exist cannot be held.
  'INSERT INTO application_version (app_id) SELECT id FROM application ON CONFLICT (app_id) DO NOTHING',
];

import { ACCEPT_FUNCTION } from './accept-messages';
import { FINISH_FUNCTION } from './finish-attempts';

/**
 * References that are kept by what writes these tables: the hot statements create a delivery only of a message that they
 * store and of an endpoint that they find, and an attempt only of a delivery. Nothing they refer to is ever deleted, but
 * for deliveries, with their attempts. PostgreSQL would look up each reference in a query of its own and lock the row,
 * which is a write: half of accepting, and where several connections write, they share each lock, which is worse.
 */
const KEPT_BY_WRITERS = [
  ['message', 'message_app_id_fkey'],
  ['delivery', 'delivery_message_id_fkey'],
  ['delivery', 'delivery_endpoint_id_fkey'],
  ['attempt', 'attempt_delivery_id_fkey'],
  ['attempt', 'attempt_message_id_fkey'],
  ['attempt', 'attempt_endpoint_id_fkey'],
] as const;

/**
 * Whoever reads one of the tables for long, such as pg_dump, would make this wait, and everybody else wait behind it. So it
 * gives up soon: it only makes writing faster, and the next start tries again.
 */
const dropReference = ([table, name]: (typeof KEPT_BY_WRITERS)[number]) => `DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conname = '${name}' AND conrelid = '${table}'::regclass) THEN
    PERFORM set_config('lock_timeout', '1s', true);
    ALTER TABLE ${table} DROP CONSTRAINT ${name};
  END IF;
EXCEPTION WHEN lock_not_available THEN NULL;
END $$`;

/** Statements, each of which may run again; once it has an effect, it waits for nobody any more. */
export const HOT_TABLES: readonly string[] = [
  ACCEPT_FUNCTION,
  FINISH_FUNCTION,
  ...KEPT_BY_WRITERS.map(dropReference),
];

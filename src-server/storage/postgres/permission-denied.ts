import type { Database } from '../database';

/** What PostgreSQL lets only the owner of a table do. */
const NOT_OWNER = /^must be owner of/;

/**
 * What a failure at the start means where the user of the database lacks a right, as an error with a sentence for the
 * operator. Any other failure is returned unchanged.
 */
export async function permissionDenied(db: Pick<Database, 'name' | 'get'>, cause: unknown): Promise<unknown> {
  const { code, message } = cause as { readonly code?: unknown; readonly message?: unknown };
  if (code !== '42501') return cause;
  const row = await db.get<{ user: string }>('SELECT quote_ident(current_user) AS "user"');
  const user = row?.user ?? 'USER';
  const advice = NOT_OWNER.test(String(message))
    ? `Connect as the user who owns the tables, or give them to ${user}.`
    : `Let its owner run this in it, then start again: GRANT USAGE, CREATE ON SCHEMA public TO ${user}.`;
  return new Error(
    `The user ${user} may not create the tables of Posthorn in the database ${db.name}: ${message}. ${advice}`,
    { cause },
  );
}

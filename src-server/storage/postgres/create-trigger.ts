/**
 * Creates a trigger where it is missing. Replacing one at each start would wait for everybody who writes to its table,
 * and make them wait; so its definition never changes under one name.
 * @param rest what follows the name of the table
 */
export function createTrigger(name: string, events: string, table: string, rest: string): string {
  return `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = '${name}' AND tgrelid = '${table}'::regclass) THEN
      CREATE TRIGGER ${name} AFTER ${events} ON ${table} ${rest};
    END IF;
  END $$`;
}

import { newServerFolder, postgresPrograms, stopServer } from '../../resources/tools/postgres-server.mjs';

/** Names a folder that all processes of a run share: the first test that needs a PostgreSQL starts it there. */
const FOLDER = 'POSTHORN_TEST_POSTGRES_FOLDER';

/** The folder, in a process of a run. Null: another server was named, or there is none. */
export function sharedFolder(): string | null {
  return process.env[FOLDER] ?? null;
}

/** Called by Vitest before a run, once for each of its projects. */
export function setup(): void {
  if (sharedFolder() || process.env.POSTHORN_TEST_DATABASE || !postgresPrograms()) return;
  process.env[FOLDER] = newServerFolder();
}

/** Called by Vitest after a run. */
export async function teardown(): Promise<void> {
  const folder = sharedFolder();
  delete process.env[FOLDER];
  if (folder) await stopServer(folder);
}

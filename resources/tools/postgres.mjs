import { postgresPrograms } from './postgres-server.mjs';
import { installWithApt } from './setup.mjs';

/** Installs PostgreSQL where apt-get can; elsewhere, or if that fails, tests that need it are skipped and say so. */
export async function ensurePostgres() {
  if (process.env.POSTHORN_TEST_DATABASE || process.platform !== 'linux' || postgresPrograms()) return;
  await installWithApt(['postgresql'], 'to test with a database server as well');
}

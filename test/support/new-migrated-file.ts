import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { markClean } from '../../src-server/storage/files/file-check';
import { readInstallationId } from '../../src-server/storage/installation/read-installation-id';
import { migrate } from '../../src-server/storage/sqlite/migrate';
import { newDatabaseFile } from './new-database-file';

interface Template {
  readonly content: Buffer;
  readonly installationId: string;
}

/** Made once in each process of tests: to migrate a new database takes twenty times as long as to copy one. */
let template: Promise<Template> | null = null;

/**
 * Puts a new database with all tables at a path where there is none, as a server leaves it that was stopped before anybody
 * used it. It is an installation of its own.
 */
export async function newMigratedFile(path: string): Promise<void> {
  template ??= makeTemplate();
  const { content, installationId } = await template;
  const copy = Buffer.from(content);
  const ownId = randomBytes(installationId.length / 2).toString('hex');
  for (let at = copy.indexOf(installationId); at >= 0; at = copy.indexOf(installationId))
    copy.write(ownId, at);
  await writeFile(path, copy, { mode: 0o600, flag: 'wx' });
  await markClean(path);
}

async function makeTemplate(): Promise<Template> {
  const db = await newDatabaseFile();
  try {
    await migrate(db);
    const installationId = await readInstallationId(db);
    await db.close();
    return { content: await readFile(db.path), installationId };
  } finally {
    await db.remove();
  }
}

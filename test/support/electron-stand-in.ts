import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the fuses begin in the binary of Electron; after it their version, their number, and one digit for each. */
export const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * A folder with the file names of Electron's distribution for Linux and nothing that runs: what electron-builder copies,
 * renames and sets fuses in where the real one cannot be had.
 */
export async function writeElectronStandIn(folder: string): Promise<void> {
  await mkdir(join(folder, 'locales'), { recursive: true });
  await mkdir(join(folder, 'resources'));
  const fuses = Buffer.concat([Buffer.from(FUSE_MARK), Buffer.from([1, 9]), Buffer.from('101100011')]);
  await writeFile(
    join(folder, 'electron'),
    Buffer.concat([Buffer.from('stands in for Electron '), fuses, Buffer.from('.')]),
  );
  await chmod(join(folder, 'electron'), 0o755);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version', 'locales/en-US.pak', 'locales/de.pak'])
    await writeFile(join(folder, name), name);
}

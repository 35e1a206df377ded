import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/** Writes the files of an archive into a folder, as an unpacker would. @throws Error if one leads out of it */
export async function unzip(archive: Buffer, folder: string): Promise<void> {
  for (const [path, bytes] of Object.entries(unzipSync(archive))) {
    if (path.startsWith('/') || path.split('/').includes('..'))
      throw new Error(`${path} leads out of the folder`);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * Writes the files of an archive that compresses nothing into a folder, as an unpacker would: by the directory at its end.
 * @throws Error when the archive contradicts itself
 */
export async function unzip(archive: Buffer, folder: string): Promise<void> {
  for (const [path, bytes] of filesOfZip(archive)) {
    if (path.startsWith('/') || path.split('/').includes('..'))
      throw new Error(`${path} leads out of the folder`);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

/** The files of an archive by path. @throws Error when it contradicts itself */
export function filesOfZip(archive: Buffer): Map<string, Buffer> {
  const expectAt = (at: number, mark: number) => {
    if (archive.readUInt32LE(at) !== mark) throw new Error(`no ${mark.toString(16)} at ${at}`);
  };
  const end = archive.length - 22;
  expectAt(end, 0x06054b50);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    expectAt(at, 0x02014b50);
    const [sum, size] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 24)];
    const nameLength = archive.readUInt16LE(at + 28);
    const head = archive.readUInt32LE(at + 42);
    expectAt(head, 0x04034b50);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    if (archive.toString('utf8', head + 30, head + 30 + nameLength) !== name)
      throw new Error(`two names: ${name}`);
    const bytes = archive.subarray(head + 30 + nameLength, head + 30 + nameLength + size);
    if (crc32(bytes) !== sum) throw new Error(`${name} has another checksum`);
    files.set(name, bytes);
    at += 46 + nameLength;
  }
  if (at !== end) throw new Error('the directory does not end where it should');
  return files;
}

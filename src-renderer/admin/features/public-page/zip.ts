import { zipSync } from 'fflate';

/** A file of an archive. */
interface ZipFile {
  /** With slashes, relative; ASCII. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The earliest date of the format: the same files make the same archive. */
const EARLIEST = new Date(1980, 0, 1);

/** A zip archive of these files. */
export function zip(files: readonly ZipFile[]): Blob {
  const archive = zipSync(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])), {
    mtime: EARLIEST,
  });
  return new Blob([archive], { type: 'application/zip' });
}

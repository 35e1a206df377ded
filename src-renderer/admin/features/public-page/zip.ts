/** A file of an archive. */
export interface ZipFile {
  /** With slashes, relative; ASCII. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The first of January 1980, the earliest date the format knows: the same files make the same archive. */
const DOS_DATE = 0x0021;
/** 2.0: folders and plain storing. */
const VERSION = 20;
/** Paths are UTF-8. */
const UTF8 = 0x0800;

/** A zip archive that holds the files as they are: every system opens it, and nothing has to be compressed here. */
export function zip(files: readonly ZipFile[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  const add = (list: Uint8Array<ArrayBuffer>[], bytes: Uint8Array) => list.push(new Uint8Array(bytes));
  for (const { path, bytes } of files) {
    const name = new TextEncoder().encode(path);
    // version, flags, method 0 (stored), time, date, checksum, both sizes, length of the name
    const common = [2, VERSION, 2, UTF8, 2, 0, 2, 0, 2, DOS_DATE, 4, crc32(bytes)];
    const sizes = [4, bytes.length, 4, bytes.length, 2, name.length, 2, 0];
    const head = fields([4, 0x04034b50, ...common, ...sizes]);
    add(parts, head);
    add(parts, name);
    add(parts, bytes);
    // made by, then as above; no comment, first disk, no attributes, where its head is
    add(
      directory,
      fields([4, 0x02014b50, 2, VERSION, ...common, ...sizes, 2, 0, 2, 0, 2, 0, 4, 0, 4, offset]),
    );
    add(directory, name);
    offset += head.length + name.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const counts = [2, files.length, 2, files.length];
  const end = fields([4, 0x06054b50, 2, 0, 2, 0, ...counts, 4, size, 4, offset, 2, 0]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

/** Numbers in a row, lowest byte first: width in bytes, value, width, value. */
function fields(pairs: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const [width = 0, value = 0] = [pairs[at], pairs[at + 1]];
    for (let byte = 0; byte < width; byte += 1) bytes.push((value >>> (8 * byte)) & 255);
  }
  return Uint8Array.from(bytes);
}

/** The checksum of the format. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC_TABLE[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

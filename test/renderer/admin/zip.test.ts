import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { zip } from '../../../src-renderer/admin/features/public-page/zip';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (blob: Blob) =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await blob.arrayBuffer()))).map(([path, b]) => [
      path,
      strFromU8(b),
    ]),
  );

it('a zip archive contains every file, also an empty one and a long one', async () => {
  const long = 'Ünïcode '.repeat(20_000);
  const files = { 'site/index.html': '<h1>Hi</h1>', 'site/empty.css': '', 'site/types/a.b.html': long };
  const made = zip(Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) })));
  expect(await read(made)).toEqual(files);
});

it('the same files make the same zip archive, and no files an empty one', async () => {
  const made = () => zip([{ path: 'a', bytes: bytes('x') }]).arrayBuffer();
  expect(await made()).toEqual(await made());
  expect(await read(zip([]))).toEqual({});
});

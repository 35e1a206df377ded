import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { PickedFile } from './contract/desktop-api';

/** The largest OpenAPI documents known are a tenth of this. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a document as text, whole or not at all.
 * @throws Error with a sentence for the user: it is no file, too large, not UTF-8, or cannot be read
 */
export async function readDocument(path: string, maxBytes = MAX_BYTES): Promise<PickedFile> {
  // Without the second flag, opening a pipe would wait for somebody to write to it. Windows knows neither.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => {
    throw new Error('It could not be read. Check that it still exists and that you may read it.');
  });
  try {
    const before = await file.stat();
    if (!before.isFile()) throw new Error('It is not a file.');
    if (before.size > maxBytes) {
      const limit = Math.floor(maxBytes / 1_048_576);
      throw new Error(`It is larger than ${limit} MB.`);
    }
    // One more than it had, so that one that grows meanwhile is not cut.
    const content = Buffer.alloc(before.size + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(content, length, content.length - length);
      length += bytesRead;
      if (bytesRead === 0) break;
      if (length > before.size) throw new Error('It is being written to. Open it again when that is done.');
    }
    return { name: basename(path), text: decode(content.subarray(0, length)) };
  } finally {
    await file.close();
  }
}

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new Error('It is not text in UTF-8.');
  }
}

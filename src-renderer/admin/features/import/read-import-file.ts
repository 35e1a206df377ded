import { IMPORT_BODY_MAX_BYTES } from '../../../../src-server/contract/openapi-import';
import type { ImportSource } from './import-work';

/** A file as a document to import. Throws Error with a sentence if it is too large or cannot be read. */
export async function readImportFile(file: Pick<File, 'name' | 'size' | 'text'>): Promise<ImportSource> {
  if (file.size > IMPORT_BODY_MAX_BYTES) {
    const [has, most] = [file.size, IMPORT_BODY_MAX_BYTES].map((bytes) => Math.round(bytes / 1e6));
    throw new Error(`${file.name} is too large: ${has} MB. The limit is ${most} MB.`);
  }
  try {
    return { name: file.name, text: await file.text() };
  } catch {
    throw new Error(`${file.name} could not be read. Check that it is a file and still exists.`);
  }
}

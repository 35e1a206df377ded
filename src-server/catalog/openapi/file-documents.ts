import { ApiError } from '../../base/errors';
import type { FileDocuments } from '../../working-copy/folder-files';
import { parseDocumentText } from './document-text';
import { yamlText } from './yaml-text';

/** Files of a catalog in JSON or YAML, with the line and column of what is wrong in one. */
export const fileDocuments: FileDocuments = {
  async parse(text) {
    try {
      return { value: (await parseDocumentText(text)).value };
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      return { fault: cause.message };
    }
  },
  yamlText,
};

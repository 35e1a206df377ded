import { pathToFileURL } from 'node:url';
import { listFolder } from './folder-files';
import { FolderFault, type FolderRules, findFolder } from './folder-root';
import type { TestResult } from './test-connection';

/**
 * Looks whether a folder can be the catalog of a connection. It may be empty: a push fills it.
 * @returns with the address of where it really is, and no token
 */
export async function testFolder(
  address: string,
  rules: FolderRules,
): Promise<TestResult & { readonly baseUrl: string; readonly token: '' }> {
  const result = { field: 'baseUrl', token: '', installation: null } as const;
  try {
    const root = await findFolder(address.trim(), rules);
    const { types } = await listFolder(root);
    const files = types.length === 1 ? '1 file of an event type' : `${types.length} files of event types`;
    return {
      ...result,
      baseUrl: pathToFileURL(root).href,
      ok: true,
      detail: `Connected. The folder has ${files}.`,
    };
  } catch (cause) {
    if (!(cause instanceof FolderFault)) throw cause;
    return { ...result, baseUrl: address, ok: false, detail: cause.message };
  }
}

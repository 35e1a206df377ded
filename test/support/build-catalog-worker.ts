import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programForTest } from './build-for-test';

/** The code that runs in worker threads, with the renderer that it loads. */
export interface BuiltCatalogWorker {
  readonly url: URL;
  remove(): Promise<void>;
}

export async function buildCatalogWorker(): Promise<BuiltCatalogWorker> {
  const { folder, remove } = await programForTest();
  return { url: pathToFileURL(join(folder, 'catalog-worker.js')), remove };
}

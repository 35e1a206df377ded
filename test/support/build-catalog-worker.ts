import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildForTest } from './build-for-test';

/** The code that runs in worker threads, with the renderer that it loads. */
export interface BuiltCatalogWorker {
  readonly url: URL;
  remove(): Promise<void>;
}

export async function buildCatalogWorker(): Promise<BuiltCatalogWorker> {
  const { folder, remove } = await buildForTest({
    'catalog-worker.mjs': 'src-server/catalog/catalog-worker.ts',
    'render-catalog.mjs': 'src-renderer/catalog/render-catalog.tsx',
  });
  return { url: pathToFileURL(join(folder, 'catalog-worker.mjs')), remove };
}

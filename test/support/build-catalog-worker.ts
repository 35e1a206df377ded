import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

/** What runs in worker threads, built as the program has it, but for itself. */
export interface BuiltCatalogWorker {
  readonly url: URL;
  remove(): Promise<void>;
}

/** Builds it below `out/`, where packages are found from. */
export async function buildCatalogWorker(): Promise<BuiltCatalogWorker> {
  await mkdir(join(ROOT, 'out'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'out/test-catalog-worker-'));
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: 'src-server/catalog/catalog-worker.ts',
      outDir: folder,
      target: 'node20.19',
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  return {
    url: pathToFileURL(join(folder, 'catalog-worker.mjs')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

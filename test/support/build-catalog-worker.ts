import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

/** What runs in worker threads, with the renderer that it loads, built as the program has them but for themselves. */
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
      ssr: true,
      outDir: folder,
      target: 'node20.19',
      rolldownOptions: {
        input: {
          'catalog-worker': join(ROOT, 'src-server/catalog/catalog-worker.ts'),
          'render-catalog': join(ROOT, 'src-renderer/catalog/render-catalog.tsx'),
        },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
  return {
    url: pathToFileURL(join(folder, 'catalog-worker.mjs')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

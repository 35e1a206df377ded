import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

/** The thread that reads documents, built as the program has it, but for itself. */
export interface BuiltImportWorker {
  readonly url: URL;
  remove(): Promise<void>;
}

/** Builds it below `out/`, where packages are found from. */
export async function buildImportWorker(): Promise<BuiltImportWorker> {
  await mkdir(join(ROOT, 'out'), { recursive: true });
  const folder = await mkdtemp(join(ROOT, 'out/test-import-worker-'));
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: 'src-server/catalog/import-worker.ts',
      outDir: folder,
      target: 'node20.19',
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  return {
    url: pathToFileURL(join(folder, 'import-worker.mjs')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RenderCatalog, RenderCatalogLater } from './contract/public-catalog';
import type { ServerParts } from './server';

/**
 * The pages, the renderer of the catalog, and the code of worker threads, where the build places them: they are built
 * separately, because the server must run without them. The renderer is loaded when a page is first made: loading it
 * takes longer than everything else at start. Null stands for what was not built.
 *
 * @param entryUrl `import.meta.url` of the entry file, which the build puts in a known place
 */
export function findBuiltParts(
  entryUrl: string,
): Pick<ServerParts, 'uiDir' | 'renderCatalog' | 'catalogProgram' | 'catalogWorker'> {
  const uiDir = fileURLToPath(new URL('../renderer', entryUrl));
  const catalogWorker = new URL('./catalog-worker.js', entryUrl);
  return {
    catalogWorker: existsSync(catalogWorker) ? catalogWorker : null,
    uiDir: existsSync(uiDir) ? uiDir : null,
    renderCatalog: findRenderCatalog(new URL('./render-catalog.js', entryUrl)),
    // Both files name what they load by a hash of its content.
    catalogProgram: hashOfFiles([catalogWorker, new URL('./render-catalog.js', entryUrl)]),
  };
}

function findRenderCatalog(file: URL): RenderCatalogLater | null {
  if (!existsSync(file)) return null;
  return async (catalog, assets) => {
    const built: { readonly renderCatalog: RenderCatalog } = await import(/* @vite-ignore */ file.href);
    return built.renderCatalog(catalog, assets);
  };
}

function hashOfFiles(files: readonly URL[]): string {
  const sum = createHash('sha256');
  for (const file of files) if (existsSync(file)) sum.update(readFileSync(file));
  return sum.digest('hex');
}

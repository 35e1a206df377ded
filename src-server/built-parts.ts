import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RenderDocs } from './contract/api-description';
import type { RenderCatalog } from './contract/public-catalog';
import type { ServerParts } from './server';

/**
 * The pages and the renderers of catalog and documentation, where the build puts them: they are built for themselves, because
 * the server must run without them. Null stands for one that was not built.
 *
 * @param entryUrl `import.meta.url` of the entry file, which the build puts at a known place
 */
export async function loadBuiltParts(
  entryUrl: string,
): Promise<Pick<ServerParts, 'uiDir' | 'renderCatalog' | 'renderDocs'>> {
  const uiDir = fileURLToPath(new URL('../renderer', entryUrl));
  return {
    uiDir: existsSync(uiDir) ? uiDir : null,
    renderCatalog: await loadRenderCatalog(new URL('./render-catalog.js', entryUrl)),
    renderDocs: await loadRenderDocs(new URL('./render-docs.js', entryUrl)),
  };
}

async function loadRenderCatalog(file: URL): Promise<RenderCatalog | null> {
  if (!existsSync(file)) return null;
  const built: { readonly renderCatalog: RenderCatalog } = await import(/* @vite-ignore */ file.href);
  return built.renderCatalog;
}

async function loadRenderDocs(file: URL): Promise<RenderDocs | null> {
  if (!existsSync(file)) return null;
  const built: { readonly renderDocs: RenderDocs } = await import(/* @vite-ignore */ file.href);
  return built.renderDocs;
}

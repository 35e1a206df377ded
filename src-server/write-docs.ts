/**
 * `node out/main/write-docs.js`, the last step of a build: writes the documentation as files next to the
 * other pages. It depends only on the program, so nobody has to wait for it, and no server spends time on it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAssets } from './base/built-styles';
import type { RenderDocs } from './contract/api-description';
import { docsTables } from './docs-tables';
import { allRoutes } from './http/all-routes';
import { describeApi } from './http/description/describe-api';
import { VERSION } from './version';

const uiDir = fileURLToPath(new URL('../renderer', import.meta.url));
const { renderDocs }: { readonly renderDocs: RenderDocs } = await import(
  /* @vite-ignore */ new URL('./render-docs.js', import.meta.url).href
);
// The rows are only read here, so they need none of the parts that their handlers use.
const api = describeApi(allRoutes({} as never), VERSION);
for (const [path, text] of renderDocs(api, docsTables(), readAssets(uiDir, 'docs'))) {
  const file = join(uiDir, 'docs', path.includes('.') ? path : `${path || 'index'}.html`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

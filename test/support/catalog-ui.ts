import { mkdir, writeFile } from 'node:fs/promises';
import { newFolder } from './new-folder';

/** A folder of minimal built pages: the catalog's style sheets, fonts, and a script of the admin. */
export async function makeCatalogUi() {
  const ui = await newFolder();
  for (const folder of ['.vite', 'assets', 'admin', 'portal']) await mkdir(ui.file(folder));
  const put = (path: string, content: string | Uint8Array) => writeFile(ui.file(path), content);
  const fonts = ['inter-cyrillic-wght-normal', 'inter-latin-wght-normal', 'jetbrains-mono-latin-wght-normal'];
  const face = (font: string) => `@font-face{src:url(/assets/${font}.woff2) format("woff2")}`;
  await put('assets/base.css', fonts.map(face).join(''));
  await put('assets/catalog.css', 'p{color:red}');
  for (const font of fonts) await put(`assets/${font}.woff2`, new Uint8Array([1, 2, 254]));
  await put('assets/admin.js', 'admin()');
  await put('admin/index.html', 'the admin page');
  await put('portal/index.html', 'the portal');
  const manifest = {
    'catalog/main.ts': { file: 'assets/c.js', css: ['assets/catalog.css'], imports: ['base.ts'] },
    'base.ts': { file: 'assets/b.js', css: ['assets/base.css'] },
  };
  await put('.vite/manifest.json', JSON.stringify(manifest));
  return { uiDir: ui.path, remove: ui.remove };
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that the pages of the public catalog name. */
export function readCatalogAssets(uiDir: string | null) {
  return { ...readStyles(uiDir, 'catalog'), script: readScript(uiDir, 'catalog') };
}

/**
 * The style sheets of a page that is complete HTML, under the names given by the build, as paths with a leading slash.
 * @param uiDir folder of the built pages; null: they were not built, and there are none
 */
export function readStyles(
  uiDir: string | null,
  page: 'catalog' | 'docs',
): { readonly styles: readonly string[] } {
  const manifest = readManifest(uiDir);
  const entry = manifest[`${page}/main.ts`];
  if (!entry) return { styles: [] };
  // Shared parts of the bundles are in chunks of their own, with their own style sheets: those come first.
  const styles = new Set<string>();
  const seen = new Set<ManifestChunk>();
  const collect = (chunk: ManifestChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports ?? []) collect(manifest[name]);
    for (const file of chunk.css ?? []) styles.add(`/${file}`);
  };
  collect(entry);
  return { styles: [...styles] };
}

/** Of each page: the source of its script. The catalog's stands apart from its styles, because it loads nothing. */
const SCRIPTS = { catalog: 'catalog/script.ts', docs: 'docs/main.ts' };

/**
 * The script of a page, under the name given by the build, as a path with a leading slash.
 * @param uiDir folder of the built pages; null: they were not built
 * @returns null when there is none
 */
export function readScript(uiDir: string | null, page: keyof typeof SCRIPTS): string | null {
  const entry = readManifest(uiDir)[SCRIPTS[page]];
  return entry ? `/${entry.file}` : null;
}

function readManifest(uiDir: string | null): Readonly<Record<string, ManifestChunk | undefined>> {
  const path = uiDir === null ? null : join(uiDir, '.vite', 'manifest.json');
  return path === null || !existsSync(path) ? {} : JSON.parse(readFileSync(path, 'utf8'));
}

/** What pages with these style sheets load: the sheets, and the fonts that they name. Paths with a leading slash. */
export function filesOfStyles(uiDir: string | null, styles: readonly string[]): ReadonlySet<string> {
  const files = new Set(styles);
  if (uiDir === null) return files;
  for (const style of styles) {
    const path = join(uiDir, style);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''; // half a build: its page is plain
    for (const [, , file] of text.matchAll(STYLE_URL)) if (file) files.add(`/assets/${file}`);
  }
  return files;
}

/** A URL below /assets/ in a style sheet; the second group is the name of the file. */
export const STYLE_URL = /url\((['"]?)\/assets\/([^'")]+)\1\)/g;

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

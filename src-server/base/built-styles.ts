import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What text in English needs, and code. */
const PRELOADED_FONTS = /(?:inter|jetbrains-mono)-latin-wght-normal/;

/** The source of each script. The catalog's stands apart from its styles, because it loads nothing. */
const SCRIPTS = { catalog: 'catalog/script.ts', docs: 'docs/main.ts' };

/**
 * The files that pages which are complete HTML name, under the names given by the build, as paths with a leading slash.
 * @param uiDir folder of the built pages; null: they were not built, and there are none
 */
export function readAssets(uiDir: string | null, page: keyof typeof SCRIPTS) {
  const manifest = readManifest(uiDir);
  const styles = stylesOf(manifest, `${page}/main.ts`);
  const script = manifest[SCRIPTS[page]];
  return {
    styles,
    fonts: [...filesOfStyles(uiDir, styles)].filter((file) => PRELOADED_FONTS.test(file)),
    script: script ? `/${script.file}` : null,
  };
}

function stylesOf(manifest: Manifest, source: string): readonly string[] {
  const entry = manifest[source];
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
  return [...styles];
}

type Manifest = Readonly<Record<string, ManifestChunk | undefined>>;

function readManifest(uiDir: string | null): Manifest {
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

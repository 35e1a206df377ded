import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { STYLE_URL } from './built-styles';

/** Paths of files. */
interface PageAssets {
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  readonly script: string | null;
}

/**
 * The files of a page, and the fonts that its style sheets name, for a folder hosted anywhere: all in `assets/`, with
 * relative URLs in place of those that start at the server's root.
 * @param assets paths below `uiDir`, with a leading slash
 */
export async function copyAssets(
  uiDir: string,
  { styles, fonts, script }: PageAssets,
): Promise<{ readonly assets: PageAssets; readonly files: ReadonlyMap<string, string | Uint8Array> }> {
  const files = new Map<string, string | Uint8Array>();
  const names: string[] = [];
  for (const style of styles) {
    const text = await readFile(join(uiDir, style), 'utf8');
    const named = new Set<string>();
    const relative = text.replace(STYLE_URL, (_, _quote, name: string) => {
      named.add(basename(name));
      return `url(${basename(name)})`;
    });
    for (const font of named) files.set(`assets/${font}`, await readFile(join(uiDir, 'assets', font)));
    const name = `assets/${basename(style)}`;
    files.set(name, relative);
    names.push(name);
  }
  const copied = script === null ? null : `assets/${basename(script)}`;
  if (script !== null && copied !== null) files.set(copied, await readFile(join(uiDir, script), 'utf8'));
  const preloaded = fonts.map((font) => `assets/${basename(font)}`);
  return { assets: { styles: names, fonts: preloaded, script: copied }, files };
}

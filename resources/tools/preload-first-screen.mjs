// A plugin of the build: the pages name what their first screen needs, so that a browser requests all of it at once
// instead of finding one file by reading another.

/** The font file with the letters of nearly every text. */
const FONT = /^assets\/inter-latin-wght-normal-.*\.woff2$/;

/**
 * @param {Readonly<Record<string, readonly string[]>>} screens by the folder of a page, the modules that its first
 *   screen loads on its own account, by the ends of their paths
 * @returns {import('vite').Plugin}
 */
export function preloadFirstScreen(screens) {
  return {
    name: 'preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        const modules = screens[path.split('/').at(-2) ?? ''] ?? [];
        const isPainted = modules.length > 0;
        const { scripts, styles } = filesOf(bundle ?? {}, modules);
        // Where the page shows something by itself, the font is loaded after its code.
        const fonts = isPainted ? [] : Object.keys(bundle ?? {}).filter((name) => FONT.test(name));
        /** @param {string} file @param {Record<string, string>} attrs */
        const link = (file, attrs) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: '', href: `/${file}` },
        });
        // What the HTML itself shows is painted first, with the styles alone.
        const later = isPainted ? { fetchpriority: 'low' } : {};
        return [
          ...styles.map((file) => link(file, { rel: 'stylesheet' })),
          ...scripts.map((file) => link(file, { rel: 'modulepreload', ...later })),
          ...fonts.map((file) => link(file, { rel: 'preload', as: 'font', type: 'font/woff2' })),
        ].filter(({ attrs }) => !html.includes(attrs.href));
      },
    },
  };
}

/**
 * The scripts and style sheets of these modules and of everything they need.
 * @param {import('vite').Rollup.OutputBundle} bundle
 * @param {readonly string[]} modules
 */
function filesOf(bundle, modules) {
  /** @type {Set<string>} */
  const scripts = new Set();
  /** @type {Set<string>} */
  const styles = new Set();
  /** @param {string} file */
  const visit = (file) => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || scripts.has(file)) return;
    scripts.add(file);
    for (const next of chunk.imports) visit(next);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && modules.some((end) => chunk.moduleIds.some((id) => id.endsWith(end))))
      visit(chunk.fileName);
  }
  return { scripts: [...scripts], styles: [...styles] };
}

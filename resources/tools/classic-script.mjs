// A plugin of the build: a script in one file without imports, in the old form. The public catalog also opens from a
// folder on disk, where browsers load no modules.

import { build } from 'vite';

/**
 * @param {string} entry path of the source, below `root`; the manifest lists the file under it
 * @param {string} root folder of the pages
 * @param {import('vite').CSSOptions} css as in the build itself, so that class names agree
 * @returns {import('vite').Plugin}
 */
export function classicScript(entry, root, css) {
  return {
    name: 'classic-script',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        root,
        css,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          target: 'es2023',
          minify: 'oxc',
          lib: { entry, formats: ['iife'], name: 'posthorn' },
        },
      });
      const outputs = [built].flat().flatMap((output) => ('output' in output ? output.output : []));
      const script = outputs.find((file) => file.type === 'chunk');
      if (!script) this.error(`${entry} became no script.`);
      const name = entry.replaceAll('/', '-').replace(/\.ts$/, '.js');
      this.emitFile({ type: 'asset', name, originalFileName: entry, source: script.code });
    },
  };
}

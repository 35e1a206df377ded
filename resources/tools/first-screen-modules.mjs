// A step of the build: what the first screen of the portal consists of, so that it can be one file with nothing else in
// it. Only a build knows: the libraries export everything from one place, and most of that is left out again.
import { resolve } from 'node:path';
import { build } from 'vite';

const ENTRY = '\0first-screen';

/**
 * The modules of which something remains when only these are built, and nothing that they load later.
 * @param {string} root folder of the pages
 * @param {readonly string[]} files below it
 * @param {import('vite').PluginOption} plugins
 * @returns {Promise<ReadonlySet<string>>} absolute paths
 */
export async function firstScreenModules(root, files, plugins) {
  const source = files.map(
    (file, at) => `export * as part${at} from ${JSON.stringify(resolve(root, file))};`,
  );
  const entry = {
    name: 'first-screen',
    enforce: /** @type {const} */ ('pre'),
    resolveId: (/** @type {string} */ id) => (id === ENTRY ? id : undefined),
    load: (/** @type {string} */ id) => (id === ENTRY ? source.join('\n') : undefined),
    resolveDynamicImport: (/** @type {unknown} */ id) => ({ id: String(id), external: true }),
  };
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    plugins: [entry, plugins],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((output) =>
    'output' in output ? output.output : [],
  );
  return new Set(
    outputs.flatMap((chunk) =>
      chunk.type !== 'chunk'
        ? []
        : Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) =>
            renderedLength > 0 ? [id] : [],
          ),
    ),
  );
}

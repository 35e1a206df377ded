// Which third-party packages are in the build output, and under which licences: a plugin of the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string, version: string, licence: string, text: string | null }} Licence */

const FILE = 'assets/licences.json';
const LICENCE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt|mit))?$/i;

/**
 * Writes the list next to the pages: what their files contain, and what the server needs at run time.
 * @param {string} root the checkout; the location of this file means nothing once the configuration has been bundled
 * @returns {import('vite').Plugin}
 */
export function licences(root) {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const folders = new Set(runtimeFolders(root));
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const folder = packageFolder(id);
          if (folder) folders.add(folder);
        }
      }
      const list = [...folders].map(readLicence).filter((one) => one !== null);
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(distinct(list)) });
    },
  };
}

/**
 * Direct and indirect dependencies, and the fonts, which style sheets bring into the pages.
 * @param {string} root
 */
function runtimeFolders(root) {
  const manifest = readJson(join(root, 'package.json'));
  const fonts = Object.keys(manifest.devDependencies).filter((name) => name.startsWith('@fontsource'));
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {string} from */
  const visit = (name, from) => {
    const folder = resolveFrom(name, from, root);
    if (folder === null || found.has(folder)) return;
    found.add(folder);
    for (const next of Object.keys(readJson(join(folder, 'package.json')).dependencies ?? {}))
      visit(next, folder);
  };
  for (const name of [...Object.keys(manifest.dependencies), ...fonts]) visit(name, root);
  return found;
}

/**
 * The folder of a package as Node finds it.
 * @param {string} name
 * @param {string} from
 * @param {string} root
 * @returns {string | null} null: it is optional, and not installed
 */
function resolveFrom(name, from, root) {
  for (let folder = from; ; ) {
    const wanted = join(folder, 'node_modules', name);
    if (existsSync(join(wanted, 'package.json'))) return wanted;
    const above = join(folder, '..');
    if (above === folder || !above.startsWith(root)) return null;
    folder = above;
  }
}

/** @param {string} id */
function packageFolder(id) {
  const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/@][^/]*)\//.exec(id.replaceAll('\\', '/')) ?? [];
  return folder ?? null;
}

/**
 * @param {string} folder
 * @returns {Licence | null}
 */
function readLicence(folder) {
  const manifest = readJson(join(folder, 'package.json'));
  if (!manifest.name) return null;
  const file = readdirSync(folder).find((name) => LICENCE_FILE.test(name));
  return {
    name: manifest.name,
    version: manifest.version ?? '',
    licence: typeof manifest.license === 'string' ? manifest.license : (manifest.license?.type ?? 'not said'),
    text: file ? readFileSync(join(folder, file), 'utf8').trim() : null,
  };
}

/**
 * Sorted, without duplicates, however many copies there are.
 * @param {readonly Licence[]} list
 */
function distinct(list) {
  const byName = new Map(list.map((one) => [`${one.name} ${one.version}`, one]));
  return [...byName.values()].sort(
    (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version),
  );
}

/** @param {string} path */
function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

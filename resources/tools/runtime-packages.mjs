// What the server needs while it runs: which of the installed packages, and which files of the build.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

/** @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Entry */

/** What sqlite3 needs when it runs. Everything else it lists downloads or compiles it, once, at installation. */
const SQLITE_NEEDS = ['bindings'];

/** Sources of what is compiled already, and what only compilers and debuggers read; relative to node_modules. */
const NOT_READ = /^sqlite3\/(?:deps|src|build\/(?!Release\/[^/]+\.node$|Release$|$))|\.(?:map|[cm]?ts)$/;

/**
 * @param {string} [root] the checkout
 * @returns {string[]} the needed packages, as paths below node_modules; those for other systems too
 */
export function runtimePackages(root = ROOT) {
  return [...reachable(readLock(root), (path) => (path === 'sqlite3' ? SQLITE_NEEDS : undefined))].sort();
}

/**
 * @returns {string[]} the packages that only an installation needs, as paths below node_modules; also at the top, where
 * electron-builder moves what is inside of another and has a name of its own
 */
export function installOnlyPackages() {
  const needed = new Set(runtimePackages());
  const paths = [...reachable(readLock(ROOT), () => undefined)];
  const places = paths.flatMap((path) => [path, path.replace(/^.*\/node_modules\//, '')]);
  return [...new Set(places)].filter((path) => !needed.has(path)).sort();
}

/**
 * Copies what `posthorn serve` consists of: a folder that runs wherever the same Node and system are.
 * @param {string} folder is created
 */
export function copyRuntime(folder) {
  const copy = (/** @type {string} */ path, /** @type {(path: string) => boolean} */ wanted = () => true) =>
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (from) => wanted(from) });
  for (const file of ['package.json', 'LICENSE', 'out/main', 'out/renderer']) copy(file);
  const modules = join(ROOT, 'node_modules');
  for (const path of runtimePackages()) {
    if (!existsSync(join(modules, path))) continue; // optional, and not for this system
    const own = join(modules, path, 'node_modules'); // packages inside of it are in the list themselves
    copy(`node_modules/${path}`, (from) => {
      const below = from.slice(modules.length + 1).replaceAll('\\', '/');
      return from !== own && !NOT_READ.test(below);
    });
  }
}

/**
 * @param {string} root
 * @returns {Record<string, Entry>} by path from the root of the checkout; the root itself is `''`
 */
function readLock(root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/**
 * @param {Record<string, Entry>} entries
 * @param {(path: string) => readonly string[] | undefined} only what counts, instead of all that a package lists
 */
function reachable(entries, only) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ name, /** @type {string} */ from) => {
    const path = locate(entries, name, from);
    if (path === null || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = entries[`node_modules/${path}`] ?? {};
    const listed = Object.keys({ ...dependencies, ...optionalDependencies });
    for (const next of only(path) ?? listed) visit(next, path);
  };
  for (const name of Object.keys(entries['']?.dependencies ?? {})) visit(name, '');
  return found;
}

/**
 * Finds a package as Node does: in the folder of the one that asks, then in each folder above.
 * @param {Record<string, Entry>} entries
 * @param {string} name
 * @param {string} from path below node_modules
 * @returns {string | null} null: optional, and not in the lock file
 */
function locate(entries, name, from) {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/node_modules\/)(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = folder ? `${folder}/node_modules/${name}` : name;
    if (entries[`node_modules/${path}`]) return path;
    if (!folder) return null;
  }
}

// Which third-party packages are in the build output, and under which licences: a plugin of the build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimePackages } from './runtime-packages.mjs';

/** @typedef {{ name: string, version: string, licence: string, text: string | null }} Licence */

const FILE = 'assets/licences.json';
const LICENCE_FILE = /^(licen[cs]e|copying|notice)(\.(md|txt|mit))?$/i;

/**
 * Writes the list next to the pages: what their files contain, what the program contains, and what the server needs at
 * run time.
 * @param {string} root the checkout; the location of this file means nothing once the configuration has been bundled
 * @returns {{ ofProgram: import('vite').Plugin, ofPages: import('vite').Plugin }} the first for the build of the
 * program, which comes first; the second writes the list
 */
export function licences(root) {
  const folders = new Set(runtimeFolders(root));
  /** @type {import('vite').Rolldown.Plugin['generateBundle']} */
  const collect = (_options, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const id of chunk.moduleIds) {
        const folder = packageFolder(id);
        if (folder) folders.add(folder);
      }
    }
  };
  return {
    ofProgram: { name: 'licences-of-program', apply: 'build', generateBundle: collect },
    ofPages: {
      name: 'licences',
      apply: 'build',
      generateBundle(options, bundle, isWrite) {
        collect.call(this, options, bundle, isWrite);
        const list = [...folders].map(readLicence).filter((licence) => licence !== null);
        this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(distinct(list)) });
      },
    },
  };
}

/**
 * What the server needs at run time, and the fonts, which style sheets bring into the pages.
 * @param {string} root
 */
function runtimeFolders(root) {
  const { devDependencies } = readJson(join(root, 'package.json'));
  const fonts = Object.keys(devDependencies).filter((name) => name.startsWith('@fontsource'));
  const folders = [...runtimePackages(root), ...fonts].map((path) => join(root, 'node_modules', path));
  return folders.filter((folder) => existsSync(folder)); // some are for other systems
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
  const byName = new Map(list.map((licence) => [`${licence.name} ${licence.version}`, licence]));
  return [...byName.values()].sort(
    (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version),
  );
}

/** @param {string} path */
function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

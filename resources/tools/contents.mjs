// What a package says about its own contents: the licences as text, and the components as CycloneDX.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

/** @typedef {import('./licences.mjs').Licence} Licence */
/** @typedef {{ 'bom-ref': string, type: string, group?: string, name: string, version: string, purl?: string, hashes?: unknown[], properties?: { name: string }[] }} Component */
/** @typedef {{ metadata: { component: Component }, components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }} Sbom */

/**
 * Writes `licences.txt` and `posthorn.cdx.json`. Both follow the list that the build makes of what it really took in,
 * because most packages that the pages consist of are no dependencies at run time.
 * @param {string} folder
 */
export function writeContents(folder) {
  /** @type {Licence[]} */
  const licences = JSON.parse(readFileSync(join(ROOT, 'out/renderer/assets/licences.json'), 'utf8'));
  writeFileSync(join(folder, 'licences.txt'), licencesText(licences));
  writeFileSync(
    join(folder, 'posthorn.cdx.json'),
    `${JSON.stringify(onlyInside(readSbom(), licences), null, 2)}\n`,
  );
}

/** @param {readonly Licence[]} licences */
function licencesText(licences) {
  const line = '-'.repeat(80);
  const each = licences.map(({ name, version, licence, text }) =>
    [line, `${name} ${version} (${licence})`, ...(text ? ['', text] : []), ''].join('\n'),
  );
  const head =
    'Posthorn contains these packages. Its own licence is in the file LICENSE; those of Electron and Chromium';
  return [`${head}\nare in the files beside the program.`, '', ...each].join('\n');
}

/**
 * The list of all components that package-lock.json names, as npm writes it.
 * @returns {Sbom}
 */
function readSbom() {
  // Windows starts npm, which is a script there, only through its shell.
  const shell = process.platform === 'win32';
  // What the pages are made of is listed among what only develops it, which npm leaves out where NODE_ENV says production.
  const of = ['--package-lock-only', '--include=dev'];
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', ...of];
  return JSON.parse(
    execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell, maxBuffer: 64 * 1024 * 1024 }),
  );
}

/**
 * The same without what only builds and tests the program.
 * @param {Sbom} sbom
 * @param {readonly Licence[]} licences of what is inside
 * @returns {Sbom}
 * @throws {Error} when something inside is not in it
 */
export function onlyInside(sbom, licences) {
  const nameOf = (/** @type {Component} */ { group, name, version }) =>
    `${group ? `${group}/` : ''}${name}@${version}`;
  const inside = new Set(licences.map(({ name, version }) => `${name}@${version}`));
  const components = sbom.components
    .filter((component) => component.name === 'electron' || inside.has(nameOf(component)))
    .map(withoutProperties);
  const listed = new Set(components.map(nameOf));
  const missing = [...inside].filter((name) => !listed.has(name));
  if (missing.length > 0) throw new Error(`package-lock.json does not name ${missing.join(', ')}.`);
  const refs = new Set([...components, sbom.metadata.component].map((component) => component['bom-ref']));
  return {
    ...sbom,
    components,
    dependencies: sbom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  };
}

/**
 * npm marks what is a dependency for development: true of its list, and misleading in one of what is inside.
 * @param {Component} component
 * @returns {Component}
 */
function withoutProperties({ properties, ...component }) {
  return component;
}

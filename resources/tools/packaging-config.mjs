// What electron-builder is told: what goes into the program, and how each system gets it.
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { installOnlyPackages } from './runtime-packages.mjs';
import { ROOT, SetupError } from './setup.mjs';

/** The documents that can be opened with the program: see src-main/opened-items.ts. */
const DOCUMENTS = [
  { name: 'JSON document', type: 'application/json', endings: ['json'] },
  { name: 'YAML document', type: 'application/yaml', endings: ['yaml', 'yml'] },
];
const SOURCES = join(ROOT, 'resources/packaging');

/**
 * What the packages of one release have in common, from the environment of whoever releases them.
 * @typedef {object} Release
 * @property {string | null} homepage `https://...`; the packages for Debian must name one
 * @property {string | null} maintainer `Name <address>`; the packages for Debian must name one
 * @property {string | null} updateUrl the folder on the web with the newest version; null: no updates
 * @property {string | null} updateKey the public key that updates are signed with, see `updateSigning`
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Release}
 * @throws {SetupError} when updates would not be safe
 */
export function readRelease(env) {
  const release = {
    homepage: env.POSTHORN_HOMEPAGE || null,
    maintainer: env.POSTHORN_MAINTAINER || null,
    updateUrl: env.POSTHORN_UPDATE_URL || null,
    updateKey: env.POSTHORN_UPDATE_KEY || null,
  };
  if (release.updateUrl && !release.updateUrl.startsWith('https://'))
    throw new SetupError('POSTHORN_UPDATE_URL must start with https://.');
  if (Boolean(release.updateUrl) !== Boolean(release.updateKey))
    throw new SetupError(
      'POSTHORN_UPDATE_URL and POSTHORN_UPDATE_KEY belong together: a program installs no update that is not signed. ' +
        'Create a key with: node resources/tools/sign-updates.mjs --new-key',
    );
  return release;
}

/**
 * @param {Release} release
 * @param {{ folder: string, prepared: string }} places where the packages are written, and where the icons and the lists
 * of what is inside are
 * @returns {import('electron-builder').Configuration}
 */
export function packagingConfig({ homepage, maintainer, updateUrl, updateKey }, { folder, prepared }) {
  return {
    appId: 'app.posthorn.desktop',
    productName: 'Posthorn',
    copyright: 'Copyright (c) 2026 The Posthorn authors',
    directories: { output: folder, buildResources: prepared },
    files: [
      'package.json',
      'out/{main,preload,renderer}/**',
      '!out/main/{write-docs.js,.build-stamp}',
      ...installOnlyPackages().map((name) => `!node_modules/${name}/**`),
      // Sources of what is compiled already.
      '!node_modules/sqlite3/{deps,src,build/Release/{obj,obj.target,.deps}}/**',
      '!node_modules/**/*.{map,ts,cts,mts}',
    ],
    extraMetadata: {
      ...(homepage ? { homepage } : {}),
      ...(updateKey ? { updates: { publicKey: updateKey } } : {}),
    },
    asar: true,
    // A native module is loaded by the system, which cannot look into an archive.
    asarUnpack: ['**/*.node'],
    // sqlite3 is built against Node-API: the file that `npm ci` brought fits Electron as it is.
    npmRebuild: false,
    electronLanguages: ['en-US'],
    extraResources: [
      { from: join(SOURCES, 'command'), to: 'command' },
      { from: join(ROOT, 'LICENSE'), to: 'LICENSE' },
      { from: join(prepared, 'licences.txt'), to: 'licences.txt' },
      { from: join(prepared, 'posthorn.cdx.json'), to: 'posthorn.cdx.json' },
    ],
    // What the binary refuses from outside. It is no Node for others (ELECTRON_RUN_AS_NODE), takes no options or
    // debugger, and loads only the archive whose checksum is in it.
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      // Changing a fuse breaks the signature that Apple's processors require even of what nobody has signed.
      resetAdHocDarwinSignature: process.platform === 'darwin' && process.arch === 'arm64',
    },
    afterPack: addCommand,
    protocols: [{ name: 'Posthorn link', schemes: ['posthorn'], role: 'Viewer' }],
    publish: updateUrl ? [{ provider: 'generic', url: updateUrl }] : null,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills these in.
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    linux: {
      target: ['AppImage', 'deb'],
      category: 'Development',
      synopsis: 'Send webhooks at a limit',
      // The name without an ending is that of the command line.
      executableName: 'posthorn-desktop',
      mimeTypes: DOCUMENTS.map(({ type }) => type),
      icon: join(prepared, 'icons'),
      ...(maintainer ? { maintainer } : {}),
    },
    deb: { fpm: [`${join(SOURCES, 'deb/posthorn')}=/usr/bin/posthorn`] },
    mac: {
      target: ['dmg', 'zip'], // updates come from the second
      category: 'public.app-category.developer-tools',
      icon: join(prepared, 'icon.icns'),
      fileAssociations: DOCUMENTS.map(({ name, endings }) => ({
        ext: endings,
        name,
        role: 'Viewer',
        rank: 'Alternate', // offered under "Open with", and never instead of an editor
      })),
      hardenedRuntime: true,
      entitlements: join(SOURCES, 'entitlements.plist'),
      entitlementsInherit: join(SOURCES, 'entitlements.plist'),
      // electron-builder signs and notarizes where it finds the certificate and the account, and says so where not.
      notarize: true,
    },
    // No file associations: the installer would make this program the one that opens every such file. "Open with" of
    // the system leads here as well.
    win: {
      target: ['nsis'],
      icon: join(prepared, 'icon.ico'),
      verifyUpdateCodeSignature: true,
    },
    nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  };
}

/**
 * Puts the command line next to the program, as plain files: the archive can only be read by Electron, whose Node is
 * locked. It contains exactly what the archive contains.
 * @param {import('electron-builder').AfterPackContext} context
 */
function addCommand({ appOutDir, packager }) {
  const resources = packager.getResourcesDir(appOutDir);
  extractAll(join(resources, 'app.asar'), join(resources, 'command'));
}

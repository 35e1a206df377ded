// Signs the packages of a release for the programs that update themselves. It runs where the packages of all systems
// have been brought together.
//
//   node resources/tools/sign-updates.mjs --new-key                     prints a new pair of keys
//   node resources/tools/sign-updates.mjs PACKAGES OUT [--staging 10]   the private key is in POSTHORN_UPDATE_SIGNING_KEY
//
// PACKAGES has a folder for each system with what `npm run package` made there; OUT is then what the update server
// serves. `--staging 10` offers the version to ten installations of a hundred; sign again with a larger number, or
// without one, to go on.
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';

/** @typedef {{ url: string, sha512: string, size?: number }} UpdateFile */
/** @typedef {{ version: string, files: UpdateFile[], stagingPercentage?: number, signature?: string }} UpdateInfo */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'new-key': { type: 'boolean' }, staging: { type: 'string' } },
});
try {
  if (values['new-key']) printNewKey();
  else signAll(positionals, values.staging);
} catch (cause) {
  console.error(`posthorn: ${cause instanceof Error ? cause.message : String(cause)}`);
  process.exitCode = 1;
}

function printNewKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const base64 = (/** @type {Buffer} */ der) => der.toString('base64');
  console.log(`POSTHORN_UPDATE_KEY=${base64(publicKey.export({ type: 'spki', format: 'der' }))}`);
  console.log(`POSTHORN_UPDATE_SIGNING_KEY=${base64(privateKey.export({ type: 'pkcs8', format: 'der' }))}`);
}

/**
 * @param {readonly string[]} folders
 * @param {string | undefined} staging
 */
function signAll([from, to, ...more], staging) {
  if (!from || !to || more.length > 0)
    throw new Error('name the folder of the packages, and the one to write to');
  const share = staging === undefined ? undefined : Number(staging);
  if (share !== undefined && !(Number.isInteger(share) && share > 0 && share < 100))
    throw new Error('--staging takes a whole number from 1 to 99');
  const secret = process.env.POSTHORN_UPDATE_SIGNING_KEY;
  if (!secret) throw new Error('POSTHORN_UPDATE_SIGNING_KEY is not set');
  const key = createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' });
  mkdirSync(to, { recursive: true });
  /** @type {Map<string, UpdateInfo[]>} */
  const descriptions = new Map();
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (/^latest.*\.yml$/.test(entry.name)) {
      const others = descriptions.get(entry.name) ?? [];
      descriptions.set(entry.name, [...others, parse(readFileSync(path, 'utf8'))]);
    } else if (/\.(?:AppImage|deb|dmg|zip|exe|blockmap)$/.test(entry.name)) {
      if (existsSync(join(to, entry.name))) throw new Error(`there are two files named ${entry.name}`);
      copyFileSync(path, join(to, entry.name));
    }
  }
  if (descriptions.size === 0)
    throw new Error('there is no latest.yml: the packages were made without an update server');
  for (const [name, parts] of descriptions) {
    const info = merge(name, parts);
    for (const file of info.files) verifyChecksum(to, file);
    const signature = sign(null, Buffer.from(signedText(info)), key).toString('base64');
    const staged = share === undefined ? {} : { stagingPercentage: share };
    writeFileSync(join(to, name), stringify({ ...info, signature, ...staged }));
    console.log(`posthorn: signed ${name}: version ${info.version}, ${info.files.length} files`);
  }
}

/**
 * The Mac has one description for both processors, and each machine has written its own.
 * @param {string} name
 * @param {readonly UpdateInfo[]} parts at least one
 * @returns {UpdateInfo}
 */
function merge(name, parts) {
  const [first] = parts;
  if (!first || parts.some(({ version }) => version !== first.version))
    throw new Error(`the files ${name} are of different versions`);
  return { ...first, files: parts.flatMap(({ files }) => files) };
}

/**
 * @param {string} folder
 * @param {UpdateFile} file
 * @throws {Error} when it is not the file that was described
 */
function verifyChecksum(folder, { url, sha512 }) {
  const path = join(folder, basename(url));
  const found = createHash('sha512').update(readFileSync(path)).digest('base64');
  if (found !== sha512) throw new Error(`${path} is not the file that was packaged`);
}

/**
 * The same text as in src-main/update-signature.ts, which verifies it.
 * @param {UpdateInfo} info
 */
function signedText({ version, files }) {
  const lines = files.map(({ url, sha512 }) => JSON.stringify([url, sha512])).sort();
  return ['posthorn-update-1', JSON.stringify(version), ...lines].join('\n');
}

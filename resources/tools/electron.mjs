// The Electron binary. It is not part of the npm package (since version 42) but downloaded on demand, and loading the
// package to locate it would start that download without a time limit: so its files are checked instead.
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, readText, runPackage, say } from './setup.mjs';

const PACKAGE = join(ROOT, 'node_modules/electron');
/** Written when the download failed, so that not every start waits for it again. */
const FAILED = join(ROOT, 'node_modules/.posthorn-electron-failed');
const ASK_AGAIN_AFTER_MS = 24 * 3_600_000;

/** @returns {string | null} the path of the Electron binary, or null when there is none */
export function findElectron() {
  const named = process.env.POSTHORN_ELECTRON ?? process.env.ELECTRON_EXEC_PATH;
  if (named) return existsSync(named) ? named : null;
  const name = readText(join(PACKAGE, 'path.txt'))?.trim();
  if (!name) return null;
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(PACKAGE, 'dist'), name);
  return existsSync(path) ? path : null;
}

/** @returns {string | null} why no window is wanted or possible here, in words; null if one is */
export function whyNoWindow() {
  if (process.env.POSTHORN_HEADLESS === '1') return 'POSTHORN_HEADLESS is 1';
  const screen = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (process.platform === 'linux' && !screen) return 'there is no display';
  return null;
}

/**
 * The binary, downloaded if missing: at most one try a day, for up to five minutes.
 * @returns {Promise<string | null>} null when it is not available
 */
export async function ensureElectron() {
  const present = findElectron();
  if (present) return present;
  if (existsSync(FAILED) && Date.now() - statSync(FAILED).mtimeMs < ASK_AGAIN_AFTER_MS) return null;
  say('fetching Electron for the window, once (about 100 MB, five minutes at most)');
  await runPackage('electron/install.js', [], { timeoutMs: 300_000, quiet: true });
  const fetched = findElectron();
  if (!fetched) {
    say('it could not be fetched; tried again tomorrow, or at once with: npx install-electron');
    writeFileSync(FAILED, '');
  }
  return fetched;
}

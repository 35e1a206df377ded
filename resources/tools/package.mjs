// npm run package: installers for the system and the processor of this machine, in out/package. sqlite3 is compiled for
// them, so each system makes its own (see .github/workflows/release.yml).
//
//   npm run package
//   npm run package -- --dir     only the program, as a folder
//
// POSTHORN_HOMEPAGE and POSTHORN_MAINTAINER name who releases it, as packages for Debian must. POSTHORN_UPDATE_URL and
// POSTHORN_UPDATE_KEY turn on updates (see resources/tools/sign-updates.mjs).
import './node-version.mjs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, ROOT, SetupError, say } from './setup.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
  // Loaded now, because they need what has just been installed.
  const { makePackages } = await import('./make-packages.mjs');
  const { readRelease } = await import('./packaging-config.mjs');
  const made = await makePackages({
    release: readRelease(process.env),
    folder: join(ROOT, 'out/package'),
    programOnly: process.argv.includes('--dir'),
  });
  say(made.length > 0 ? `made ${made.join(', ')}` : 'made the program in out/package');
} catch (cause) {
  if (!(cause instanceof SetupError)) throw cause;
  say(cause.message);
  process.exitCode = 1;
}

// Packages of the built program, by electron-builder.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'electron-builder';
import { writeContents } from './contents.mjs';
import { writeIcons } from './icons.mjs';
import { packagingConfig } from './packaging-config.mjs';
import { ROOT, SetupError } from './setup.mjs';

/**
 * For this system and this processor.
 * @param {object} options
 * @param {import('./packaging-config.mjs').Release} options.release
 * @param {string} options.folder is emptied
 * @param {boolean} options.programOnly the program as a folder, without installers
 * @param {string} [options.electron] a folder with the files of Electron; downloaded by default
 * @returns {Promise<string[]>} the installers; empty for the program only
 * @throws {SetupError}
 */
export async function makePackages({ release, folder, programOnly, electron }) {
  if (process.platform === 'linux' && !programOnly && !(release.homepage && release.maintainer))
    throw new SetupError(
      'Packages for Debian name who made them: set POSTHORN_HOMEPAGE (https://...) and POSTHORN_MAINTAINER ' +
        '(Name <address>), or make only the program, with: npm run package -- --dir',
    );
  rmSync(folder, { recursive: true, force: true });
  const prepared = join(folder, 'prepared');
  mkdirSync(prepared, { recursive: true });
  writeIcons(readFileSync(join(ROOT, 'resources/packaging/icon.svg'), 'utf8'), prepared);
  writeContents(prepared);
  return build({
    projectDir: ROOT,
    config: {
      ...packagingConfig(release, { folder, prepared }),
      ...(electron ? { electronDist: electron } : {}),
    },
    [process.arch === 'arm64' ? 'arm64' : 'x64']: true,
    dir: programOnly,
    publish: 'never',
  });
}

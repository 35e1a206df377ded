// The icon of the program in the tray, drawn into the build from the source of all icons.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { draw, readShapes } from './icons.mjs';

/** The system takes the one that fits its screen by the end of the name. */
const PICTURES = /** @type {const} */ ([
  ['tray.png', 16],
  ['tray@1.5x.png', 24],
  ['tray@2x.png', 32],
  ['tray@3x.png', 48],
]);

/**
 * @param {string} root the folder of the checkout
 * @returns {import('vite').Plugin}
 */
export function trayIcon(root) {
  return {
    name: 'tray-icon',
    apply: 'build',
    generateBundle() {
      const shapes = readShapes(readFileSync(join(root, 'resources/packaging/icon.svg'), 'utf8'));
      for (const [fileName, size] of PICTURES)
        this.emitFile({ type: 'asset', fileName, source: draw(shapes, size) });
    },
  };
}

import { rmSync } from 'node:fs';
import { ensureBuilt } from '../../resources/tools/setup.mjs';
import { EXECUTED } from '../electron-double/executed-folder';

/** Two tests run at a time, and neither may find the program missing because the other one is rebuilding it. */
// biome-ignore lint/style/noDefaultExport: Playwright accepts no other
export default function beforeBrowserTests(): Promise<void> {
  rmSync(EXECUTED, { recursive: true, force: true });
  return ensureBuilt();
}

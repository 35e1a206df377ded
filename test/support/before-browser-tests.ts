import { rmSync } from 'node:fs';
import { ensureBuilt } from '../../resources/tools/setup.mjs';
import { EXECUTED } from '../electron-double/executed-folder';

/** Two tests run at a time, and neither may find the program missing because the other one is rebuilding it. */
// biome-ignore lint/style/noDefaultExport: Playwright accepts no other
export default async function beforeBrowserTests(): Promise<void> {
  // A recording has built it, and has a run for each test.
  if (process.env.POSTHORN_RECORD_FOLDER) return;
  rmSync(EXECUTED, { recursive: true, force: true });
  await ensureBuilt();
}

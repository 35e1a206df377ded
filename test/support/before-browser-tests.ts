import { ensureBuilt } from '../../resources/tools/setup.mjs';

/** Two tests run at a time, and neither may find the program missing because the other one is rebuilding it. */
// biome-ignore lint/style/noDefaultExport: Playwright accepts no other
export default function beforeBrowserTests(): Promise<void> {
  return ensureBuilt();
}

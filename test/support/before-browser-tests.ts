import { ensureBuilt } from '../../resources/tools/setup.mjs';

/** Two tests run at a time, and none may find the program gone because the other one builds it anew. */
// biome-ignore lint/style/noDefaultExport: Playwright takes no other
export default function beforeBrowserTests(): Promise<void> {
  return ensureBuilt();
}

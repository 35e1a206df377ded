import type { DesktopApi } from '../../src-main/contract/desktop-api';

/**
 * What the desktop program can do for this page; undefined in a plain browser. The only place that reads
 * `window.desktop`: callers first handle the case without it.
 */
export function desktop(): DesktopApi | undefined {
  return (globalThis as { readonly desktop?: DesktopApi }).desktop;
}

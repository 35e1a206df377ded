import type { DesktopApi } from '../../src-main/contract/desktop-api';

/**
 * What the desktop program can do for this page; undefined in a plain browser. The only place that reads
 * `window.desktop`: whoever uses it writes first what happens without it.
 */
export function desktop(): DesktopApi | undefined {
  return (window as { readonly desktop?: DesktopApi }).desktop;
}

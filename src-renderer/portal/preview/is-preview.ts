/** Whether this is a frame of a preview: it has a page around it, and no origin. */
export function isPreview(window: Window): boolean {
  return window.parent !== window && window.origin === 'null';
}

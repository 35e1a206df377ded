const TEXT = 'input, textarea, select, [contenteditable], [role=textbox], [role=dialog], [role=listbox]';

/**
 * Whether a key press belongs to the preview around the frame: its own single keys outside of text, and the keys that
 * lead out of a frame, which would otherwise swallow them.
 */
export function isForPreview(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey) return false;
  const { key } = event;
  if (key === 'F6') return true;
  const mod = event.ctrlKey || event.metaKey;
  if (mod) return key.toLowerCase() === 'k';
  if (event.target instanceof Element && event.target.closest(TEXT)) return false;
  return /^[1-4mlctdnpMF[\]]$/.test(key);
}

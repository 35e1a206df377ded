/**
 * Tells the page around the portal how high it is, so that a frame can grow with it. Any page may hear it:
 * a height is no secret, and who embeds the portal is not known here.
 * @returns stops telling
 */
export function postHeight(content: HTMLElement, window: Window): () => void {
  if (window.parent === window) return () => {};
  let last = -1;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(content.getBoundingClientRect().height);
    if (height === last) return;
    last = height;
    window.parent.postMessage({ type: 'svix.iframe-resizer-height', payload: { height } }, '*');
  });
  observer.observe(content);
  return () => observer.disconnect();
}

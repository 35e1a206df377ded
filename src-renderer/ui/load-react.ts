/**
 * Loads React, and what a first screen needs besides code: the font, which would slow that code down on its way, and
 * whose stand-in is as wide and as high; and what the browser knows of languages, which it reads from disk at first use.
 */
export async function loadReact(): Promise<void> {
  setTimeout(() => Intl.DateTimeFormat.supportedLocalesOf('en'));
  await import('react-dom/client');
  document.fonts.load('1em "Inter Variable"').catch(() => undefined);
}

import { fontKey, type PagePicture } from '../../../../shared/preview-link/messages';

/** Maximum height of a page in the picture, in CSS pixels. */
const PICTURE_HEIGHT_MAX = 6000;

/**
 * A page of a frame as an SVG that contains the page itself: the browser renders it as in the frame, but as an image it
 * runs no scripts and sends no requests. Its fonts are embedded.
 */
export async function frameSvg(
  picture: PagePicture,
): Promise<{ readonly svg: string; readonly height: number }> {
  const height = Math.min(PICTURE_HEIGHT_MAX, picture.height);
  const sheets = await Promise.all(
    picture.sheets.map(async ({ href, text }) => {
      const css = href === null ? text : await ownText(new URL(href));
      return withOwnFiles(withoutUnusedFonts(css, picture.fonts), href ?? location.href);
    }),
  );
  const theme = picture.theme === 'dark' ? 'dark' : 'light';
  // In an image the SVG is the root: theme and text size must be set on it.
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${height}" data-theme="${theme}"`,
    ` style="font-size:${picture.rootFontPx}px">`,
    `<style>${escapeXml(`${sheets.join('\n')}\nhtml{min-height:100%}`)}</style>`,
    `<foreignObject x="0" y="0" width="100%" height="100%">${picture.markup}</foreignObject></svg>`,
  ].join('');
  return { svg, height };
}

/** The text of a style sheet of this server; empty for any other address. */
async function ownText(url: URL): Promise<string> {
  if (!isOwnFile(url)) return '';
  const response = await fetch(url, { credentials: 'omit' });
  return response.ok ? response.text() : '';
}

function isOwnFile({ origin, pathname }: URL): boolean {
  return origin === location.origin && pathname.startsWith('/assets/');
}

function withoutUnusedFonts(css: string, used: readonly string[]): string {
  return css.replace(/@font-face\s*\{[^}]*\}/g, (rule) => {
    const family = /font-family:\s*([^;}]+)/.exec(rule)?.[1] ?? '';
    const range = /unicode-range:\s*([^;}]+)/.exec(rule)?.[1] ?? 'U+0-10FFFF';
    return used.includes(fontKey(family, normalRange(range))) ? rule : '';
  });
}

/** As browsers write it: each end without leading zeros, and a single character unchanged. */
function normalRange(range: string): string {
  return range
    .split(',')
    .map((part) => part.trim().replace(/(^U\+|-)0+(?=[0-9a-f])/gi, '$1'))
    .join(',');
}

const LINK = /url\(\s*(["']?)(.*?)\1\s*\)/g;
const files = new Map<string, Promise<string>>();

/** Replaces links to files of this server with the files; other links lead nowhere in a picture and are dropped. */
async function withOwnFiles(css: string, href: string): Promise<string> {
  const links = new Map<string, string>();
  for (const [, , link = ''] of css.matchAll(LINK)) {
    if (link.startsWith('data:') || link.startsWith('#')) continue;
    links.set(link, await asData(new URL(link, href)));
  }
  return css.replace(LINK, (whole, _quote, link: string) => {
    const data = links.get(link);
    return data === undefined ? whole : `url("${data}")`;
  });
}

function asData(url: URL): Promise<string> {
  if (url.origin !== location.origin || !url.pathname.startsWith('/assets/'))
    return Promise.resolve('data:,');
  const kept = files.get(url.href) ?? readAsData(url.href);
  files.set(url.href, kept);
  return kept;
}

async function readAsData(address: string): Promise<string> {
  const response = await fetch(address, { credentials: 'omit' });
  if (!response.ok) return 'data:,';
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('A font could not be read.'));
    reader.readAsDataURL(blob);
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

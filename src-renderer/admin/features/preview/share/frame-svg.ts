import { fontKey, type PagePicture } from '../../../../shared/preview-link/messages';

/** Maximum height of one picture, in CSS pixels: a higher page takes several. */
export const PICTURE_HEIGHT_MAX = 15_000;

/**
 * A page of a frame as an SVG that contains the page itself: the browser renders it as in the frame, but as an image it
 * runs no scripts and sends no requests. Its fonts are embedded.
 * @param topPx where the picture begins, from the top of the page; it ends `height` below
 */
export async function frameSvg(
  picture: PagePicture,
  topPx = 0,
): Promise<{ readonly svg: string; readonly height: number }> {
  const height = Math.max(0, Math.min(PICTURE_HEIGHT_MAX, picture.height - topPx));
  const sheets = await Promise.all(
    picture.sheets.map(async ({ href, text }) => {
      const css = href === null ? text : await ownText(new URL(href));
      return withOwnFiles(withoutUnusedFonts(css, picture.fonts), href ?? location.href);
    }),
  );
  const font = picture.ownFont && (await ownFontRule(picture.ownFont));
  const theme = picture.theme === 'dark' ? 'dark' : 'light';
  // In an image the SVG is the root: theme and text size must be set on it.
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${height}" data-theme="${theme}"`,
    ` style="font-size:${picture.rootFontPx}px">`,
    `<style>${escapeXml(`${font ?? ''}${sheets.join('\n')}\nhtml{min-height:100%}`)}</style>`,
    `<foreignObject x="0" y="${-topPx}" width="100%" height="${picture.height}">${await withOwnImages(picture.markup)}</foreignObject></svg>`,
  ].join('');
  return { svg: withoutForbidden(svg), height };
}

/** A text of a customer may hold characters that HTML allows and XML does not: one would make the image unreadable. */
function withoutForbidden(xml: string): string {
  return xml.replace(FORBIDDEN, '\uFFFD');
}

const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The text of a style sheet of this server; empty for any other address. */
async function ownText(url: URL): Promise<string> {
  if (!isOwnFile(url)) return '';
  const response = await fetch(url, { credentials: 'omit' });
  return response.ok ? response.text() : '';
}

function isOwnFile({ origin, pathname }: URL): boolean {
  return origin === location.origin && /^\/(assets|look)\//.test(pathname);
}

/** A script gave the frame this font, so no style sheet has a rule for it. */
async function ownFontRule({
  name,
  file,
}: {
  readonly name: string;
  readonly file: string;
}): Promise<string> {
  const url = new URL(file, location.href);
  return `@font-face{font-family:${JSON.stringify(name)};src:url("${await asData(url)}")}\n`;
}

/** The logo, if it is a file of this server. An image in an image can load nothing. */
async function withOwnImages(markup: string): Promise<string> {
  const images = new Map<string, string>();
  for (const [, src = ''] of markup.matchAll(IMAGE)) {
    const url = new URL(src.replaceAll('&amp;', '&'), location.href);
    if (isOwnFile(url)) images.set(src, await asData(url));
  }
  return markup.replace(IMAGE, (tag, src: string) => tag.replace(src, images.get(src) ?? src));
}

function withoutUnusedFonts(css: string, used: readonly string[]): string {
  return css.replace(/@font-face\s*\{[^}]*\}/g, (rule) => {
    const family = /font-family:\s*([^;}]+)/.exec(rule)?.[1] ?? '';
    const range = /unicode-range:\s*([^;}]+)/.exec(rule)?.[1] ?? 'U+0-10FFFF';
    return used.includes(fontKey(family, range)) ? rule : '';
  });
}

const IMAGE = /<img\b[^>]*?\ssrc="([^"]*)"/g;
const LINK = /url\(\s*(["']?)(.*?)\1\s*\)/g;
const files = new Map<string, Promise<string>>();

/** Replaces links to files of this server with the files; other links lead nowhere in a picture and are dropped. */
async function withOwnFiles(css: string, href: string): Promise<string> {
  const links = new Map<string, string>();
  for (const [, , link = ''] of css.matchAll(LINK)) {
    if (link.startsWith('data:') || link.startsWith('#')) continue;
    links.set(link, await asData(new URL(link, href)));
  }
  return css.replace(LINK, (match, _quote, link: string) => {
    const data = links.get(link);
    return data === undefined ? match : `url("${data}")`;
  });
}

function asData(url: URL): Promise<string> {
  if (!isOwnFile(url)) return Promise.resolve('data:,');
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
    reader.onerror = () => reject(reader.error ?? new Error('A font could not be loaded.'));
    reader.readAsDataURL(blob);
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What a browser shows as an image, or uses as a font. */
export type LookFileType = 'image/png' | 'image/svg+xml' | 'image/jpeg' | 'image/webp' | 'font/woff2';

/** The start of an SVG image: after an XML declaration and comments, its root. A document type could include files. */
const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]{0,4000}?-->\s*)*<svg[\s>]/;

/** The media type of a file by its content, whatever it is called. Null: none that the look can have. */
export function lookFileType(content: Buffer): LookFileType | null {
  const ascii = (from: number, to: number) => content.toString('latin1', from, to);
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  if (ascii(0, 4) === 'wOF2') return 'font/woff2';
  return SVG.test(content.toString('utf8', 0, 8192)) ? 'image/svg+xml' : null;
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frameSvg } from '../../../../src-renderer/admin/features/preview/share/frame-svg';
import { fontKey, type PagePicture } from '../../../../src-renderer/shared/preview-link/messages';

const BASE = 'http://127.0.0.1:8071/';
const PAGE: PagePicture = {
  markup: '<html xmlns="http://www.w3.org/1999/xhtml"><body>text</body></html>',
  sheets: [],
  fonts: [],
  ownFont: null,
  theme: 'light',
  rootFontPx: 16,
  width: 390,
  height: 800,
  gaps: [],
};

beforeEach(() => void vi.stubGlobal('location', new URL(BASE)));
afterEach(() => void vi.unstubAllGlobals());

/** The ranges of the fonts in an SVG. */
const embedded = (svg: string) =>
  [...svg.matchAll(/src:url\(["']?data:font\/woff2,(\w+)/g)].map(([, name]) => name);

test.each([
  // As a style sheet is minified, and as a browser says it.
  ['U+??,U+131,U+152-153', 'U+0-FF, U+131, U+152-153'],
  ['U+4??', 'U+400-4FF'],
  ['U+0100-02BA,u+2c60-2c7f', 'U+100-2BA, U+2C60-2C7F'],
  ['U+0000-00FF', 'U+0-FF'],
])('the picture of a frame embeds exactly the fonts that the frame uses: %s', async (written, reported) => {
  const rule = (name: string, range: string) =>
    `@font-face{font-family:"Inter Variable";src:url(data:font/woff2,${name});unicode-range:${range}}`;
  const sheets = [{ href: null, text: `${rule('used', written)}${rule('unused', 'U+370-3FF')}` }];
  const { svg } = await frameSvg({ ...PAGE, sheets, fonts: [fontKey('Inter Variable', reported)] });
  expect(embedded(svg)).toEqual(['used']);
});

test('characters that XML does not allow are replaced, so that the picture can be decoded', async () => {
  const { svg } = await frameSvg({ ...PAGE, markup: '<p>a\u000Bb\u001Bc\uFFFEd\uD800e\u0000f\t\n😀</p>' });
  expect(svg).toContain('<p>a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFDf\t\n😀</p>');
  expect(() => encodeURIComponent(svg)).not.toThrow();
});

test('a page of 10,000 pixels is in the picture in full, and one beyond 15,000 goes on in another picture', async () => {
  expect((await frameSvg({ ...PAGE, height: 10_000 })).height).toBe(10_000);
  expect((await frameSvg({ ...PAGE, height: 20_000 })).height).toBe(15_000);
  const rest = await frameSvg({ ...PAGE, height: 20_000 }, 15_000);
  expect(rest.height).toBe(5000);
  expect(rest.svg).toContain('y="-15000" width="100%" height="20000"');
});

import { fontKey, type PagePicture } from '../../shared/preview-link/messages';
import { fontOfLook } from '../look/apply-look';
import type { FrameReporter } from './frame-reporter';

/** Not rendered, or useless in a picture. */
const LEFT_OUT = 'script, noscript, link, style, iframe, meta, template';

/** The current page as text for a picture: includes typed and selected values, but no scripts. */
export function takePicture(reporter: FrameReporter): PagePicture {
  const root = document.documentElement;
  const clone = root.cloneNode(true) as HTMLElement;
  copyFields(root, clone);
  for (const element of clone.querySelectorAll(LEFT_OUT)) element.remove();
  return {
    markup: new XMLSerializer().serializeToString(clone),
    sheets: [...document.styleSheets, ...document.adoptedStyleSheets].map((sheet) => ({
      href: sheet.href,
      text: sheet.href === null ? textOf(sheet) : '',
    })),
    fonts: usedFonts(),
    ownFont: fontOfLook(),
    theme: root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
    rootFontPx: Number.parseFloat(getComputedStyle(root).fontSize),
    width: window.innerWidth,
    height: Math.max(root.scrollHeight, window.innerHeight),
    gaps: reporter.placesOfGaps().map((place) => place && { ...place, y: place.y + window.scrollY }),
  };
}

/** Also of a sheet that a script made, as the look of the sender is: such a sheet has no element with its text. */
function textOf(sheet: CSSStyleSheet): string {
  return sheet.ownerNode?.textContent ?? [...sheet.cssRules].map(({ cssText }) => cssText).join('\n');
}

/** A clone has the initial values of fields; the picture shows the current ones. */
function copyFields(from: HTMLElement, to: HTMLElement): void {
  const originals = from.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  const copies = to.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  for (const [index, original] of originals.entries()) {
    const copy = copies[index];
    if (!copy || original.type === 'password') continue;
    if (original instanceof HTMLInputElement) {
      copy.setAttribute('value', original.value);
      copy.toggleAttribute('checked', original.checked);
    } else copy.textContent = original.value;
  }
}

/** The fonts in use, by family and range: only those are embedded in a picture. */
function usedFonts(): string[] {
  return [...document.fonts]
    .filter(({ status }) => status === 'loaded')
    .map(({ family, unicodeRange }) => fontKey(family, unicodeRange));
}

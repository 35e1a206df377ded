import { useEffect, useRef, useState } from 'react';
import { FIRST_PAGE } from '../../../../src-server/contract/public-catalog';
import type { PublicPagePreviewIn } from '../../../../src-server/contract/public-page';
import layout from '../../../ui/layout.module.css';
import { percentOf } from '../../../ui/percent-of';
import { PreviewThemeChoice } from '../../../ui/preview-theme-choice';
import { Segmented } from '../../../ui/segmented';
import { Unread } from '../../../ui/unread';
import { usePreview } from '../../data/use-public-page';
import { styleNonce } from '../../platform/trust-own-styles';
import { useAddressValue } from '../../platform/use-address-value';
import styles from './public-page.module.css';

const WIDTHS = ['1280', '834', '390'] as const;
/** Typing requests a preview only after this pause. */
const PAUSE_MS = 250;

/** The page as it would be served, in a frame that runs no scripts. */
export function PagePreview({ settings }: { readonly settings: PublicPagePreviewIn }) {
  const [themeInAddress, setTheme] = useAddressValue('theme');
  const [widthInAddress, setWidth] = useAddressValue('width');
  const [path, setPath] = useAddressValue('page');
  const theme = themeInAddress === 'dark' ? 'dark' : 'light';
  const width = WIDTHS.find((px) => px === widthInAddress) ?? '1280';
  const preview = usePreview(useSettled({ ...settings, path }));
  const { data } = preview;
  return (
    <section
      className={`${layout.sunken} ${layout.pane} ${styles.preview}`}
      aria-label="Preview"
      data-pane=""
    >
      <header className={`${layout.rowCenteredWide} ${layout.underlined} ${styles.previewHead}`}>
        <h2 className={`${layout.space} ${layout.screenTitle}`}>Preview</h2>
        <PreviewThemeChoice value={theme} onChange={setTheme} />
        <Segmented
          label="Width of the preview"
          value={width}
          onChange={setWidth}
          options={WIDTHS.map((px) => ({ value: px, label: px, name: `${px} pixels` }))}
        />
      </header>
      <Unread what="the preview" title="The preview could not be created" query={preview} />
      {data && <Frame {...data} theme={theme} width={Number(width)} onPage={setPath} path={path} />}
    </section>
  );
}

/** The value after it has not changed for a moment. */
function useSettled(value: PublicPagePreviewIn): PublicPagePreviewIn {
  const key = JSON.stringify(value);
  const [settled, setSettled] = useState({ key, value });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key, value: JSON.parse(key) }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled.value;
}

interface FrameProps {
  readonly html: string;
  readonly styles: string;
  readonly theme: 'light' | 'dark';
  /** CSS pixels of the page inside. */
  readonly width: number;
  readonly path: string;
  readonly onPage: (path: string) => void;
}

function Frame({ html, styles: brand, theme, width, path, onPage }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const watcher = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const [loaded, setLoaded] = useState(0);
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (page && loaded > 0) page.documentElement.dataset.theme = theme;
  }, [theme, loaded]);
  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!page || loaded === 0) return;
    const onClick = (event: MouseEvent) => follow(event, page, path, onPage);
    page.addEventListener('click', onClick);
    return () => page.removeEventListener('click', onClick);
  }, [loaded, path, onPage]);
  const scale = room.width === 0 ? 1 : Math.min(1, room.width / width);
  return (
    <>
      <div ref={stage} className={`${layout.restDown} ${layout.positioned} ${styles.stage}`}>
        <iframe
          ref={frame}
          title="Public catalog"
          // No scripts, no forms, no windows: the same origin only lets this page set the theme and follow links.
          sandbox="allow-same-origin"
          srcDoc={withBrand(html, brand)}
          onLoad={() => setLoaded((count) => count + 1)}
          className={styles.frame}
          style={{ width, height: room.height / scale, transform: `scale(${scale})` }}
        />
      </div>
      {scale < 0.995 && (
        <p className={`${layout.meta} ${layout.right} ${styles.scale}`}>Scaled to {percentOf(scale)}</p>
      )}
    </>
  );
}

/** The page's own style sheet has no address before it is saved. It contains only our styles, no user text. */
function withBrand(html: string, brand: string): string {
  return html.replace(
    /<link rel="stylesheet" href="(?:\.\.\/)?brand\.css"\/>/,
    () => `<style nonce="${styleNonce(document)}">${brand}</style>`,
  );
}

/** Links work as on the real page: to a place on it, to another page of the catalog, or to the outside in a new tab. */
function follow(event: MouseEvent, page: Document, path: string, onPage: (path: string) => void): void {
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!link) return;
  event.preventDefault();
  const href = link.getAttribute('href') ?? '';
  if (/^https?:/i.test(href)) {
    window.open(href, '_blank', 'noopener,noreferrer');
    return;
  }
  if (/^[a-z]+:/i.test(href)) return;
  if (!href.startsWith('#')) {
    const next = new URL(href, `https://page.invalid/catalog/${path}`).pathname.slice('/catalog/'.length);
    // What programs read is not previewed.
    if (next.endsWith('.html')) onPage(next === FIRST_PAGE ? '' : next);
    return;
  }
  const target = page.getElementById(decodeURIComponent(href.slice(1)));
  for (let at = target?.parentElement ?? null; at; at = at.parentElement) {
    if (at.tagName === 'DETAILS') at.setAttribute('open', '');
  }
  target?.scrollIntoView();
}

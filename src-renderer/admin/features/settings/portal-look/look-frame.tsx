import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PortalLookOut } from '../../../../../src-server/contract/portal-look';
import { frameAddress } from '../../../../shared/preview-frames/frame-address';
import { FramePort } from '../../../../shared/preview-frames/frame-port';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { PreviewThemeChoice } from '../../../../ui/preview-theme-choice';
import { Segmented } from '../../../../ui/segmented';
import { Select } from '../../../../ui/select';
import { useFrameAccess } from '../../../parts/portal-frame/use-frame-access';
import { useAddressValue } from '../../../platform/use-address-value';
import { languageName } from '../portal-texts/language-names';
import styles from './portal-look.module.css';

const WIDTHS_PX = { desktop: 960, mobile: 390 } as const;
const HEIGHT_PX = 620;
const EVERYONE: readonly string[] = [];
const PAGES = [
  { value: '/endpoints', label: 'Endpoints' },
  { value: '/endpoints/new', label: 'Form' },
  { value: '/catalog', label: 'Catalog' },
  { value: '/messages', label: 'Messages' },
] as const;

interface LookFrameProps {
  readonly appId: string;
  /** The name of the portal's owner. */
  readonly name: string;
  /** Its look; a change is applied without reloading. */
  readonly look: PortalLookOut;
}

/** The portal of one customer, in a sandbox without an origin, with a look being tried out. */
export function LookFrame({ appId, name, look }: LookFrameProps) {
  const access = useFrameAccess({ appId, flags: EVERYONE });
  const [inAddress, setTheme] = useAddressValue('theme');
  const theme = inAddress === 'dark' ? 'dark' : 'light';
  const [wanted, setWidth] = useAddressValue('width');
  const width = Object.hasOwn(WIDTHS_PX, wanted) ? (wanted as keyof typeof WIDTHS_PX) : 'desktop';
  const [inLanguage, setLanguage] = useAddressValue('language');
  const language = inLanguage || 'en';
  const languages = [...new Set(['en', 'de', ...look.texts.map((own) => own.language), language])];
  const [page, setPage] = useState<(typeof PAGES)[number]['value']>('/endpoints');
  const [line, setLine] = useState(0);
  const [room, roomPx] = useWidth();
  const element = useRef<HTMLIFrameElement>(null);
  const port = useRef<FramePort | null>(null);
  // The policy of the page, which restricts pictures and fonts, is that of the saved look.
  const address = useMemo(
    () => access.url && frameAddress(withLanguage(access.url, language), 'light', '/endpoints'),
    [access.url, language],
  );
  useEffect(() => {
    if (!address || !element.current) return;
    const next = new FramePort(
      element.current,
      (message) => {
        if (message.kind === 'path')
          setPage((now) => PAGES.find(({ value }) => value === message.path)?.value ?? now);
      },
      () => setLine((now) => now + 1),
    );
    port.current = next;
    return () => {
      next.close();
      port.current = null;
    };
  }, [address]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded frame must be told again
  useEffect(() => port.current?.send({ kind: 'look', settings: look }), [look, line]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded frame must be told again
  useEffect(() => port.current?.send({ kind: 'theme', theme }), [theme, line]);
  const widthPx = WIDTHS_PX[width];
  const scale = roomPx > 0 ? Math.min(1, roomPx / widthPx) : 1;
  const goTo = (next: typeof page) => {
    setPage(next);
    port.current?.send({ kind: 'go', path: next });
  };
  return (
    <section className={layout.stack2} aria-label="Preview">
      <div className={layout.rowEnd}>
        <Segmented label="Page" value={page} onChange={goTo} options={PAGES} />
        <PreviewThemeChoice value={theme} onChange={setTheme} />
        <Segmented
          label="Width of the preview"
          value={width}
          onChange={setWidth}
          options={[
            { value: 'desktop', label: 'Desktop' },
            { value: 'mobile', label: 'Mobile' },
          ]}
        />
        <Select
          label="Language"
          value={language}
          onChange={(tag) => setLanguage(tag === 'en' ? '' : tag)}
          options={languages.map((tag) => ({ value: tag, label: languageName(tag) }))}
        />
      </div>
      {access.error ? (
        <FailureNotice title="The preview could not be opened" cause={access.error} onRetry={access.renew} />
      ) : (
        <div ref={room} className={layout.shrinking}>
          <div
            className={`${layout.framed} ${layout.positioned} ${styles.window}`}
            style={{ width: widthPx * scale, height: HEIGHT_PX * scale }}
          >
            {address && (
              <iframe
                key={address}
                ref={element}
                className={styles.frame}
                style={{ width: widthPx, height: HEIGHT_PX, scale }}
                src={address}
                title={`Portal of ${name} with this branding`}
                sandbox="allow-scripts allow-forms"
                referrerPolicy="no-referrer"
              />
            )}
          </div>
        </div>
      )}
      <p className={layout.meta}>
        The portal of {name} with this branding. A logo or font from a new URL appears after you save.
      </p>
    </section>
  );
}

/** A link to the portal that asks for a language. */
function withLanguage(link: string, language: string): string {
  const url = new URL(link);
  url.searchParams.set('lang', language);
  return url.href;
}

/** The width of an element in pixels, kept up to date; 0 until it is known. */
function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, widthPx];
}

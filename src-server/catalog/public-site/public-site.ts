import type { CatalogAssets, PublicLook } from '../../contract/public-catalog';
import type { SettingsOut } from '../../contract/settings';
import { homeOf } from './home-of';

/** Used in the preview while the name is missing; without one, no page is published. */
const NO_NAME = 'Your company';

/** What pages of the public catalog are made from, besides the event types. */
export interface PublicSite {
  readonly displayName: string;
  readonly look: PublicLook;
  readonly assets: CatalogAssets;
  /** The one public URL of the first page. Null: there is no domain. */
  readonly home: string | null;
  /** True: the pages say that they are a draft. */
  readonly draft: boolean;
}

/** The settings that pages are made from. */
export type PageSettings = Pick<SettingsOut, 'displayName' | 'catalogIntro' | 'catalogLogo' | 'customColor'>;

/**
 * The site according to these settings.
 * @param domain where the catalog is at home; null: nowhere else than on this server
 */
export function publicSite(
  { displayName, catalogIntro, catalogLogo, customColor }: PageSettings,
  assets: CatalogAssets,
  { domain, draft = false }: { readonly domain: string | null; readonly draft?: boolean },
): PublicSite {
  return {
    displayName: displayName?.trim() || NO_NAME,
    look: { intro: catalogIntro, logo: catalogLogo, color: customColor },
    assets,
    home: homeOf(domain),
    draft,
  };
}

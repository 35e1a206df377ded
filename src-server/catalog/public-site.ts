import type { CatalogAssets, PublicLook } from '../contract/public-catalog';
import type { SettingsOut } from '../contract/settings';

/** Used in the preview while the name is missing; without one, no page is published. */
const NO_NAME = 'Your company';

/** What pages of the public catalog are made from, besides the event types. */
export interface PublicSite {
  readonly displayName: string;
  readonly look: PublicLook;
  readonly assets: CatalogAssets;
  /** True: the pages say that they are a draft. */
  readonly draft: boolean;
}

/** The settings that pages are made from. */
export type PageSettings = Pick<SettingsOut, 'displayName' | 'catalogIntro' | 'catalogLogo' | 'customColor'>;

/** The site according to these settings. */
export function publicSite(
  { displayName, catalogIntro, catalogLogo, customColor }: PageSettings,
  assets: CatalogAssets,
  draft = false,
): PublicSite {
  return {
    displayName: displayName?.trim() || NO_NAME,
    look: { intro: catalogIntro, logo: catalogLogo, color: customColor },
    assets,
    draft,
  };
}

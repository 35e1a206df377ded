import { HOST_NAME_PATTERN } from '../../../../src-server/contract/public-page';
import type { SettingsOut, SettingsPatch } from '../../../../src-server/contract/settings';
import { likeMembers } from '../../../ui/drafts/draft-store';

/** The settings of the page while being edited; texts are empty where the setting is null. */
export interface PageDraft {
  readonly published: boolean;
  readonly name: string;
  readonly intro: string;
  /** A data address; empty for none. */
  readonly logo: string;
  /** `#rrggbb`; empty for none. */
  readonly color: string;
  readonly domain: string;
}

export function draftOf(settings: SettingsOut): PageDraft {
  return {
    published: settings.eventCatalogPublished,
    name: settings.displayName ?? '',
    intro: settings.catalogIntro ?? '',
    logo: settings.catalogLogo ?? '',
    color: settings.customColor ?? '',
    domain: settings.catalogDomain ?? '',
  };
}

/**
 * The stored settings with what was edited. A field that was put back to what the form began with is not edited, whatever
 * others have stored since: saving would not write it.
 */
export function withEdits(edits: Partial<PageDraft>, opened: PageDraft, stored: PageDraft): PageDraft {
  const known = Object.entries(likeMembers(edits, stored));
  const edited = known.filter(([name, value]) => value !== opened[name as keyof PageDraft]);
  return { ...stored, ...Object.fromEntries(edited) };
}

/** The differences between the draft and the saved settings, as the API takes them. */
export function patchOf(draft: PageDraft, settings: SettingsOut): SettingsPatch {
  const wanted = {
    eventCatalogPublished: draft.published,
    displayName: draft.name.trim() || null,
    catalogIntro: draft.intro.trim() || null,
    catalogLogo: draft.logo || null,
    customColor: draft.color.trim() || null,
    catalogDomain: draft.domain.trim().toLowerCase() || null,
  };
  const changed = Object.entries(wanted).filter(
    ([name, value]) => settings[name as keyof typeof wanted] !== value,
  );
  return Object.fromEntries(changed);
}

/** What keeps the draft from being saved, by field. */
export interface DraftFaults {
  readonly name?: string;
  readonly color?: string;
  readonly domain?: string;
}

const host = new RegExp(HOST_NAME_PATTERN);

export function faultsOf(draft: PageDraft): DraftFaults {
  const color = draft.color.trim();
  const domain = draft.domain.trim();
  return {
    ...(draft.published && draft.name.trim() === ''
      ? { name: 'A public catalog needs a display name for its heading.' }
      : {}),
    ...(color !== '' && !/^#[0-9a-fA-F]{6}$/.test(color)
      ? { color: 'Enter # and six hexadecimal digits, such as #2f6f4f.' }
      : {}),
    ...(domain !== '' && (domain.length > 253 || !host.test(domain))
      ? { domain: 'Enter only a host name, such as events.example.com, without https://, port or path.' }
      : {}),
  };
}

/** What saving will change for readers, one sentence each. */
export function consequencesOf(patch: SettingsPatch, settings: SettingsOut): string[] {
  const parts: string[] = [];
  if (patch.eventCatalogPublished === true) parts.push('The page becomes public: anyone can read it.');
  if (patch.eventCatalogPublished === false)
    parts.push('The page goes offline: its URL returns 404 Not Found.');
  if (patch.displayName !== undefined)
    parts.push(
      patch.displayName === null ? 'The heading is removed.' : `The heading becomes “${patch.displayName}”.`,
    );
  if (patch.catalogIntro !== undefined)
    parts.push(patch.catalogIntro === null ? 'The introduction is removed.' : 'The introduction changes.');
  if (patch.catalogLogo !== undefined)
    parts.push(patch.catalogLogo === null ? 'The logo is removed.' : 'The logo changes.');
  if (patch.customColor !== undefined)
    parts.push(
      patch.customColor === null
        ? 'The brand color returns to the default.'
        : `The brand color becomes ${patch.customColor}.`,
    );
  if (patch.catalogDomain !== undefined)
    parts.push(
      patch.catalogDomain === null
        ? `${settings.catalogDomain} no longer shows the page.`
        : `The domain becomes ${patch.catalogDomain}, once it is activated.`,
    );
  return parts;
}

import type { PortalTexts } from '../../contract/portal-text';
import { ENGLISH_TEXTS } from '../../contract/portal-texts/english-texts';
import { GERMAN_TEXTS } from '../../contract/portal-texts/german-texts';
import { listTexts } from '../../contract/portal-texts/list-texts';

/** The English texts of the portal by path: all that there are. */
export const ENGLISH: PortalTexts = Object.fromEntries(listTexts(ENGLISH_TEXTS));

/** The texts that ship with the portal, by language and path. */
export const SHIPPED_TEXTS: Readonly<Record<string, PortalTexts>> = {
  en: ENGLISH,
  de: Object.fromEntries(listTexts(GERMAN_TEXTS)),
};

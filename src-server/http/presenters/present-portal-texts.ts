import { createHash } from 'node:crypto';
import type { PortalTexts, PortalTextsOut } from '../../contract/portal-text';
import type { PortalTextRecord, PortalTextStore } from '../../storage/installation/portal-text-store';
import { LOOK_PATH } from './present-look-file';
import { ENGLISH, SHIPPED_TEXTS } from './shipped-texts';

/** The texts of a language that a portal loads. */
interface PortalTextFile {
  readonly language: string;
  /** Its name contains a hash of its content: other texts have another name. */
  readonly path: string;
  readonly texts: () => PortalTexts;
}

/** The texts of a language as the API shows them, without those that this version no longer has. */
export function presentPortalTexts({ language, texts }: Omit<PortalTextRecord, 'hash'>): PortalTextsOut {
  return { language, texts: knownOf(texts) };
}

/**
 * A file for each language of the sender. Where it has no text, the sender's word of the shipped language that shows
 * instead counts.
 */
export function portalTextFiles(records: ReturnType<PortalTextStore['current']>): readonly PortalTextFile[] {
  return [...records.values()].map(({ language, texts, hash }) => {
    const [base = ''] = language.split('-');
    const below = records.get(Object.hasOwn(SHIPPED_TEXTS, base) ? base : 'en');
    const name = createHash('sha256')
      .update(`${below?.hash ?? ''} ${hash}`)
      .digest('hex')
      .slice(0, 16);
    return {
      language,
      path: `${LOOK_PATH}texts-${language}-${name}.json`,
      texts: () => knownOf({ ...below?.texts, ...texts }),
    };
  });
}

/** Paths that there were in another version are left out. */
function knownOf(texts: PortalTexts): PortalTexts {
  return Object.fromEntries(Object.entries(texts).filter(([path]) => Object.hasOwn(ENGLISH, path)));
}

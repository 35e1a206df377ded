import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid, invalidField } from '../../base/errors';
import type { ValidationItem } from '../../contract/error';
import { LIMITS } from '../../contract/limits';
import type { PortalTexts } from '../../contract/portal-text';
import { textFault } from '../../portal-texts/text-fault';

/** More remarks than this help nobody. */
const MOST_REMARKS = 50;
/** After so many characters, other work gets its turn. */
const CHARACTERS_PER_TURN = 2_000;
/** No longer than anybody needs, and of a language that has a code: any word of eight letters has the form of one. */
const TAG = /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i;

/** The canonical form of a language tag; null if it is none, or says more than language, script, region and variants. */
export function languageOf(tag: string): string | null {
  try {
    const [canonical] = TAG.test(tag) ? Intl.getCanonicalLocales(tag) : [];
    return canonical !== undefined && new Intl.Locale(canonical).baseName === canonical ? canonical : null;
  } catch {
    return null;
  }
}

/**
 * The same for a language that gets texts.
 * @throws ApiError 422
 */
export function newLanguageOf(tag: string): string {
  const language = languageOf(tag);
  if (language !== null) return language;
  const msg = 'Name a language by its tag (BCP 47) without extensions, such as fr or pt-BR.';
  throw invalid({ loc: ['path', 'language'], msg, type: 'value_error' });
}

/**
 * Checks the texts of a language, in slices: each is parsed.
 * @throws ApiError 422 that names each path at fault
 */
export async function checkPortalTexts(texts: PortalTexts): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(texts));
  const { max } = LIMITS.portalTexts;
  if (bytes > max) throw invalidField('texts', `All texts together may have at most ${max / 1024} KiB.`);
  const remarks: ValidationItem[] = [];
  let since = 0;
  for (const [path, text] of Object.entries(texts)) {
    const fault = textFault(path, text);
    if (fault !== null) remarks.push({ loc: ['body', 'texts', path], msg: fault, type: 'value_error' });
    if (remarks.length >= MOST_REMARKS) break;
    since += path.length + text.length;
    if (since < CHARACTERS_PER_TURN) continue;
    since = 0;
    await nextTurn();
  }
  if (remarks.length > 0) throw invalid(...remarks);
}

import { apiError, notFound } from '../../base/errors';
import { LIMITS } from '../../contract/limits';
import { portalTextOperations } from '../../contract/operations/portal-texts';
import type { PortalTexts } from '../../contract/portal-text';
import type { PortalTextStore } from '../../storage/installation/portal-text-store';
import { checkTag, contentTag, type IfMatch } from '../if-match';
import { checkPortalTexts, languageOf, newLanguageOf } from '../inputs/portal-text-input';
import { presentPortalTexts } from '../presenters/present-portal-texts';
import { SHIPPED_TEXTS } from '../presenters/shipped-texts';
import { type Route, route } from '../route';

/** Room for a body whose JSON escapes much. */
const BODY_MAX_BYTES = 1024 * 1024;

/** The texts of the portal in the sender's words: changes of what ships, and further languages. */
export function portalTextRoutes({
  portalTexts,
}: {
  readonly portalTexts: PortalTextStore;
}): readonly Route[] {
  const respondWith = (language: string, texts: PortalTexts) => {
    const body = presentPortalTexts({ language, texts });
    return { status: 200 as const, body, tag: contentTag(body) };
  };
  const checkMatch = (language: string, ifMatch: IfMatch | null, before: PortalTexts | null) =>
    checkTag(ifMatch, contentTag(presentPortalTexts({ language, texts: before ?? {} })));
  return [
    route(portalTextOperations.list, {
      access: 'admin',
      summary: "List the languages of the portal's texts, with all texts that ship, for translators.",
      handler: () => ({
        status: 200,
        body: {
          data: [...portalTexts.current().values()].map((record) => ({
            language: record.language,
            texts: Object.keys(presentPortalTexts(record).texts).length,
          })),
          shipped: SHIPPED_TEXTS,
        },
      }),
    }),
    route(portalTextOperations.read, {
      access: 'admin',
      summary: "Read the sender's texts of the portal in one language; none for one that has none.",
      handler({ params }) {
        const language = languageOf(params.language);
        if (language === null) throw notFound('Language');
        return respondWith(language, portalTexts.current().get(language)?.texts ?? {});
      },
    }),
    route(portalTextOperations.put, {
      access: 'admin',
      summary: 'Replace the texts of the portal in one language, all of them at once.',
      description:
        'In English and German, they change single texts of those that ship. In another language, a portal shows them to readers of that language, and English, or German in its variants, where one is missing. Each text is ICU MessageFormat; arguments and markup are those of the English text. Readers see a change with the next page load.',
      errors: ['limit_reached', 'precondition_failed'],
      conditional: true,
      maxBodyBytes: BODY_MAX_BYTES,
      async handler({ params, body, ifMatch }) {
        const language = newLanguageOf(params.language);
        await checkPortalTexts(body.texts);
        await portalTexts.put(language, body.texts, (before, otherLanguages) => {
          checkMatch(language, ifMatch, before);
          const { max } = LIMITS.portalTextLanguages;
          if (otherLanguages < max) return;
          throw apiError('limit_reached', `There are ${max} languages already. Delete one first.`);
        });
        return respondWith(language, body.texts);
      },
    }),
    route(portalTextOperations.delete, {
      access: 'admin',
      summary: "Delete the sender's texts of the portal in one language; what ships applies again.",
      errors: ['precondition_failed'],
      conditional: true,
      async handler({ params, ifMatch }) {
        const language = languageOf(params.language) ?? '';
        const isDeleted = await portalTexts.delete(language, (before) => {
          if (before) checkMatch(language, ifMatch, before);
        });
        if (!isDeleted) throw notFound('Language');
        return { status: 204 };
      },
    }),
  ];
}

import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { ENGLISH_TEXTS, type PortalTexts } from '../../../src-server/contract/portal-texts/english-texts';
import { type Compiled, compileTexts } from '../../../src-server/portal-texts/compile-texts';
import { rewording } from '../../../src-server/portal-texts/rewording';
import type { UiLabels } from '../../ui/ui-labels';
import type { Language } from '../language/read-language';

/** All texts of the portal in the language of the reader, and the locale of dates and numbers, as a BCP 47 tag. */
export type Labels = Omit<Compiled<PortalTexts>, 'ui'> & { readonly locale: string; readonly ui: UiLabels };

/** The texts, with the sender's own names for things. */
export function labelsFor(
  { locale, sources }: Pick<Language, 'locale' | 'sources'>,
  override: PortalLookOut['customStringsOverride'],
): Labels {
  const texts = compileTexts(ENGLISH_TEXTS, locale, sources);
  const { channels } = texts;
  return {
    ...texts,
    locale,
    ui: {
      ...texts.ui,
      locale,
      ...(!/^en\b/.test(locale) && { reword: rewording(ENGLISH_TEXTS.server, texts.server) }),
    },
    channels: {
      one: override?.channelsOne || channels.one,
      many: override?.channelsMany || channels.many,
      help: override?.channelsHelp || channels.help,
    },
  };
}

import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { PAGE_TEXTS } from '../../../src-server/contract/portal-texts/page-texts';
import { type Compiled, compileTexts } from '../../../src-server/portal-texts/compile-texts';
import type { UiLabels } from '../../ui/ui-labels';
import type { Language } from '../language/read-language';

/** All texts of the portal in the language of the reader, and the locale of dates and numbers, as a BCP 47 tag. */
export type Labels = Omit<Compiled<typeof PAGE_TEXTS>, 'ui'> & {
  readonly locale: string;
  readonly ui: UiLabels;
};

/** The texts, with the sender's own names for things. */
export function labelsFor(
  { locale, sources, reword }: Pick<Language, 'locale' | 'sources' | 'reword'>,
  override: PortalLookOut['customStringsOverride'],
): Labels {
  const texts = compileTexts(PAGE_TEXTS, locale, sources);
  const { channels } = texts;
  return {
    ...texts,
    locale,
    ui: {
      ...texts.ui,
      locale,
      ...(reword && { reword }),
    },
    channels: {
      one: override?.channelsOne || channels.one,
      many: override?.channelsMany || channels.many,
      help: override?.channelsHelp || channels.help,
    },
  };
}

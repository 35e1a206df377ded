import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { CATALOG_TEXTS } from '../../../src-server/contract/portal-texts/english/catalog';
import { MESSAGE_TEXTS } from '../../../src-server/contract/portal-texts/english/messages';
import { SESSION_TEXTS } from '../../../src-server/contract/portal-texts/english/session';
import { SETUP_TEXTS } from '../../../src-server/contract/portal-texts/english/setup';
import { inEnglish } from '../../../src-server/portal-texts/in-english';
import { SNIPPET_LABELS } from '../../shared/snippets/snippet-labels';
import { UI_LABELS } from '../../ui/ui-labels';
import { ENDPOINT_LABELS } from './endpoint-labels';

/** All texts of the portal in one table: another language is another table of this type. */
const ENGLISH = {
  /** Locale for dates and numbers, as a BCP 47 tag. */
  locale: 'en-GB',
  session: inEnglish(SESSION_TEXTS),
  catalog: inEnglish(CATALOG_TEXTS),
  endpoints: ENDPOINT_LABELS,
  setup: inEnglish(SETUP_TEXTS),
  messages: inEnglish(MESSAGE_TEXTS),
  snippets: SNIPPET_LABELS,
  /** Texts of the parts that the portal shares with other pages. */
  ui: UI_LABELS,
  channels: {
    one: 'Channel',
    many: 'Channels',
    help: 'Receives only messages sent to one of these channels. If empty, receives all messages.',
  },
};

export type Labels = typeof ENGLISH;

/** The texts, with the sender's own names for things. */
export function labelsFor(override: PortalLookOut['customStringsOverride']): Labels {
  const { channels } = ENGLISH;
  return {
    ...ENGLISH,
    channels: {
      one: override?.channelsOne || channels.one,
      many: override?.channelsMany || channels.many,
      help: override?.channelsHelp || channels.help,
    },
  };
}

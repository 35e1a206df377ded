import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { UI_WORDS } from '../../ui/ui-words';
import { CATALOG_WORDS } from './catalog-words';
import { ENDPOINT_WORDS } from './endpoint-words';
import { MESSAGE_WORDS } from './message-words';
import { SESSION_WORDS } from './session-words';

/** Everything the screens of the portal say, in one table: another language is another table of this type. */
const ENGLISH = {
  /** How dates and numbers are written, as BCP 47 has it. */
  locale: 'en-GB',
  session: SESSION_WORDS,
  catalog: CATALOG_WORDS,
  endpoints: ENDPOINT_WORDS,
  messages: MESSAGE_WORDS,
  /** Of the parts that the portal shares with other pages. */
  ui: UI_WORDS,
  channels: {
    one: 'Channel',
    many: 'Channels',
    help: 'Only messages on one of these. Leave it empty for messages on any, and on none.',
  },
};

export type Words = typeof ENGLISH;

/** The words, with what the sender calls things instead. */
export function wordsFor(override: PortalLookOut['customStringsOverride']): Words {
  const { one, many, help } = ENGLISH.channels;
  return {
    ...ENGLISH,
    channels: {
      one: override?.channelsOne || one,
      many: override?.channelsMany || many,
      help: override?.channelsHelp || help,
    },
  };
}

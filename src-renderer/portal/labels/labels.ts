import type { PortalLookOut } from '../../../src-server/contract/portal-look';
import { UI_LABELS } from '../../ui/ui-labels';
import { CATALOG_LABELS } from './catalog-labels';
import { ENDPOINT_LABELS } from './endpoint-labels';
import { MESSAGE_LABELS } from './message-labels';
import { SESSION_LABELS } from './session-labels';

/** Everything the screens of the portal say, in one table: another language is another table of this type. */
const ENGLISH = {
  /** How dates and numbers are written, as BCP 47 has it. */
  locale: 'en-GB',
  session: SESSION_LABELS,
  catalog: CATALOG_LABELS,
  endpoints: ENDPOINT_LABELS,
  messages: MESSAGE_LABELS,
  /** Of the parts that the portal shares with other pages. */
  ui: UI_LABELS,
  channels: {
    one: 'Channel',
    many: 'Channels',
    help: 'Receives only messages on one of these. If empty, receives all messages.',
  },
};

export type Labels = typeof ENGLISH;

/** The words, with what the sender calls things instead. */
export function labelsFor(override: PortalLookOut['customStringsOverride']): Labels {
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

import { CATALOG_TEXTS } from './english/catalog';
import { ENDPOINT_TEXTS } from './english/endpoints';
import { MESSAGE_TEXTS } from './english/messages';
import { SESSION_TEXTS } from './english/session';
import { SETUP_TEXTS } from './english/setup';
import { SNIPPET_TEXTS } from './english/snippets';
import { UI_TEXTS } from './english/ui';

/** What the pages of the portal say themselves. */
export const PAGE_TEXTS = {
  session: SESSION_TEXTS,
  catalog: CATALOG_TEXTS,
  endpoints: ENDPOINT_TEXTS,
  setup: SETUP_TEXTS,
  messages: MESSAGE_TEXTS,
  snippets: SNIPPET_TEXTS,
  /** Texts of the parts that the portal shares with other pages. */
  ui: UI_TEXTS,
  channels: {
    one: 'Channel',
    many: 'Channels',
    help: 'Receives only messages sent to one of these channels. If empty, receives all messages.',
  },
};

import type { PortalTexts } from './english-texts';
import { CATALOG } from './german/catalog';
import { ENDPOINTS } from './german/endpoints';
import { MESSAGES } from './german/messages';
import { SERVER } from './german/server';
import { SESSION } from './german/session';
import { SETUP } from './german/setup';
import { SNIPPETS } from './german/snippets';
import { UI } from './german/ui';
import type { Translated } from './translated';

/** All texts of the portal in German, in the polite form. */
export const GERMAN_TEXTS: Translated<PortalTexts> = {
  session: SESSION,
  catalog: CATALOG,
  endpoints: ENDPOINTS,
  setup: SETUP,
  messages: MESSAGES,
  snippets: SNIPPETS,
  ui: UI,
  channels: {
    one: 'Kanal',
    many: 'Kanäle',
    help: 'Empfängt nur Nachrichten, die an einen dieser Kanäle gesendet werden. Ohne Angabe: alle Nachrichten.',
  },
  server: SERVER,
};

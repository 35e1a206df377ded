import type { SNIPPET_TEXTS } from '../english/snippets';
import type { Translated } from '../translated';

export const SNIPPETS: Translated<typeof SNIPPET_TEXTS> = {
  language: 'Programmiersprache',
  install: 'Benötigt',
  installation: 'Installation',
  waiting: 'Code',
  verify: 'Signatur prüfen',
  send: 'Nachricht senden',
  poll: 'Nachrichten abrufen',
  notShown: 'Zeigen Sie den Schlüssel an, um ihn in den Code einzusetzen.',
  pair: 'Dieser Endpunkt signiert mit einem Schlüsselpaar (v1a). Prüfen Sie seine Signaturen mit dem öffentlichen Schlüssel (Ed25519).',
};

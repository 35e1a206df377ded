import type { SETUP_TEXTS } from '../english/setup';
import type { Translated } from '../translated';

export const SETUP: Translated<typeof SETUP_TEXTS> = {
  title: 'Endpunkt einrichten',
  steps: 'Schritte',
  words: { endpoint: 'Endpunkt', secret: 'Signaturschlüssel', verify: 'Prüfung', test: 'Testereignis' },
  stepOf: 'Schritt {step, number} von {all, number}: ',
  done: 'erledigt',
  next: 'Weiter: {step}',
  back: 'Zurück',
  leave: 'Später abschließen',
  leaveText: 'Der Endpunkt ist gespeichert. Seine Seite führt hierher zurück.',
  toEndpoint: 'Zum Endpunkt',
  secretText:
    'Jede Anfrage wird mit diesem Schlüssel signiert. Damit prüft Ihre Software, dass eine Anfrage von hier kommt und nicht verändert wurde.',
  secretKept:
    'Bewahren Sie ihn wie ein Passwort auf. In den Einstellungen des Endpunkts können Sie ihn jederzeit wieder anzeigen und ersetzen, falls andere ihn gesehen haben.',
  verifyText: 'Ergänzen Sie damit den Code, der die Anfragen empfängt.',
  verifyBody:
    'Prüfen Sie den unveränderten Body, bevor er geparst wird: Neu serialisiertes JSON passt nicht mehr zur Signatur.',
  ready: 'Ihr Endpunkt empfängt Ereignisse',
  readyText:
    'Das Ereignis wurde angenommen. Von jetzt an empfängt der Endpunkt die Ereignisse, die Sie ausgewählt haben.',
  unfinished: 'In den letzten 28 Tagen wurde hier nichts zugestellt',
  unfinishedText: 'Richten Sie die Signaturprüfung ein und senden Sie dann ein Testereignis.',
  resume: 'Einrichtung abschließen',
};

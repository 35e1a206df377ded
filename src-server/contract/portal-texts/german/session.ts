import type { SESSION_TEXTS } from '../english/session';
import type { Translated } from '../translated';

export const SESSION: Translated<typeof SESSION_TEXTS> = {
  portal: 'Webhooks',
  titleOf: 'Webhooks von {application}',
  tabs: { endpoints: 'Endpunkte', catalog: 'Ereigniskatalog', messages: 'Nachrichten' },
  logOut: 'Abmelden',
  notLoggedOut: 'Sie wurden nicht abgemeldet',
  opening: 'Ihre Webhooks',
  notOpened: 'Ihre Webhooks konnten nicht geöffnet werden',
  fault: 'Diese Seite konnte nicht angezeigt werden',
  faultText: 'Es wurde nichts geändert.',
  partUnavailable:
    'Ein Teil der Seite konnte nicht geladen werden. Versuchen Sie es erneut. Hilft das nicht, öffnen Sie Ihren Link noch einmal.',
  endsSoon:
    'Dieser Link läuft in {minutes, plural, one {einer Minute} other {# Minuten}} ab. Gespeicherte Änderungen bleiben erhalten.',
  back: 'Zurück',
  backTo: 'Zurück zu {name}',
  zone: 'Zeiten in {zone}',
  madeBy: 'Webhooks mit Posthorn',
  problems: {
    none: {
      title: 'Ihre Sitzung ist beendet',
      text: 'Ihr persönlicher Link gibt Zugriff auf Ihre Webhooks. Deshalb behält ihn nur der Tab, in dem Sie ihn geöffnet haben. Öffnen Sie den Link in einem anderen Tab noch einmal.',
    },
    broken: {
      title: 'Dieser Link ist unvollständig',
      text: 'Ein Teil des Links fehlt. E-Mail- und Chat-Programme schneiden Links manchmal ab. Öffnen Sie den ganzen Link oder fordern Sie einen neuen an.',
    },
    used: {
      title: 'Dieser Link wurde bereits verwendet',
      text: 'Der Link funktioniert nur einmal und nur zehn Minuten lang. Fordern Sie einen neuen an. Ihre Endpunkte und Nachrichten sind nicht betroffen.',
    },
    refused: {
      title: 'Dieser Link ist nicht mehr gültig',
      text: 'Der Link ist abgelaufen oder wurde widerrufen. Ihre Endpunkte und Nachrichten sind nicht betroffen.',
    },
    ended: {
      title: 'Sie sind abgemeldet',
      text: 'Ihr Link ist nicht mehr gültig. Ihre Endpunkte empfangen weiterhin Ereignisse.',
    },
  },
  newLink:
    'Einen neuen Link erhalten Sie auf der Website oder in der App, die Sie hierher geführt hat, oder von dem Unternehmen, dessen Webhooks Sie empfangen.',
  notShared: 'Diese Seite wurde nicht freigegeben',
  notSharedText: 'Der Link zeigt nur einen Teil dieser Webhooks.',
  missing: {
    page: 'Diese Seite gibt es nicht',
    eventType: 'Diesen Ereignistyp gibt es nicht',
    endpoint: 'Diesen Endpunkt gibt es nicht',
    message: 'Diese Nachricht gibt es nicht',
  },
  missingText: 'Vielleicht enthält die URL einen Tippfehler, oder das Ziel wurde entfernt.',
};

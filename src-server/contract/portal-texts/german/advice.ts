import type { ADVICE_TEXTS } from '../english/advice';
import type { Translated } from '../translated';

export const ADVICE: Translated<typeof ADVICE_TEXTS> = {
  accepted: 'Ihre Software hat das Ereignis angenommen.',
  'test-url': 'Die Test-URL hat das Ereignis angenommen.',
  moved: 'Weiterleitungen werden nicht unterstützt. Geben Sie die endgültige URL als Endpunkt-URL an.',
  malformed: 'Ihre Software hat die Payload abgelehnt. Den Grund nennt möglicherweise ihr Log.',
  unauthorized:
    'Ihr Server hat die Anfrage abgelehnt. Stellen Sie sicher, dass er den unveränderten Body mit dem Signaturschlüssel dieses Endpunkts prüft. Benötigt ein vorgeschaltetes Gateway einen Header, ergänzen Sie ihn in den Einstellungen des Endpunkts.',
  'not-found': 'Ihr Server nimmt unter diesem Pfad keine POST-Anfragen an. Prüfen Sie die Endpunkt-URL.',
  gone: 'Ihre Software hat darum gebeten, die Zustellung zu beenden. Der Endpunkt wurde deaktiviert; aktivieren Sie ihn, sobald Ihre Software bereit ist.',
  'too-large':
    'Die Anfrage ist zu groß für Ihren Server. Erhöhen Sie dessen Grenze für die Größe von Anfragen.',
  overloaded:
    'Ihr Server bittet um weniger Anfragen. Legen Sie für den Endpunkt ein niedrigeres Ratenlimit fest.',
  failed:
    'Bei der Verarbeitung der Anfrage ist in Ihrer Software ein Fehler aufgetreten. Den Grund nennt ihr Log.',
  refused:
    'Jede andere Antwort als 2xx gilt als Fehler. Antworten Sie mit 204, sobald das Ereignis gespeichert ist.',
  timeout:
    'Ihre Software hat nicht rechtzeitig vollständig geantwortet. Antworten Sie, sobald das Ereignis gespeichert ist, und verarbeiten Sie es danach.',
  closed:
    'Ihr Server hat die Verbindung geschlossen, bevor seine Antwort vollständig war. Den Grund nennt möglicherweise sein Log.',
  port: 'Unter diesem Host und Port nimmt kein Programm Verbindungen an. Prüfen Sie den Port und ob Ihre Software läuft.',
  dns: 'Der Hostname lässt sich nicht auflösen. Prüfen Sie die Schreibweise und den DNS-Eintrag.',
  tls: 'Es war keine sichere Verbindung möglich. Prüfen Sie, ob das Zertifikat gültig, vollständig und für diesen Hostnamen ausgestellt ist.',
  unreachable: 'Der Host ist von hier aus nicht erreichbar. Prüfen Sie die URL und Ihre Firewall.',
  invalid: 'Die Antwort war kein HTTP. Prüfen Sie den Port und ob dort https erwartet wird.',
  blocked:
    'Der Absender lässt diese URL nicht zu, zum Beispiel weil ihr Host in einem privaten Netz liegt. Verwenden Sie eine öffentliche.',
  proxy:
    'Der Proxy des Absenders hat versagt. Ihre Software ist nicht die Ursache; das Ereignis wird später erneut gesendet.',
  unknown: 'Keine Antwort. Prüfen Sie, ob Ihre Software läuft und aus dem Internet erreichbar ist.',
};

import type { AGAIN_TEXTS } from '../english/again';
import type { Translated } from '../translated';

export const AGAIN: Translated<typeof AGAIN_TEXTS> = {
  title: 'Erneut senden',
  cancel: 'Abbrechen',
  accepted: 'Zeitraum der Annahme',
  spans: {
    chosen: 'Gewählter Zeitraum',
    '8h': '8 Stunden',
    '1d': '1 Tag',
    '3d': '3 Tage',
    '7d': '7 Tage',
    '14d': '2 Wochen',
  },
  chosenSpan: 'Von {since} bis {until}.',
  openSpan: 'Wartende Nachrichten jeden Alters, andere aus den letzten zwei Wochen.',
  filter: 'Nur {words}.',
  clearFilter: 'Filter zurücksetzen',
  which: 'Welche Nachrichten',
  scopes: {
    waiting: 'Wartend: jetzt wiederholen',
    'given-up': 'Aufgegeben',
    'never-sent': 'Nie gesendet',
    delivered: 'Zugestellt',
  },
  meanings: {
    waiting:
      'Ein zusätzlicher Zustellversuch jetzt (ohne Rücksicht auf Retry-After). Der nächste automatische findet wie geplant statt.',
    'given-up':
      'Alle Zustellversuche sind fehlgeschlagen oder wurden abgebrochen. Die Wiederholungen beginnen von vorn.',
    'never-sent': 'Passt zum aktuellen Filter, passte aber bei der Annahme nicht.',
    delivered: 'Bereits zugestellt; wird erneut mit derselben webhook-id zugestellt.',
  },
  notSent: 'Eine nie gesendete Nachricht hat keine Antwort, nach der sich filtern lässt.',
  counting: 'Wird gezählt.',
  notCounted: 'Nicht gezählt: {scope}',
  held: 'zurückgehalten, bis der Endpunkt fortgesetzt wird',
  unlimited: 'so schnell, wie der Empfänger antwortet',
  atRate: '{duration} bei {rate, number}/s',
  atLimits: '{duration} im Rahmen des Limits',
  left: {
    waiting: '{count, number} bereits wartend',
    due: '{count, number} bereits fällig oder zurückgehalten',
    removed: '{count, number} ausgelassen, ihr Inhalt wurde entfernt',
  },
  disabled:
    '{url} ist deaktiviert: {count, plural, one {# Nachricht wird} other {# Nachrichten werden}} ausgelassen.',
  enableFirst: 'Aktivieren Sie den Endpunkt zuerst.',
  byEndpoint: 'Nach Endpunkt ({count, number})',
  columns: { endpoint: 'Endpunkt', messages: 'Nachrichten', limit: 'Limit' },
  noLimit: 'keines',
  none: 'Nichts zu senden.',
  total: '{count, plural, one {# Nachricht} other {# Nachrichten}}, {duration}.',
  twice:
    'Ein Empfänger, der eine dieser Nachrichten schon verarbeitet hat, erhält sie ein zweites Mal, mit derselben webhook-id.',
  start: '{count, plural, =0 {Erneut senden} other {# erneut senden}}',
  notStarted: 'Einige Nachrichten wurden nicht eingereiht',
  nothingStarted: 'Es wurde nichts erneut gesendet',
  queued: '{count, plural, one {# Nachricht} other {# Nachrichten}} eingereiht',
  soFar: 'Bisher {count, plural, one {# Nachricht} other {# Nachrichten}} eingereiht',
  thenFailed:
    '{count, plural, one {# Nachricht} other {# Nachrichten}} eingereiht, dann ist der Vorgang fehlgeschlagen',
  thenStopped:
    '{count, plural, one {# Nachricht} other {# Nachrichten}} eingereiht, dann wurde der Vorgang angehalten',
  stop: 'Anhalten',
  notStopped: 'Der Versand wurde nicht angehalten',
  background: 'Im Hintergrund fortsetzen',
  done: 'Fertig',
  kept: 'Gesendet innerhalb des Ratenlimits. Sie finden dies später auf der Seite des Endpunkts.',
  recentNotRead: 'Frühere Vorgänge konnten nicht geladen werden',
  tasks: {
    'endpoint.retry-now': 'Wartend',
    'endpoint.recover': 'Aufgegeben',
    'endpoint.replay': 'Nie gesendet',
    'endpoint.bulk-replay': 'Zugestellt',
  },
  states: {
    running: 'Läuft',
    failed: 'Fehlgeschlagen',
    finished: 'Abgeschlossen',
    stopped: 'Angehalten',
  },
  bar: 'Geprüfte Nachrichten',
  progress: '{queued, number} von {found, number} eingereiht',
  skipped: {
    waiting: '{count, number} bereits wartend',
    removed: '{count, number} ohne Inhalt',
    changed: '{count, number} inzwischen geändert',
  },
  started: 'gestartet {at}',
};

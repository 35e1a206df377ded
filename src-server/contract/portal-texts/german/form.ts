import type { FORM_TEXTS, SENDING_TEXTS } from '../english/form';
import type { Translated } from '../translated';

const OPERATORS = {
  is: 'ist',
  isNot: 'ist nicht',
  atLeast: 'ist mindestens',
  moreThan: 'ist größer als',
  atMost: 'ist höchstens',
  lessThan: 'ist kleiner als',
  startsWith: 'beginnt mit',
  endsWith: 'endet mit',
  has: 'enthält den Text',
  hasNot: 'enthält nicht den Text',
  oneOf: 'ist einer von',
  noneOf: 'ist keiner von',
  present: 'ist vorhanden',
  absent: 'fehlt',
};

export const SENDING: Translated<typeof SENDING_TEXTS> = {
  on: { label: 'Aktiv', hint: 'Nachrichten werden wie üblich zugestellt.' },
  paused: {
    label: 'Pausiert',
    hint: 'Neue und erneut gesendete Nachrichten werden angenommen und warten. Nichts geht verloren.',
  },
  disabled: {
    label: 'Deaktiviert',
    hint: 'Neue Nachrichten warten. Erneutes Senden wird abgelehnt. Nichts geht verloren.',
  },
};

export const FORM: Translated<typeof FORM_TEXTS> = {
  addTitle: 'Endpunkt hinzufügen',
  editTitle: 'Endpunkt bearbeiten',
  back: 'Endpunkt',
  save: 'Änderungen speichern',
  saving: 'Wird gespeichert',
  cancel: 'Abbrechen',
  address: 'Endpunkt-URL',
  addressHint:
    'Hier empfängt Ihre Software Ereignisse. Antworten Sie schnell und mit einem beliebigen 2xx-Status.',
  addressExample: 'https://example.com/webhooks',
  tryAddress: 'Test-URL verwenden',
  tryHint: 'Noch keine URL? Verwenden Sie eine Test-URL, die immer mit 200 antwortet.',
  insecure:
    'http ist nicht verschlüsselt: Andere im Netz können die Ereignisse lesen und an Ihrer Stelle antworten.',
  urlFaults: {
    missing: 'Geben Sie die URL ein, an die Ereignisse gesendet werden.',
    incomplete: 'Geben Sie eine vollständige URL ein, die mit https:// oder http:// beginnt.',
    'not-http': 'Geben Sie eine URL ein, die mit https:// oder http:// beginnt.',
    'not-https': 'Geben Sie eine URL ein, die mit https:// beginnt.',
  },
  texts: { description: { label: 'Beschreibung', placeholder: 'Bestellungen für das Lager' } },
  events: 'Ereignisse',
  allHint: 'Alle {count, number} und alle, die später hinzukommen.',
  some: 'Ausgewählte Ereignisse',
  someHint: 'Einzelne Ereignisse oder ganze Gruppen einschließlich ihrer künftigen Ereignisse.',
  nothing: 'Wählen Sie mindestens ein Ereignis aus, oder „Alle Ereignisse“.',
  nothingRequired: 'Wählen Sie mindestens ein Ereignis aus.',
  eventsNotRead: 'Die Ereignisse konnten nicht geladen werden',
  eventsWhat: 'Ereignisse',
  speed: 'Ratenlimit',
  inherit: 'Vorgabe Ihres Kontos',
  noLimit: 'Für Ihr Konto gilt kein Limit.',
  inherited:
    'Höchstens {rate, plural, one {# Nachricht} other {# Nachrichten}} pro Sekunde, Vorgabe Ihres Kontos.',
  own: 'Niedrigeres Limit festlegen',
  ownHint:
    'Für Software, die nicht Schritt hält. Überzählige Nachrichten warten, bis sie an der Reihe sind. Nichts geht verloren.',
  ownRate: 'Nachrichten pro Sekunde',
  ownRule: 'Geben Sie eine ganze Zahl von 1 bis {most, number} ein.',
  channelsExample: 'projekt_1, projekt_2',
  channelsRule: 'Höchstens 10 Namen, durch Kommas getrennt. Verwenden Sie Buchstaben, Ziffern und - _ . : +',
  channelsMissing: 'Geben Sie mindestens einen Kanal ein.',
  filter: {
    label: 'Filter',
    hint: 'JSON. Nur Nachrichten mit passendem Inhalt werden zugestellt. Leer: kein Filter.',
    side: 'Filter bearbeiten als',
    sides: { fields: 'Felder', json: 'JSON' },
    undo: 'Rückgängig',
    redo: 'Wiederherstellen',
    onlyJson:
      'Dieser Filter lässt sich nur als JSON bearbeiten: Ein Name oder ein Wert darin passt nicht in Felder.',
    onlyJsonFor: 'Dieser Filter lässt sich nur als JSON bearbeiten: Er verwendet {operator}.',
    fields: {
      hint: 'Nur Nachrichten, die jede Bedingung erfüllen, werden zugestellt. Ohne Bedingung alle.',
      add: 'Feld',
      example: 'payload.betrag',
      addHint:
        'Aufgeführt sind die Felder der ausgewählten Ereignisse. Sie können auch eines eingeben, etwa payload.betrag.',
      addButton: 'Bedingung hinzufügen',
      condition: 'Bedingung für {path}',
      value: 'Wert',
      values: 'Werte, durch Kommas getrennt',
      remove: 'Bedingung für {path} entfernen',
      noNumber: '{path} ist eine Zahl: Ein Text passt nie.',
      operators: OPERATORS,
      ofLists: {
        ...OPERATORS,
        is: 'enthält',
        isNot: 'enthält nicht',
        oneOf: 'enthält einen von',
        noneOf: 'enthält keinen von',
      },
    },
    malformed: 'Geben Sie ein JSON-Objekt ein, etwa {example}.',
    trial: {
      busy: 'Der Filter wird an den neuesten Nachrichten erprobt.',
      nothing: 'Noch keine gespeicherten Nachrichten, an denen sich der Filter erproben lässt.',
      matched:
        '{examined, plural, =1 {Die letzte Nachricht {matched, plural, =0 {passt nicht} other {passt}}.} other {{matched, number} der letzten # Nachrichten {matched, plural, one {passt} other {passen}}.}}',
      failed: 'Der Filter konnte nicht erprobt werden',
      messages: 'Nachrichten anzeigen',
      matching: 'Passend',
      notMatching: 'Nicht passend',
    },
  },
  order: {
    label: 'Reihenfolge',
    any: {
      label: 'Beliebig',
      hint: 'Mehrere Nachrichten gleichzeitig. Während eine auf ihre Wiederholung wartet, werden die anderen weiter zugestellt.',
    },
    strict: { label: 'Streng' },
    strictHint:
      'Eine nach der anderen, in der Reihenfolge der Annahme. Schlägt eine Nachricht fehl, hält sie alle späteren auf, bis sie zugestellt, aufgegeben oder übersprungen ist.',
    priceUnknown:
      'Wie viele pro Sekunde möglich sind, hängt davon ab, wie schnell der Empfänger antwortet. Das ist noch nicht bekannt.',
    price:
      'Etwa {rate, number, ::@#} pro Sekunde, da dieser Empfänger {ms, number} ms zum Antworten braucht.',
  },
  notices: {
    label: 'Hinweise',
    tell: 'Änderungen an diesen Ereignissen mitteilen',
    hint: 'Sendet event_type.deprecated und, nach einer Änderung, die Ihre Software beeinträchtigen kann, event_type.changed.',
  },
  polling: {
    kind: {
      label: 'Art',
      url: { label: 'Endpunkt', hint: 'Jede Nachricht wird an eine URL gesendet.' },
      polling: {
        label: 'Polling-Endpunkt',
        hint: 'Ihre Software ruft Nachrichten ab: hinter einer Firewall, auf einem Laptop, in einem nächtlichen Job.',
      },
    },
    uid: { label: 'Ihre Kennung', placeholder: 'nachtjob' },
    someHint: 'Später hinzukommende Ereignistypen sind nicht eingeschlossen.',
    label: 'Abruf',
    on: { label: 'Ein', hint: 'Abrufe liefern die Nachrichten, die seit dem Anlegen angenommen wurden.' },
    disabled: {
      label: 'Deaktiviert',
      hint: 'Abrufe werden mit 409 beantwortet. Unterdessen geht keine Nachricht verloren.',
    },
  },
  notSaved: 'Der Endpunkt wurde nicht gespeichert',
};

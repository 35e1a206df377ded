import type { PICKER_TEXTS } from '../english/picker';
import type { Translated } from '../translated';

export const PICKER: Translated<typeof PICKER_TEXTS> = {
  search: 'Ereignisse suchen',
  tree: 'Zu empfangende Ereignisse',
  other: 'Sonstige',
  noMatch: 'Kein Treffer für „{search}“.',
  deprecated: 'veraltet',
  deprecatedUntil: 'veraltet, unterstützt bis {day}',
  some: '{count, number} von {total, number}',
  nothing: 'Noch keine Ereignistypen ausgewählt.',
  receives:
    'Empfängt {count, plural, one {# derzeitigen Ereignistyp} other {# derzeitige Ereignistypen}}{later, plural, =0 {} =1 { sowie alle künftigen der Gruppe {groups}} =2 { sowie alle künftigen der Gruppen {groups}} other { sowie alle künftigen von # Gruppen}}',
  clear: 'Auswahl aufheben',
  wholeGroups: 'Ganze Gruppen',
  wholeGroup: 'Alle von {group}, jetzt und künftig',
  later:
    '{count, plural, =0 {Noch keine in Ihrem Katalog. Künftige Typen der Gruppe sind eingeschlossen.} other {Derzeit #. Künftige Typen der Gruppe sind eingeschlossen.}}',
  notLater: 'Ausgeschaltet: nur {count, plural, one {der derzeitige Typ} other {die derzeitigen # Typen}}.',
  elsewhere: 'Nach Namen ausgewählt, aber nicht in diesem Katalog:',
  elsewhereCount:
    '{count, plural, one {# weiterer ausgewählter Ereignistyp steht nicht in Ihrem Katalog. Er bleibt ausgewählt.} other {# weitere ausgewählte Ereignistypen stehen nicht in Ihrem Katalog. Sie bleiben ausgewählt.}}',
  remove: '{name} entfernen',
  byName: 'Nach Namen hinzufügen',
  byNameHint: 'Für einen Ereignistyp, der hier nicht aufgeführt ist.',
  byNameUnknown: 'Kein Ereignistyp in Ihrem Katalog hat diesen Namen. Er wird trotzdem ausgewählt.',
  add: 'Hinzufügen',
  invalidName: 'Verwenden Sie nur Buchstaben, Ziffern, Bindestriche, Unterstriche und Punkte.',
};

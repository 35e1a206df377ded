import type { EventTypeFields, EventTypesExport } from '../../../src-server/contract/event-type-export';

/** Finds event types by the names of their fields. */
export interface FieldFinder {
  /** All names of fields. */
  readonly names: readonly string[];
  /**
   * The event types with a field whose name contains this text, in lower case, and that field; one that is called
   * exactly so comes first.
   */
  with(term: string): ReadonlyMap<string, string>;
}

export function fieldFinder({ types, fields }: EventTypeFields): FieldFinder {
  const lower = fields.map(({ names }) => names.map((name) => name.toLowerCase()));
  return {
    names: fields.flatMap(({ names }) => names),
    with(term) {
      const found = new Map<string, string>();
      for (const isFit of [(name: string) => name === term, (name: string) => name.includes(term)]) {
        for (const [index, { names, at }] of fields.entries()) {
          const field = names[lower[index]?.findIndex(isFit) ?? -1];
          if (field === undefined) continue;
          for (let pair = 0; pair < at.length; pair += 2) {
            const last = at[pair + 1] ?? -1;
            for (let place = at[pair] ?? 0; place <= last; place += 1) {
              const name = types[place];
              if (name !== undefined && !found.has(name)) found.set(name, field);
            }
          }
        }
      }
      return found;
    },
  };
}

/** Whether an export is in the format `fields`. */
export function isFields(found: EventTypesExport): found is EventTypesExport & EventTypeFields {
  return Array.isArray(found.types) && Array.isArray(found.fields);
}

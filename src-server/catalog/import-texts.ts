import { IMPORT_FIELDS, type ImportedEventType, type ImportRow } from '../contract/import-plan';
import { stringifyOrdered } from '../contract/ordered-json';
import type { EventTypeContent } from '../storage/event-type-store';
import { type EventTypeText, textOfEventType } from '../storage/event-type-text';
import { isObject } from './plain-json';

/**
 * What an import says of its event types, as JSON text. Each schema is needed several times over (in the plan, in
 * the catalog, in the baseline) and is by far the most of it, so each is written once.
 */
export class ImportTexts {
  readonly #schemas = new WeakMap<object, string>();

  /** A row of the plan. */
  row({ before, after, ...row }: ImportRow): string {
    return `${open(row)},"before":${this.#imported(before)},"after":${this.#imported(after)}}`;
  }

  /** What the document said of an event type. */
  baseline(said: ImportedEventType): string {
    return this.#imported(said);
  }

  /** An event type as it is stored. */
  stored(content: EventTypeContent): EventTypeText {
    return textOfEventType(content, (schemas) => this.#versions(schemas));
  }

  /** A whole event type, to be put back some day. */
  content({ schemas, ...content }: EventTypeContent): string {
    return `${open(content)},"schemas":${schemas === null ? 'null' : this.#versions(schemas)}}`;
  }

  #imported(type: ImportedEventType | null): string {
    if (type === null) return 'null';
    const fields = IMPORT_FIELDS.map((field) => {
      const value = type[field];
      return `"${field}":${field === 'schema' ? this.#schema(value) : stringifyOrdered(value)}`;
    });
    return `{${fields.join(',')}}`;
  }

  #versions(schemas: unknown): string {
    const parts = Object.entries(schemas as Readonly<Record<string, unknown>>).map(
      ([version, schema]) => `${JSON.stringify(version)}:${this.#schema(schema)}`,
    );
    return `{${parts.join(',')}}`;
  }

  #schema(schema: unknown): string {
    if (!isObject(schema)) return stringifyOrdered(schema);
    const known = this.#schemas.get(schema);
    if (known !== undefined) return known;
    const text = stringifyOrdered(schema);
    this.#schemas.set(schema, text);
    return text;
  }
}

/** An object that is never empty, without its last bracket. */
function open(object: object): string {
  return stringifyOrdered(object).slice(0, -1);
}

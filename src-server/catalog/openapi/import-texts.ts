import { IMPORT_FIELDS, type ImportedEventType, type ImportRow } from '../../contract/import-plan';
import { parseOrdered, stringifyOrdered } from '../../json-schema/ordered-json';
import { isObject } from '../../json-schema/plain-json';
import { rawMember } from '../../json-schema/raw-json-text';
import { contentOfText, type EventTypeText, textOfEventType } from '../../storage/catalog/event-type-text';
import { currentSchema, withCurrentSchema } from '../checks/current-schema';

/**
 * What an import reads and says about its event types, as JSON text. Each schema is needed several times (in the plan,
 * in the catalog, in the baseline) and is by far the largest part, so each is written once; one from the catalog keeps
 * its text.
 */
export class ImportTexts {
  readonly #schemas = new WeakMap<object, string>();

  /** An event type of the catalog as an import sees it. */
  imported(row: EventTypeText): ImportedEventType {
    const { schemas, name: _, ...fields } = contentOfText(row);
    return { ...fields, schema: this.#read(currentSchema(schemas)) };
  }

  /** Reads what `baseline` wrote. */
  readBaseline(text: string): ImportedEventType {
    const { schema: _, ...fields } = { ...NOT_SAID, ...(parseOrdered(text) as ImportedEventType) };
    return { ...fields, schema: this.#read(rawMember(text, 'schema') ?? null) };
  }

  /** A row of the plan. */
  row({ before, after, ...row }: ImportRow): string {
    return `${open(row)},"before":${this.#imported(before)},"after":${this.#imported(after)}}`;
  }

  /** What the document said about an event type. */
  baseline(patch: ImportedEventType): string {
    return this.#imported(patch);
  }

  /**
   * An event type with the import's changes applied, in its stored form. What imports know nothing of stays, and so do
   * other versions of its schema.
   * @param row the current one; null: there is none
   */
  stored(name: string, row: EventTypeText | null, { schema, ...fields }: ImportedEventType): EventTypeText {
    const schemas = withCurrentSchema(row?.schemas ?? null, schema === null ? null : this.#schema(schema));
    // A row may have got another name than the document gives it.
    const replacedBy = fields.replacedBy === name ? null : fields.replacedBy;
    return textOfEventType({ name, ...fields, replacedBy, schemas });
  }

  /** A whole event type, for a later undo. */
  content(row: EventTypeText): string {
    const { schemas, ...content } = contentOfText(row);
    return `${open(content)},"schemas":${schemas}}`;
  }

  #imported(type: ImportedEventType | null): string {
    if (type === null) return 'null';
    const fields = IMPORT_FIELDS.map((field) => {
      const value = type[field];
      return `"${field}":${field === 'schema' ? this.#schema(value) : stringifyOrdered(value)}`;
    });
    return `{${fields.join(',')}}`;
  }

  #read(text: string | null): unknown {
    if (text === null) return null;
    const schema = parseOrdered(text);
    if (isObject(schema)) this.#schemas.set(schema, text);
    return schema;
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

/** What imports did not read at first: an earlier baseline has neither. */
const NOT_SAID: Partial<ImportedEventType> = { sunsetAt: null, replacedBy: null };

/** An object that is never empty, without its closing bracket. */
function open(object: object): string {
  return stringifyOrdered(object).slice(0, -1);
}

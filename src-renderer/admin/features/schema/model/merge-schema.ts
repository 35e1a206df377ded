import {
  get,
  type JsonNode,
  type ObjectNode,
  objectNode,
  textOf,
  withKey,
} from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt, nodeAt } from '../../../../../src-server/json-schema/node-path';
import { mergedFields, partsOf, type SchemaPart } from './parts-of';
import { refPath } from './references';
import { typeOf } from './schema-type';

/** The result of merging two schemas. */
export interface MergedSchema {
  readonly schema: JsonNode;
  /** Fields that are new, as paths with periods. */
  readonly added: readonly string[];
  /** Fields whose type differs in the incoming schema; they stay unchanged. */
  readonly different: readonly { readonly field: string; readonly here: string; readonly there: string }[];
}

/**
 * Adds what an incoming schema has and this one has not. Existing content stays: it may be deliberate, and one sample
 * is not. References are followed for reading, never for writing.
 */
export function mergeSchema(schema: JsonNode, incoming: JsonNode): MergedSchema {
  const added: string[] = [];
  const different: { field: string; here: string; there: string }[] = [];
  const merge = (here: JsonNode, there: JsonNode, field: string): JsonNode => {
    if (here.kind !== 'object' || there.kind !== 'object') return here;
    if (here.members.length === 0) {
      added.push(...namesIn(there, field));
      return there;
    }
    const [a, b] = [typeOf(here), typeOf(there)];
    if (a.choice === 'reference') {
      if (textOf(here, '$ref') !== textOf(there, '$ref')) lookBehind(a.ref ?? '', there, field);
      return here;
    }
    if (conflict(a.choice, b.choice)) {
      different.push({ field: field === '' ? 'event' : field, here: a.label, there: b.label });
      return here;
    }
    return withMissing(withItems(withFields(here, there, field), there, field), there, field);
  };
  const withFields = (here: ObjectNode, there: ObjectNode, field: string): ObjectNode => {
    const incomingFields = get(there, 'properties');
    if (incomingFields?.kind !== 'object' || incomingFields.members.length === 0) return here;
    const fields = get(here, 'properties');
    let next = fields?.kind === 'object' ? fields : objectNode([]);
    const ofParts = fieldsOfParts(schema, here);
    const inPlace: { readonly path: Path; readonly schema: JsonNode }[] = [];
    for (const { key, value } of incomingFields.members) {
      const name = field === '' ? key : `${field}.${key}`;
      const known = get(next, key);
      const [ofPart, ...others] = known ? [] : (ofParts.get(key) ?? []);
      if (ofPart && others.length === 0 && !ofPart.origin?.definition) {
        inPlace.push({ path: ofPart.path, schema: merge(ofPart.schema, value, name) });
        continue;
      }
      if (ofPart) {
        onlyRead(ofPart.schema, value, name, `absent from ${ofPart.origin?.label ?? 'a part'}`);
        continue;
      }
      if (!known) added.push(name);
      const merged = known ? merge(known, value, name) : value;
      if (merged !== known) next = withKey(next, key, merged);
    }
    const written = inPlace.reduce(
      (now: JsonNode, { path, schema: merged }) => changeAt(now, path, () => merged),
      here,
    );
    const base = written.kind === 'object' ? written : here;
    if (next === fields || next.members.length === 0) return base;
    const grown = withKey(base, 'properties', next);
    // If nothing was described yet, the incoming schema also says what is required.
    const required = get(there, 'required');
    const isFirst = fields?.kind !== 'object' || fields.members.length === 0;
    return isFirst && required && !get(here, 'required') ? withKey(grown, 'required', required) : grown;
  };
  const withItems = (here: ObjectNode, there: ObjectNode, field: string): ObjectNode => {
    const [known, value] = [get(here, 'items'), get(there, 'items')];
    if (!value) return here;
    if (!known) {
      added.push(`${field}[]`);
      return withKey(here, 'items', value);
    }
    const merged = merge(known, value, `${field}[]`);
    return merged === known ? here : withKey(here, 'items', merged);
  };
  /** Definitions, and anything else that only the incoming schema has, at the root. */
  const withMissing = (here: ObjectNode, there: ObjectNode, field: string): ObjectNode => {
    if (field !== '') return here;
    let next = here;
    for (const keyword of ['definitions', '$defs']) {
      const [known, value] = [get(next, keyword), get(there, keyword)];
      if (value?.kind !== 'object') continue;
      const base = known?.kind === 'object' ? known : objectNode([]);
      const fresh = value.members.filter(({ key }) => !get(base, key));
      if (fresh.length > 0) next = withKey(next, keyword, objectNode([...base.members, ...fresh]));
    }
    return next;
  };
  const behind = new Set<string>();
  const lookBehind = (ref: string, there: JsonNode, field: string) => {
    const path: Path | null = refPath(ref);
    const target = path && nodeAt(schema, path);
    if (!target || behind.has(ref)) return;
    behind.add(ref);
    onlyRead(target, there, field, `absent from ${ref}`);
    behind.delete(ref);
  };
  /** What is missing in a definition or a part is reported separately: nothing is written there. */
  const onlyRead = (target: JsonNode, there: JsonNode, field: string, absent: string) => {
    const before = added.length;
    merge(target, there, field);
    for (const name of added.splice(before)) different.push({ field: name, here: absent, there: 'given' });
  };
  return { schema: merge(schema, incoming, ''), added, different };
}

/** What a place without any description gains: its fields, or its own type. */
function namesIn(there: ObjectNode, field: string): string[] {
  const map = get(there, 'properties');
  const keys = map?.kind === 'object' ? map.members.map(({ key }) => key) : [];
  if (keys.length === 0) return field === '' ? [] : [field];
  return keys.map((key) => (field === '' ? key : `${field}.${key}`));
}

/** The fields that the parts of an `allOf` describe. */
function fieldsOfParts(root: JsonNode, here: ObjectNode): ReadonlyMap<string, readonly SchemaPart[]> {
  if (!get(here, 'allOf')) return new Map();
  const parts = partsOf(root, { schema: here, path: [], view: [], origin: null });
  return new Map(mergedFields(parts).map(({ key, places }) => [key, places]));
}

function conflict(here: string, there: string): boolean {
  const open = ['any', 'mixed', 'allOf', 'anyOf', 'oneOf', 'reference', 'null'];
  if (open.includes(here) || open.includes(there) || here === there) return false;
  return !(here === 'number' && there === 'integer');
}

import {
  type JsonNode,
  type ObjectNode,
  objectNode,
  withKey,
} from '../../../../../src-server/json-schema/json-node';
import { nodeAt } from '../../../../../src-server/json-schema/node-path';
import { replaced } from './edit-outcome';
import { mergedFields, partsOf, rootPart, type SchemaPart } from './parts-of';
import { refPath } from './references';
import { asSchema, type SchemaNode } from './schema-node';

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
  const merge = (json: JsonNode, other: JsonNode, field: string): JsonNode => {
    if (json.kind !== 'object' || other.kind !== 'object') return json;
    const [here, there] = [asSchema(json), asSchema(other)];
    if (json.members.length === 0) {
      added.push(...namesIn(there, field));
      return other;
    }
    const [a, b] = [here.type, there.type];
    if (a.choice === 'reference') {
      if (here.ref !== there.ref) lookBehind(a.ref ?? '', other, field);
      return json;
    }
    if (conflict(a.choice, b.choice)) {
      different.push({ field: field === '' ? 'event' : field, here: a.label, there: b.label });
      return json;
    }
    const grown = withItems(asSchema(withFields(here, there, field)), there, field);
    // Definitions, and anything else that only the incoming schema has, at the root.
    return field === '' ? withDefinitions(grown, there) : grown;
  };
  const withFields = (here: SchemaNode, there: SchemaNode, field: string): ObjectNode => {
    const incomingFields = there.map('properties').object;
    if (incomingFields.members.length === 0) return here.object;
    const fields = here.map('properties');
    const ofParts = fieldsOfParts(schema, here);
    let base: JsonNode = here.object;
    let next = fields.object;
    for (const { key, value } of incomingFields.members) {
      const name = nameIn(field, key);
      const known = fields.get(key);
      const [ofPart, ...others] = known ? [] : (ofParts.get(key) ?? []);
      if (ofPart && others.length === 0 && !ofPart.origin?.definition) {
        base = replaced(base, ofPart.path, merge(ofPart.schema.json, value, name));
      } else if (ofPart) {
        onlyRead(ofPart.schema.json, value, name, `absent from ${ofPart.origin?.label ?? 'a part'}`);
      } else {
        if (!known) added.push(name);
        const merged = known ? merge(known, value, name) : value;
        if (merged !== known) next = withKey(next, key, merged);
      }
    }
    const written = asSchema(base);
    if (next === fields.object || next.members.length === 0) return written.object;
    const grown = withKey(written.object, 'properties', next);
    // If nothing was described yet, the incoming schema also says what is required.
    const required = there.get('required');
    const isFirst = fields.entries().size === 0 && !written.has('required');
    return isFirst && required ? withKey(grown, 'required', required) : grown;
  };
  const withItems = (here: SchemaNode, there: SchemaNode, field: string): ObjectNode => {
    const [known, value] = [here.get('items'), there.get('items')];
    if (!value) return here.object;
    if (!known) added.push(`${field}[]`);
    const merged = known ? merge(known, value, `${field}[]`) : value;
    return merged === known ? here.object : withKey(here.object, 'items', merged);
  };
  const behind = new Set<string>();
  const lookBehind = (ref: string, there: JsonNode, field: string) => {
    const path = refPath(ref);
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

function withDefinitions(here: ObjectNode, there: SchemaNode): ObjectNode {
  let next = here;
  for (const keyword of ['definitions', '$defs']) {
    const known = asSchema(next).map(keyword);
    const fresh = there.map(keyword).object.members.filter(({ key }) => !known.has(key));
    if (fresh.length > 0) next = withKey(next, keyword, objectNode([...known.object.members, ...fresh]));
  }
  return next;
}

/** What a place without any description gains: its fields, or its own type. */
function namesIn(there: SchemaNode, field: string): string[] {
  const keys = [...there.map('properties').entries().keys()];
  if (keys.length === 0) return field === '' ? [] : [field];
  return keys.map((key) => nameIn(field, key));
}

function nameIn(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}

/** The fields that the parts of an `allOf` describe. */
function fieldsOfParts(root: JsonNode, here: SchemaNode): ReadonlyMap<string, readonly SchemaPart[]> {
  if (!here.has('allOf')) return new Map();
  const parts = partsOf(root, rootPart(here.json));
  return new Map(mergedFields(parts).map(({ key, places }) => [key, places]));
}

function conflict(here: string, there: string): boolean {
  const open = ['any', 'mixed', 'allOf', 'anyOf', 'oneOf', 'reference', 'null'];
  if (open.includes(here) || open.includes(there) || here === there) return false;
  return !(here === 'number' && there === 'integer');
}

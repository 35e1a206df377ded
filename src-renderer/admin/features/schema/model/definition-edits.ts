import {
  fromValue,
  type JsonNode,
  objectNode,
  withKey,
} from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { capitalize } from '../../../../ui/capitalize';
import {
  changeSchema,
  type EditOutcome,
  edited,
  GONE,
  locate,
  nameOf,
  refused,
  replaced,
} from './edit-outcome';
import { freeKey } from './field-edits';
import { movedReferences, refPath, refTarget, refTo } from './references';
import { asSchema, nullableReference } from './schema-node';

/** Moves a schema to a definition and leaves a reference in its place. */
export function extractDefinition(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (!row || root.kind !== 'object') return GONE;
  const { kind, label } = row.place;
  if (kind === 'root') return refused('The whole event cannot be extracted.');
  if (kind === 'definition') return refused(`${nameOf(row)} is already a definition.`);
  if (row.schema.type.choice === 'reference') return refused(`${nameOf(row)} is already a reference.`);
  const document = asSchema(root);
  const keyword = document.has('$defs') && !document.has('definitions') ? '$defs' : 'definitions';
  const name = freeKey(document.map(keyword).object, definitionName(kind === 'property' ? label : ''));
  const to = [keyword, name];
  const reference = objectNode([{ key: '$ref', value: fromValue(refTo(to)) }]);
  // References into the schema now point to its new place; the definition itself is added after that.
  const referring = movedReferences(replaced(root, path, reference), path, to);
  const body = movedReferences(row.schema.json, path, to);
  const next = changeSchema(referring, [], (schema) => {
    const { members } = schema.map(keyword).object;
    return withKey(schema.object, keyword, objectNode([...members, { key: name, value: body }]));
  });
  return edited(next, `Extract ${nameOf(row)} to the definition ${name}`, path);
}

/** Replaces a reference with a copy of its target. The definition stays: others may refer to it. */
export function inlineReference(root: JsonNode, path: Path): EditOutcome {
  const row = locate(root, path);
  if (row?.schema.json.kind !== 'object') return GONE;
  const { ref, nullable } = row.schema.type;
  if (ref === null) return refused(`${nameOf(row)} is not a reference.`);
  const target = refTarget(root, ref);
  if (!target) return refused(`The reference ${ref} has no target in this document.`);
  const from = refPath(ref);
  if (from && toPointer(path).startsWith(toPointer(from)))
    return refused(`${nameOf(row)} refers to itself, so it cannot be inlined.`);
  const union = nullableReference(row.schema);
  const at = union && nullable ? [...path, union.keyword, String(union.at)] : path;
  return edited(
    replaced(root, at, copied(target, row.schema.text('description'))),
    `Inline ${nameOf(row)}`,
    path,
  );
}

/** What a reference leads to, with the description beside the reference. */
function copied(target: JsonNode, description: string | null): JsonNode {
  if (target.kind !== 'object') return target;
  const own = objectNode(target.members.filter(({ key }) => key !== '$id'));
  return description === null ? own : withKey(own, 'description', fromValue(description));
}

/** `shipping_address` becomes `ShippingAddress`. */
function definitionName(key: string): string {
  return (
    key
      .split(/[^\p{L}\p{N}]+/u)
      .map(capitalize)
      .join('') || 'Definition'
  );
}

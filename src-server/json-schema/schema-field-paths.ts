import { isObject, own } from './plain-json';
import { typesOf } from './schema-labels';
import { type Ancestors, enclose, type Layers, layersOf } from './schema-layers';

/** A field that a message may have, by the names on the way to it. */
export interface SchemaField {
  readonly path: readonly string[];
  /** The JSON types that its value may have, such as `integer`; empty: any. */
  readonly kinds: readonly string[];
}

/** Nobody looks for the last field of a longer list. */
const FIELDS_MAX = 1000;
/** Options of a choice, one within another. */
const CHOICES_MAX = 2;
/** Options of one choice. */
const OPTIONS_MAX = 30;

/**
 * The fields that a schema describes, those nearest to the root first, without what is in lists and without repetition.
 * Always ends, whatever it is given.
 * @param maxDepth names on the way to a field
 */
export function schemaFieldPaths(schema: unknown, maxDepth: number): readonly SchemaField[] {
  const fields: SchemaField[] = [];
  let level: Place[] = [{ path: [], schemas: [schema], around: null }];
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    const next: Place[] = [];
    for (const place of level) {
      for (const inner of fieldsBelow(place, schema)) {
        if (fields.length === FIELDS_MAX) return fields;
        const nodes = alternatives(inner.schemas, schema, inner.around);
        fields.push({ path: inner.path, kinds: kindsOf(nodes) });
        next.push(inner);
      }
    }
    level = next;
  }
  return fields;
}

/** A value of the message, and the schemas that hold for it. */
interface Place {
  readonly path: readonly string[];
  readonly schemas: readonly unknown[];
  readonly around: Ancestors | null;
}

function fieldsBelow({ path, schemas, around }: Place, root: unknown): readonly Place[] {
  const byName = new Map<string, Place & { readonly schemas: unknown[] }>();
  for (const node of alternatives(schemas, root, around)) {
    const inside = enclose(around, node, { path: '', label: '' });
    for (const { schema } of node.layers) {
      const fields = own(schema, 'properties');
      if (!isObject(fields)) continue;
      for (const [name, field] of Object.entries(fields).slice(0, FIELDS_MAX)) {
        const known = byName.get(name);
        if (known) known.schemas.push(field);
        else byName.set(name, { path: [...path, name], schemas: [field], around: inside });
      }
    }
  }
  return [...byName.values()];
}

/** What holds for a value, and then what may hold, as an option of a choice. */
function alternatives(
  schemas: readonly unknown[],
  root: unknown,
  around: Ancestors | null,
  choices = 0,
): readonly Layers[] {
  const node = layersOf(schemas, root, around);
  if (choices === CHOICES_MAX) return [node];
  const options = node.variants.flatMap((group) => group.options.slice(0, OPTIONS_MAX));
  return [node, ...options.flatMap((option) => alternatives([option], root, around, choices + 1))];
}

function kindsOf(nodes: readonly Layers[]): readonly string[] {
  return [...new Set(nodes.flatMap((node) => typesOf(node).types))];
}

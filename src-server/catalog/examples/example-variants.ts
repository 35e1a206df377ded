import { cutText } from '../../contract/cut-text';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { type ChildDraft, childDrafts } from '../../json-schema/schema-children';
import { itemSchemas } from '../../json-schema/schema-labels';
import { layersOf } from '../../json-schema/schema-layers';

/** One of the forms that an event may take. */
interface ExampleVariant {
  /** Short, and different from the others: "card", or "payment: card" if there are several choices. */
  readonly name: string;
  /** The option of a `oneOf` or `anyOf` in the schema that its example uses. */
  readonly option: JsonObject;
}

/** More than this would not fit a row of buttons. */
const MAX_VARIANTS = 12;
/** Choices further down are details of a field, not kinds of events. */
const MAX_DEPTH = 4;
/** Fields examined; a schema with more before its first choice is hostile. */
const MAX_STEPS = 5_000;

interface Pending {
  readonly path: string;
  readonly schemas: readonly unknown[];
  readonly depth: number;
}

/**
 * The options of the choices in a schema, those nearest the root first. Pure and bounded, but also needs a time limit.
 */
export function exampleVariants(root: JsonObject): readonly ExampleVariant[] {
  const found: { path: string; name: string; option: JsonObject }[] = [];
  const seen = new Set<unknown>();
  const queue: Pending[] = [{ path: '', schemas: [root], depth: 0 }];
  for (let step = 0; step < queue.length && step < MAX_STEPS; step += 1) {
    const { path, schemas, depth } = queue[step] as Pending;
    const node = layersOf(schemas, root);
    // A schema that contains itself has the same choices again.
    if (node.layers.length > 0 && node.layers.every(({ schema }) => seen.has(schema))) continue;
    for (const { schema } of node.layers) seen.add(schema);
    const below = (name: string) => (path === '' ? name : `${path}.${name}`);
    const drafts = childDrafts(node, root);
    const isKind = depth === 0 || drafts.filter((draft) => isObjectOption(draft, root)).length > 1;
    for (const draft of drafts) {
      const [option] = draft.schemas;
      if (draft.kind === 'variant' && isKind && isObject(option)) {
        found.push({ path, name: draft.name ?? draft.label, option });
      } else if (draft.kind === 'property' && draft.schemas.length > 0 && depth < MAX_DEPTH) {
        queue.push({ path: below(cutText(draft.label, 60)), schemas: draft.schemas, depth: depth + 1 });
      }
    }
    const items = itemSchemas(node);
    if (items.length > 0 && depth < MAX_DEPTH) queue.push({ path, schemas: items, depth: depth + 1 });
    if (found.length >= MAX_VARIANTS) break;
  }
  const severalPlaces = new Set(found.map(({ path }) => path)).size > 1;
  const names = new Set<string>();
  return found.slice(0, MAX_VARIANTS).map(({ path, name, option }) => {
    const label = severalPlaces && path !== '' ? `${path}: ${name}` : name;
    let unique = label;
    for (let n = 2; names.has(unique); n += 1) unique = `${label} ${n}`;
    names.add(unique);
    return { name: unique, option };
  });
}

/** True for an option that describes an object: "a text or a number" below the root is not a kind of event. */
function isObjectOption({ kind, schemas }: ChildDraft, root: unknown): boolean {
  if (kind !== 'variant') return false;
  return layersOf(schemas, root).layers.some(({ schema }) => isObject(schema.properties));
}

import { createHash } from 'node:crypto';
import {
  decodeFragment,
  fromPointer,
  isPointer,
  toFragment,
  toPointer,
} from '../../json-schema/json-pointer';
import {
  keepNumbers,
  orderedEntries,
  orderedObject,
  parseOrdered,
  stringifyOrdered,
} from '../../json-schema/ordered-json';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';
import { withPointerReferences } from '../checks/schema-references';
import { mapSchema } from './map-schema';

/** An event type to take away, as its reader sees it. */
export interface ExportedType {
  readonly name: string;
  readonly description: string;
  readonly deprecated: boolean;
  /** RFC 3339. Null: no date. */
  readonly sunsetAt: string | null;
  /** Another one of the exported event types. Null: none. */
  readonly replacedBy: string | null;
  readonly groupName: string | null;
  readonly featureFlags: readonly string[] | null;
  /** JSON text of the current Draft 7 schema. Null: none. */
  readonly schema: string | null;
}

/** An event type whose schema has its definitions elsewhere. */
export interface SharingType extends ExportedType {
  /** Without `definitions`; true where there is no schema, since anything may come. */
  readonly body: unknown;
}

/**
 * Event types as one document, `{schemas: {name: schema}, definitions}`: a reference leads from its root to a place in
 * one of the two.
 */
export interface SharedDefinitions {
  readonly types: readonly SharingType[];
  /** By name; what several event types have in common is in it once. */
  readonly definitions: ReadonlyMap<string, unknown>;
}

/** Where a reference leads, with the steps from there on. */
export interface Target {
  readonly kind: 'schemas' | 'definitions';
  readonly name: string;
  readonly steps: readonly string[];
}

/** Where the reference of a schema of `SharedDefinitions` leads. Null: nowhere. */
export function targetOf(reference: unknown): Target | null {
  const [kind, name, ...steps] = stepsOf(reference) ?? [];
  if ((kind !== 'schemas' && kind !== 'definitions') || name === undefined) return null;
  return { kind, name, steps };
}

/**
 * Takes the definitions out of all schemas. Definitions of one name that differ get a number each, and so does what
 * refers to them: nothing changes its meaning. Names follow from these event types alone, in their order.
 */
export function shareDefinitions(types: readonly ExportedType[]): SharedDefinitions {
  const pool = new Pool();
  const shared = types.map((type): SharingType => {
    if (type.schema === null) return { ...type, body: true };
    const read = parseOrdered(type.schema);
    if (!isObject(read)) return { ...type, body: read };
    const schema = withPointerReferences(read);
    const given = own(schema, 'definitions');
    const local = new Map(isObject(given) ? orderedEntries(given) : []);
    const names = pool.namesFor(type.name, local);
    const moved = (value: unknown) => mapSchema(value, (node) => withMovedReference(node, type.name, names));
    for (const [name, definition] of local) {
      const shown = names.get(name) ?? name;
      if (!pool.definitions.has(shown)) pool.definitions.set(shown, moved(definition));
    }
    const rest = orderedEntries(schema).filter(([key]) => key !== 'definitions');
    return { ...type, body: moved(keepNumbers(orderedObject(rest), schema)) };
  });
  return { types: shared, definitions: pool.definitions };
}

/** Draft 7 ignores what stands beside a reference; one that leads nowhere is left out, so that anything is accepted. */
function withMovedReference(node: JsonObject, type: string, names: ReadonlyMap<string, string>): JsonObject {
  if (!Object.hasOwn(node, '$ref')) return node;
  const steps = stepsOf(node.$ref);
  if (steps === null) return {};
  const [first, definition = '', ...rest] = steps;
  const shown = first === 'definitions' ? names.get(definition) : undefined;
  if (first === 'definitions' && shown === undefined) return {};
  const path = shown === undefined ? ['schemas', type, ...steps] : ['definitions', shown, ...rest];
  const $ref = toFragment(toPointer(path));
  return $ref === undefined ? {} : { $ref };
}

function stepsOf(reference: unknown): readonly string[] | null {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return null;
  const fragment = decodeFragment(reference.slice(1));
  return fragment === undefined || !isPointer(fragment) ? null : fromPointer(fragment);
}

/** The names that definitions have in the whole. */
class Pool {
  readonly definitions = new Map<string, unknown>();
  /** What has the name that it came with: the text under it. */
  readonly #texts = new Map<string, string>();
  /** What had to be renamed: its name, by the name it had and everything that it means. */
  readonly #renamed = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** The name of each definition of an event type. */
  namesFor(type: string, local: ReadonlyMap<string, unknown>): ReadonlyMap<string, string> {
    const texts = new Map([...local].map(([name, definition]) => [name, stringifyOrdered(definition)]));
    const links = new Map([...local].map(([name, definition]) => [name, linksOf(definition)]));
    const isOwn = (name: string) => links.get(name)?.leadsToType === true;
    const different = [...local.keys()].filter((name) => {
      const known = this.#texts.get(name);
      return isOwn(name) || (known === undefined ? this.#taken.has(name) : known !== texts.get(name));
    });
    const renamed = whatReaches(different, links);
    const names = new Map<string, string>();
    for (const name of local.keys()) {
      if (renamed.has(name)) continue;
      this.#texts.set(name, texts.get(name) ?? '');
      this.#taken.add(name);
      names.set(name, name);
    }
    for (const name of renamed) {
      const reached = reachedFrom(name, links);
      const hash = createHash('sha256');
      for (const part of [...reached].sort()) hash.update(`${part}\n${texts.get(part)}\n`);
      const owner = [...reached].some(isOwn) ? type : '';
      const key = `${name}\n${owner}\n${hash.digest('hex')}`;
      const shown = this.#renamed.get(key) ?? this.#free(name);
      this.#renamed.set(key, shown);
      names.set(name, shown);
    }
    return names;
  }

  #free(name: string): string {
    let free = name;
    for (let n = 2; this.#taken.has(free); n += 1) free = `${name}_${n}`;
    this.#taken.add(free);
    return free;
  }
}

interface Links {
  readonly names: ReadonlySet<string>;
  /** True: it refers to the schema around it, which is another one for each event type. */
  readonly leadsToType: boolean;
}

function linksOf(definition: unknown): Links {
  const names = new Set<string>();
  let leadsToType = false;
  mapSchema(definition, (node) => {
    const steps = Object.hasOwn(node, '$ref') ? stepsOf(node.$ref) : null;
    const [first, name] = steps ?? [];
    if (first === 'definitions' && name !== undefined) names.add(name);
    else if (steps !== null) leadsToType = true;
    return node;
  });
  return { names, leadsToType };
}

/** These, and all that refer to them, in whatever number of steps. */
function whatReaches(ends: readonly string[], links: ReadonlyMap<string, Links>): ReadonlySet<string> {
  const found = new Set(ends);
  if (found.size === 0) return found;
  const users = new Map<string, string[]>();
  for (const [name, { names }] of links)
    for (const used of names) users.set(used, [...(users.get(used) ?? []), name]);
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user);
  return found;
}

/** A definition, and all that it refers to. */
function reachedFrom(start: string, links: ReadonlyMap<string, Links>): ReadonlySet<string> {
  const found = new Set([start]);
  for (const name of found)
    for (const next of links.get(name)?.names ?? []) if (links.has(next)) found.add(next);
  return found;
}

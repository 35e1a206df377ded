/*
 * A schema made ready for the sampler: references resolved, compositions merged, alternatives chosen, recursion
 * ended where a property, an item or a null allows it, counts capped. The sampler alone takes null for every
 * nullable field, ignores most of `allOf`, and blows up on 1000 items of 1000 items.
 */
import { type HeldValue, heldValue } from '../contract/held-value';
import { numberText } from '../contract/ordered-json';
import { resolveRef } from '../contract/schema-layers';
import { numberSchema, stringSchema } from './example-scalars';
import { addPart, allOfKeyword, emptyShape, type Shape, tightest } from './example-shape';
import { isObject, type JsonObject, measure, own } from './plain-json';

/** How one attempt differs from another. */
export interface Attempt {
  /** Take values that the author gives for single fields (`examples`, `default`). */
  readonly useGiven: boolean;
  /** Which alternative of `anyOf` and `oneOf` to begin with. */
  readonly variant: number;
  /** Leave out what has no finite example even where it is required. */
  readonly lenient: boolean;
  /** Stands before a number of the author's that is given as it is spelled, for `restoreMarked`. */
  readonly mark: string;
  /** An alternative (an object in the schema) to take wherever it can be chosen. Absent: none. */
  readonly prefer?: unknown;
}

/** Most values in an example, and how many for a schema of some size: a small one that makes many is hostile. */
const MAX_NODES = 30_000;
const budgetFor = (schemaNodes: number) => Math.min(MAX_NODES, 5_000 + 3 * schemaNodes);
/** Depths tried: all of it first, then less and less when that gets out of hand. */
const DEPTHS = [210, 10, 5, 2] as const;
/** Most alternatives tried at one place. */
const MAX_BRANCHES = 12;
/** Most copies of one place through nested lists. */
const MAX_COPIES = 1_000;

class OutOfBudget extends Error {}

/** Where in the example a schema stands. */
interface Place {
  /** References followed on the way down; meeting one again is recursion. */
  readonly path: readonly string[];
  readonly depth: number;
  /** How often the lists above repeat this place. */
  readonly copies: number;
}

/** The schema to sample; null when no finite example was found. */
export function prepareForSampling(root: JsonObject, attempt: Attempt): JsonObject | null {
  const budget = budgetFor(measure(root, { maxDepth: DEPTHS[0], maxNodes: MAX_NODES }).nodes);
  for (const maxDepth of DEPTHS) {
    try {
      return new Preparer(root, attempt, { maxDepth, budget }).solve(
        [root],
        { path: ['#'], depth: 0, copies: 1 },
        0,
      );
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
    }
  }
  return null;
}

class Preparer {
  readonly #root: JsonObject;
  readonly #attempt: Attempt;
  readonly #maxDepth: number;
  #budget: number;

  constructor(root: JsonObject, attempt: Attempt, limits: { maxDepth: number; budget: number }) {
    this.#root = root;
    this.#attempt = attempt;
    this.#maxDepth = limits.maxDepth;
    this.#budget = limits.budget;
  }

  /** One sampler schema that fits all `schemas` at once; `chosen` alternatives among them are settled already. */
  solve(schemas: readonly unknown[], place: Place, chosen: number): JsonObject | null {
    this.#spend(place.copies);
    if (place.depth > this.#maxDepth) return null;
    const shape = emptyShape();
    const followed = new Set<string>();
    if (!schemas.every((schema) => this.#gather(shape, schema, place.path, followed))) return null;
    const choice = shape.choices[chosen];
    if (choice === undefined) return this.#finish(shape, { ...place, path: [...place.path, ...followed] });
    for (const branch of this.#inOrder(choice)) {
      const made = this.solve([...schemas, branch], place, chosen + 1);
      if (made !== null) return made;
    }
    return null;
  }

  #spend(amount: number): void {
    this.#budget -= amount;
    if (this.#budget < 0) throw new OutOfBudget();
  }

  /** Adds a schema, what it refers to and what it composes to the shape; false when nothing can fit. */
  #gather(shape: Shape, schema: unknown, path: readonly string[], followed: Set<string>): boolean {
    if (schema === false) return false;
    if (!isObject(schema)) return true;
    this.#spend(0.2);
    const reference = own(schema, '$ref');
    if (typeof reference === 'string') {
      if (followed.has(reference)) return true;
      if (path.includes(reference)) return false;
      followed.add(reference);
      const target = resolveRef(reference, this.#root);
      return target !== undefined && this.#gather(shape, target.value, path, followed);
    }
    if (!addPart(shape, schema)) return false;
    // A condition is a choice too: what it asks for and what follows, or what holds otherwise.
    if (Object.hasOwn(schema, 'if') && (Object.hasOwn(schema, 'then') || Object.hasOwn(schema, 'else'))) {
      const holds = { allOf: [schema.if, own(schema, 'then') ?? true] };
      shape.choices.push([holds, own(schema, 'else') ?? true]);
    }
    const all = own(schema, 'allOf');
    return !Array.isArray(all) || all.every((part) => this.#gather(shape, part, path, followed));
  }

  /** Alternatives in the order to try: what is not null first, beginning with the attempt's own. */
  #inOrder(choice: readonly unknown[]): readonly unknown[] {
    const isNull = (branch: unknown) => isObject(branch) && own(branch, 'type') === 'null';
    const real = choice.filter((branch) => !isNull(branch));
    const start = real.length === 0 ? 0 : this.#attempt.variant % real.length;
    const preferred = real.filter((branch) => branch === this.#attempt.prefer);
    const rotated = [...preferred, ...real.slice(start), ...real.slice(0, start)].slice(0, MAX_BRANCHES);
    return [...rotated, ...choice.filter(isNull).slice(0, 1)];
  }

  #finish(shape: Shape, place: Place): JsonObject | null {
    const firstOf = (all: readonly HeldValue[]): JsonObject | null => {
      const allowed = all.filter(
        (held) => shape.types === null || shape.types.some((type) => isOfType(heldValue(held), type)),
      );
      const first = allowed.find((held) => heldValue(held) !== null) ?? allowed[0];
      return first === undefined ? null : { example: this.#asSpelled(first) };
    };
    const given = this.#attempt.useGiven ? firstOf(shape.given) : null;
    if (given !== null) return given;
    if (shape.values !== null) return firstOf(shape.values);
    const types = [...(shape.types ?? [inferredType(shape)])].sort(
      (a, b) => Number(a === 'null') - Number(b === 'null'),
    );
    for (const type of types) {
      const made = this.#ofType(type, shape, place);
      if (made !== null) return made;
    }
    return null;
  }

  /** A value of the author's. The sampler moves it, so a number goes with it as marked text. */
  #asSpelled(held: HeldValue): unknown {
    const text = numberText(held);
    return text === null ? heldValue(held) : this.#attempt.mark + text;
  }

  #ofType(type: string, shape: Shape, place: Place): JsonObject | null {
    if (type === 'object') return this.#object(shape, place);
    if (type === 'array') return this.#array(shape, place);
    if (type === 'boolean') return { type: 'boolean' };
    if (type === 'null') return { example: null };
    if (type === 'integer' || type === 'number') return numberSchema(shape, type);
    if (type !== 'string') return { example: {} };
    this.#spend(((tightest(shape, 'minLength', Math.max) ?? 0) > 100 ? 100 : 0) * place.copies);
    return stringSchema(shape);
  }

  #object(shape: Shape, place: Place): JsonObject | null {
    const below = { ...place, depth: place.depth + 1 };
    const open = (name: string) => shape.closed.every((names) => names.has(name));
    const made = new Map<string, JsonObject>();
    for (const [name, schemas] of shape.properties) {
      const needed = shape.required.has(name);
      const property = open(name) ? this.solve(schemas, below, 0) : null;
      if (property !== null) made.set(name, property);
      else if (needed && !this.#attempt.lenient) return null;
    }
    const rest = allOfKeyword(shape, 'additionalProperties').filter(isObject);
    const extra = (name: string) => (open(name) ? this.#extra(rest, below) : null);
    for (const name of shape.required) {
      if (made.has(name) || shape.properties.has(name) || name === '__proto__') continue;
      const property = extra(name);
      if (property !== null) made.set(name, property);
      else if (!this.#attempt.lenient) return null;
    }
    const least = tightest(shape, 'minProperties', Math.max) ?? 0;
    const wanted = Math.min(Math.max(least, made.size === 0 && rest.length > 0 ? 1 : 0), MAX_COPIES);
    for (let n = 1; made.size < wanted; n += 1) {
      const property = extra(`property${n}`);
      if (property === null) break;
      made.set(`property${n}`, property);
    }
    if (made.size < least && least <= MAX_COPIES && !this.#attempt.lenient) return null;
    return { type: 'object', properties: Object.fromEntries(withinMost(made, shape)) };
  }

  #extra(rest: readonly JsonObject[], place: Place): JsonObject | null {
    return rest.length === 0 ? { type: 'string' } : this.solve(rest, place, 0);
  }

  #array(shape: Shape, place: Place): JsonObject | null {
    const least = tightest(shape, 'minItems', Math.max) ?? 0;
    const most = tightest(shape, 'maxItems', Math.min) ?? Number.POSITIVE_INFINITY;
    const count = Math.max(0, Math.min(Math.max(least, 1), most, Math.floor(MAX_COPIES / place.copies)));
    const items = allOfKeyword(shape, 'items');
    const tuple = items.find(Array.isArray) as readonly unknown[] | undefined;
    const contains = allOfKeyword(shape, 'contains');
    if (count === 0 || (items.length + contains.length === 0 && least === 0)) return { example: [] };
    const below = { ...place, depth: place.depth + 1, copies: place.copies * count };
    if (tuple !== undefined)
      return this.#tuple(tuple, Math.min(most, Math.max(tuple.length, least)), shape, below);
    const item = this.solve([...items, ...contains], below, 0);
    if (item === null) return least === 0 && contains.length === 0 ? { example: [] } : null;
    return { type: 'array', items: item, minItems: count };
  }

  #tuple(tuple: readonly unknown[], length: number, shape: Shape, place: Place): JsonObject | null {
    const rest = allOfKeyword(shape, 'additionalItems');
    const made: JsonObject[] = [];
    for (let n = 0; n < Math.min(length, MAX_COPIES); n += 1) {
      const item = this.solve(n < tuple.length ? [tuple[n]] : rest, place, 0);
      if (item === null) return null;
      made.push(item);
    }
    return { type: 'array', items: made };
  }
}

/** Drops optional properties until `maxProperties` holds. */
function withinMost(made: ReadonlyMap<string, JsonObject>, shape: Shape): Iterable<[string, JsonObject]> {
  const most = tightest(shape, 'maxProperties', Math.min) ?? Number.POSITIVE_INFINITY;
  if (made.size <= most) return made;
  const entries = [...made].sort(([a], [b]) => Number(shape.required.has(b)) - Number(shape.required.has(a)));
  return entries.slice(0, most);
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return typeof value === 'number' && Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}

const STRING_WORDS = ['pattern', 'minLength', 'maxLength', 'format', 'contentMediaType'];
const NUMBER_WORDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const ARRAY_WORDS = ['items', 'minItems', 'maxItems', 'contains', 'uniqueItems'];

/** The type a schema without `type` speaks about; an object when it does not say. */
function inferredType(shape: Shape): string {
  const says = (words: readonly string[]) =>
    shape.parts.some((part) => words.some((word) => Object.hasOwn(part, word)));
  if (shape.properties.size > 0 || shape.required.size > 0) return 'object';
  if (says(ARRAY_WORDS)) return 'array';
  if (says(STRING_WORDS)) return 'string';
  return says(NUMBER_WORDS) ? 'number' : 'object';
}

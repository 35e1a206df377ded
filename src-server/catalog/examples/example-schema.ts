/*
 * A schema prepared for the sampler: references resolved, compositions merged, alternatives chosen, recursion ended
 * where a property, an item or a null allows it, counts capped. The sampler alone uses null for every nullable field,
 * ignores most of `allOf`, and blows up on 1000 items of 1000 items.
 */
import { type HeldValue, heldValue } from '../../json-schema/held-value';
import { numberText } from '../../json-schema/ordered-json';
import { isObject, type JsonObject, measure, own } from '../../json-schema/plain-json';
import { resolveRef } from '../../json-schema/schema-layers';
import { arraySchema, MAX_COPIES } from './example-array';
import { ExampleNames } from './example-names';
import { nthOfAll, nthOfPart } from './example-nth';
import { numberSchema } from './example-number';
import { addExcluded, addPart, allOfKeyword, emptyShape, type Shape, tightest } from './example-shape';
import { stringSchema, textRules } from './example-string';
import { ExampleTexts } from './example-texts';

/** How one attempt differs from another. */
export interface Attempt {
  /** Use values that the author gives for single fields (`examples`, `default`). */
  readonly useGiven: boolean;
  /** Which alternative of `anyOf` and `oneOf` to start with. */
  readonly variant: number;
  /** Leave out what has no finite example, even if it is required. */
  readonly lenient?: boolean;
  /** Leave out what would make another alternative of a `oneOf` match as well. */
  readonly careful?: boolean;
  /** Leave out every property that is not required. */
  readonly sparse?: boolean;
  /** Which of the different examples of the whole event, from 0. Absent: the first. */
  readonly nth?: number;
  /** Prefix of an author's number whose spelling is kept, for `restoreMarked`. */
  readonly mark: string;
  /** Texts found so far, by their rules; shared by the attempts for one schema. */
  readonly texts: Map<string, ExampleTexts>;
  /** An alternative (an object in the schema) to take wherever possible. Absent: none. */
  readonly prefer?: unknown;
}

/**
 * Most values in an example, and how many relative to the schema's size: a small schema that produces many is hostile.
 */
const MAX_NODES = 30_000;
const budgetFor = (schemaNodes: number) => Math.min(MAX_NODES, 5_000 + 3 * schemaNodes);
/** Depths tried: full depth first, then less and less when that gets out of hand. */
const DEPTHS = [210, 10, 5, 2] as const;
/** Most references that follow one another to what a value must not match. */
const MAX_REFERENCES = 10;
/** Most alternatives tried at one place. */
const MAX_BRANCHES = 12;

class OutOfBudget extends Error {}

/** The place of a schema in the example. */
interface Place {
  /** References followed on the way down; meeting one again means recursion. */
  readonly path: readonly string[];
  readonly depth: number;
  /** How often the lists above repeat this place. */
  readonly copies: number;
  /** Which of the different examples is wanted, from 0; a list with distinct items needs more than the first. */
  readonly nth: number;
}

/** The schema to sample; null when no finite example was found. */
export function prepareForSampling(root: JsonObject, attempt: Attempt): JsonObject | null {
  const budget = budgetFor(measure(root, { maxDepth: DEPTHS[0], maxNodes: MAX_NODES }).nodes);
  for (const maxDepth of DEPTHS) {
    try {
      return new Preparer(root, attempt, { maxDepth, budget }).solve(
        [root],
        { path: ['#'], depth: 0, copies: 1, nth: attempt.nth ?? 0 },
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

  /** One sampler schema that satisfies all `schemas` at once; `chosen` alternatives among them are already settled. */
  solve(schemas: readonly unknown[], place: Place, chosen: number): JsonObject | null {
    this.#spend(place.copies);
    if (place.depth > this.#maxDepth) return null;
    const shape = emptyShape();
    const followed = new Set<string>();
    if (!schemas.every((schema) => this.#gather(shape, schema, place.path, followed))) return null;
    const choice = shape.choices[chosen];
    if (choice === undefined) return this.#finish(shape, { ...place, path: [...place.path, ...followed] });
    const branches = this.#inOrder(choice.options).map((branch) => {
      const others = this.#attempt.careful && choice.isExclusive ? choice.options : [];
      const excluded = others.filter((other) => other !== branch).map((not) => ({ not }));
      return (nth: number) => this.solve([...schemas, branch, ...excluded], { ...place, nth }, chosen + 1);
    });
    return nthOfAll(branches, place.nth);
  }

  #spend(amount: number): void {
    this.#budget -= amount;
    if (this.#budget < 0) throw new OutOfBudget();
  }

  /** Adds a schema, its references and its compositions to the shape; false when no value can satisfy them. */
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
    // A condition is a choice too: the condition with its consequence, or the opposite case.
    if (Object.hasOwn(schema, 'if') && (Object.hasOwn(schema, 'then') || Object.hasOwn(schema, 'else'))) {
      const holds = { allOf: [schema.if, own(schema, 'then') ?? true] };
      shape.choices.push({ options: [holds, own(schema, 'else') ?? true], isExclusive: false });
    }
    const excluded = this.#target(own(schema, 'not'));
    if (isObject(excluded)) addExcluded(shape, excluded);
    const all = own(schema, 'allOf');
    return !Array.isArray(all) || all.every((part) => this.#gather(shape, part, path, followed));
  }

  /** The schema that a reference leads to; any other schema is its own target. */
  #target(schema: unknown): unknown {
    let target = schema;
    for (let n = 0; n < MAX_REFERENCES && isObject(target); n += 1) {
      const reference = own(target, '$ref');
      if (typeof reference !== 'string') break;
      target = resolveRef(reference, this.#root)?.value;
    }
    return target;
  }

  /** Alternatives in the order to try: non-null ones first, starting with the attempt's own. */
  #inOrder(choice: readonly unknown[]): readonly unknown[] {
    const isNull = (branch: unknown) => isObject(branch) && own(branch, 'type') === 'null';
    const real = choice.filter((branch) => !isNull(branch));
    const start = real.length === 0 ? 0 : this.#attempt.variant % real.length;
    const preferred = real.filter((branch) => branch === this.#attempt.prefer);
    const rotated = [...preferred, ...real.slice(start), ...real.slice(0, start)].slice(0, MAX_BRANCHES);
    return [...rotated, ...choice.filter(isNull).slice(0, 1)];
  }

  #finish(shape: Shape, place: Place): JsonObject | null {
    const allowed = (all: readonly HeldValue[]) =>
      all
        .filter((held) => shape.types === null || shape.types.some((type) => isOfType(heldValue(held), type)))
        .sort((a, b) => Number(heldValue(a) === null) - Number(heldValue(b) === null))
        .map((held) => ({ example: this.#asSpelled(held) }));
    const given = this.#attempt.useGiven ? allowed(shape.given) : [];
    const known = given[place.nth];
    if (known !== undefined) return known;
    const nth = place.nth - given.length;
    if (shape.values !== null)
      return allowed(shape.values.filter((held) => this.#fits(held, shape)))[nth] ?? null;
    const types = (shape.types ?? [inferredType(shape)])
      .filter((type) => !shape.excludedTypes.has(type))
      .sort((a, b) => Number(a === 'null') - Number(b === 'null'));
    const ofTypes = types.map(
      (type) => (which: number) => this.#ofType(type, shape, { ...place, nth: which }),
    );
    return nthOfAll(ofTypes, nth);
  }

  /** Whether an allowed value also obeys the rules for texts. */
  #fits(held: HeldValue, shape: Shape): boolean {
    const value = heldValue(held);
    return typeof value !== 'string' || this.#textsOf(shape).allows(value);
  }

  #textsOf(shape: Shape): ExampleTexts {
    const rules = textRules(shape);
    // Most texts have no other rules.
    const isPlain = rules.patterns.length === 0 && rules.formats.length === 0;
    const key = isPlain ? `${rules.min} ${rules.max}` : JSON.stringify(rules);
    const texts = this.#attempt.texts.get(key) ?? new ExampleTexts(rules);
    this.#attempt.texts.set(key, texts);
    return texts;
  }

  /** The names that `propertyNames` allows, for each part that has it. */
  #allowedNames(shape: Shape, path: readonly string[]) {
    return allOfKeyword(shape, 'propertyNames').flatMap((schema) => {
      const names = emptyShape();
      if (!this.#gather(names, schema, path, new Set())) return { allows: () => false, at: () => undefined };
      const texts = this.#textsOf(names);
      if (names.values === null) return texts;
      const values = names.values.map(heldValue).filter((value) => typeof value === 'string');
      return { allows: (name: string) => values.includes(name), at: (nth: number) => values[nth] };
    });
  }

  /** An author's value. The sampler handles it, so a number is passed as marked text. */
  #asSpelled(held: HeldValue): unknown {
    const text = numberText(held);
    return text === null ? heldValue(held) : this.#attempt.mark + text;
  }

  #ofType(type: string, shape: Shape, place: Place): JsonObject | null {
    const { nth } = place;
    if (type === 'object') return this.#object(shape, place);
    if (type === 'array') return this.#array(shape, place);
    if (type === 'boolean') return nth === 0 ? { type: 'boolean' } : nth === 1 ? { example: false } : null;
    if (type === 'null') return nth === 0 ? { example: null } : null;
    if (type === 'integer' || type === 'number') return numberSchema(shape, type, nth);
    if (type !== 'string') return nth === 0 ? { example: {} } : null;
    this.#spend(((tightest(shape, 'minLength', Math.max) ?? 0) > 100 ? 100 : 0) * place.copies);
    return stringSchema(shape, nth, this.#textsOf(shape));
  }

  #object(shape: Shape, place: Place): JsonObject | null {
    let left = place.nth;
    const { lenient, sparse } = this.#attempt;
    const made = new Map<string, JsonObject>();
    const names = new ExampleNames(shape, this.#allowedNames(shape, place.path));
    const add = (name: string, schemas: readonly unknown[]): boolean => {
      const property = (nth: number) => this.solve(schemas, { ...place, depth: place.depth + 1, nth }, 0);
      const part = names.allows(name) ? nthOfPart(property, left) : { made: null, left };
      left = part.left;
      if (part.made !== null) made.set(name, part.made);
      return part.made !== null;
    };
    const addOther = (name: string) => {
      const rules = names.rulesFor(name);
      return add(name, rules.length === 0 ? [{ type: 'string' }] : rules);
    };
    const addFresh = () => {
      for (const name of names.fresh()) {
        const isFree = !made.has(name) && !shape.properties.has(name) && !shape.unwanted.has(name);
        if (isFree && addOther(name)) return true;
      }
      return false;
    };
    for (const [name, schemas] of shape.properties) {
      const isRequired = shape.required.has(name);
      if (!isRequired && (sparse || shape.unwanted.has(name))) continue;
      if (!add(name, [...schemas, ...names.rulesFor(name)]) && isRequired && !lenient) return null;
    }
    for (const name of shape.required) {
      if (made.has(name) || shape.properties.has(name) || name === '__proto__') continue;
      if (!addOther(name) && !lenient) return null;
    }
    const least = tightest(shape, 'minProperties', Math.max) ?? 0;
    const wanted = Math.min(Math.max(least, made.size === 0 && names.saysMore ? 1 : 0), MAX_COPIES);
    while (made.size < wanted && addFresh());
    if (made.size < least && least <= MAX_COPIES && !lenient) return null;
    // An additional property also makes a different object.
    if (left > 0 && names.allows('another')) {
      left -= 1;
      addOther('another');
    }
    if (left > 0) return null;
    return { type: 'object', properties: Object.fromEntries(withinMost(made, shape)) };
  }

  #array(shape: Shape, place: Place): JsonObject | null {
    return arraySchema(shape, {
      nth: place.nth,
      copies: place.copies,
      lenient: this.#attempt.lenient === true,
      mark: this.#attempt.mark,
      item: (schemas, nth, copies) =>
        this.solve(schemas, { ...place, depth: place.depth + 1, copies, nth }, 0),
    });
  }
}

/** Drops optional properties until `maxProperties` is satisfied. */
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

const STRING_LABELS = ['pattern', 'minLength', 'maxLength', 'format', 'contentMediaType'];
const NUMBER_LABELS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const ARRAY_LABELS = ['items', 'minItems', 'maxItems', 'contains', 'uniqueItems'];

/** The type that a schema without `type` implies; an object when it implies none. */
function inferredType(shape: Shape): string {
  const says = (parts: readonly string[]) =>
    shape.parts.some((part) => parts.some((word) => Object.hasOwn(part, word)));
  if (shape.properties.size > 0 || shape.required.size > 0) return 'object';
  if (says(ARRAY_LABELS)) return 'array';
  if (says(STRING_LABELS)) return 'string';
  return says(NUMBER_LABELS) ? 'number' : 'object';
}

import { sample } from 'openapi-sampler';
import { canonicalJson } from '../../json-schema/canonical-json';
import { restoreMarked } from '../../json-schema/ordered-json';
import { type JsonObject, own } from '../../json-schema/plain-json';
import { type MakeNth, nthOfPart } from './example-nth';
import { allOfKeyword, type Shape, tightest } from './example-shape';

/** Most copies of one place through nested lists. */
export const MAX_COPIES = 1_000;
/** Examples tried for one item: alternatives may have the same ones. */
const MAX_CANDIDATES = 20;

/** What the list needs to know about its place. */
interface ListPlace {
  /** Which of the different lists is wanted, from 0. */
  readonly nth: number;
  /** How often the lists above repeat this place. */
  readonly copies: number;
  /** Fewer items are better than none. */
  readonly lenient: boolean;
  /** The prefix of numbers that the sampler handles as text. */
  readonly mark: string;
  /** Makes the nth example that satisfies all `schemas`, in that many copies. */
  readonly item: (schemas: readonly unknown[], nth: number, copies: number) => JsonObject | null;
}

/** A sampler schema for a list; null when there is no such list. */
export function arraySchema(shape: Shape, place: ListPlace): JsonObject | null {
  const { nth, copies } = place;
  const least = tightest(shape, 'minItems', Math.max) ?? 0;
  const most = tightest(shape, 'maxItems', Math.min) ?? Number.POSITIVE_INFINITY;
  const count = Math.max(0, Math.min(Math.max(least, 1), most, Math.floor(MAX_COPIES / copies)));
  const items = allOfKeyword(shape, 'items');
  const tuple = items.find(Array.isArray) as readonly unknown[] | undefined;
  const contains = allOfKeyword(shape, 'contains');
  const isFree = items.length + contains.length === 0 && least === 0;
  if (count === 0 || isFree)
    return nth === 0 ? { example: [] } : isFree && count > 0 ? { example: [nth] } : null;
  const isUnique = shape.parts.some((part) => own(part, 'uniqueItems') === true);
  const each = [...items, ...contains];
  if (tuple !== undefined) {
    const rest = allOfKeyword(shape, 'additionalItems');
    const length = Math.min(most, Math.max(tuple.length, least), MAX_COPIES);
    const schemas = Array.from({ length }, (_, n) => (n < tuple.length ? [tuple[n]] : rest));
    return isUnique ? distinctItems(schemas, place) : variedItems(schemas, place);
  }
  if (isUnique && count > 1) {
    // Only one item has to match what the list must contain.
    return distinctItems(
      Array.from({ length: count }, (_, n) => (n === 0 ? each : items)),
      place,
    );
  }
  const item = nth === 0 ? place.item(each, 0, copies * count) : null;
  if (item !== null) return { type: 'array', items: item, minItems: count };
  if (nth > 0) return variedItems(new Array(count).fill(each), place);
  return least === 0 && contains.length === 0 ? { example: [] } : null;
}

/** Items that need not differ from each other; together they make the nth list. */
function variedItems(
  schemas: readonly (readonly unknown[])[],
  { nth, copies, item }: ListPlace,
): JsonObject | null {
  const made: JsonObject[] = [];
  let left = nth;
  for (const each of schemas) {
    const part = nthOfPart((which) => item(each, which, copies), left);
    if (part.made === null) return null;
    made.push(part.made);
    left = part.left;
  }
  return left === 0 ? { type: 'array', items: made } : null;
}

/** Items that all differ. The nth list begins with other items than those before it. */
function distinctItems(
  schemas: readonly (readonly unknown[])[],
  { nth, copies, lenient, mark, item }: ListPlace,
): JsonObject | null {
  const taken: Taken = { taken: new Set(), mark };
  const made: JsonObject[] = [];
  for (const each of schemas) {
    const make: MakeNth = (which) => item(each, which, copies);
    const found = firstNew(make, nth + made.length, taken) ?? firstNew(make, 0, taken);
    if (found === null) return lenient && nth === 0 ? { type: 'array', items: made } : null;
    made.push(found);
  }
  return { type: 'array', items: made };
}

/** The items that a list already has. */
interface Taken {
  readonly taken: Set<unknown>;
  readonly mark: string;
}

/** The first example, starting from the nth, that is not taken yet; it is then marked as taken. */
function firstNew(make: MakeNth, nth: number, { taken, mark }: Taken): JsonObject | null {
  for (let which = nth; which < nth + MAX_CANDIDATES; which += 1) {
    const made = make(which);
    if (made === null) return null;
    const sampled = [sample(made as never, { quiet: true }) as unknown];
    restoreMarked(sampled, mark);
    const item = canonicalJson(sampled);
    if (!taken.has(item)) {
      taken.add(item);
      return made;
    }
  }
  return null;
}

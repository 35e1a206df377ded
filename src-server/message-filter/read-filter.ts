import { LIMITS } from '../contract/limits';
import { child } from '../json-schema/json-pointer';
import { isObject, type JsonObject } from '../json-schema/plain-json';
import type { Comparison, Condition, FilterContent, FilterNode } from './filter-node';

/** A filter that can be evaluated, or what is wrong with it and where, as a JSON pointer into it. */
export type ReadFilter =
  | { readonly ok: true; readonly node: FilterNode }
  | { readonly ok: false; readonly pointer: string; readonly reason: string };

/** What a filter can look at. */
const TOP_NAMES = ['payload', 'eventType', 'eventId', 'channels', 'tags'];

/** What the filters of other senders call it at the top, and the name to use here. */
const FOREIGN_NAMES: ReadonlyMap<string, string> = new Map([
  ['data', 'payload'],
  ['body', 'payload'],
  ['topic', 'eventType'],
  ['type', 'eventType'],
  ['event', 'eventType'],
  ['event_type', 'eventType'],
  ['id', 'eventId'],
  ['channel', 'channels'],
]);

/** What they look at besides, and what to do where that does not exist. */
const FOREIGN_TRAITS: ReadonlyMap<string, string> = new Map([
  ...['metadata', 'headers', 'query', 'path'].map(
    (name) => [name, `messages have no ${name}; look into "payload", or at "tags", a list of texts`] as const,
  ),
  ['time', 'a filter does not see when a message was accepted; compare a date in "payload"'],
]);

/** Operators of other senders and databases, and what to do here. */
const FOREIGN_OPERATORS: ReadonlyMap<string, string> = new Map([
  ['$ne', 'use $neq'],
  ['$exists', 'use $exist'],
  ['$regex', 'there are no regular expressions; use $startsWith, $endsWith, or $in with a string'],
  ['$ref', 'a value cannot be compared with another one of the message'],
]);

const OPERATORS =
  '$eq, $neq, $gt, $gte, $lt, $lte, $in, $nin, $startsWith, $endsWith, $exist, $or, $and, $not';

/** By what a comparison can be made with, and how that is called. */
const OPERANDS: Readonly<Record<Comparison, readonly [fits: (value: unknown) => boolean, needs: string]>> = {
  $eq: [() => true, ''],
  $neq: [() => true, ''],
  $gt: [isOrdered, 'needs a number or a string'],
  $gte: [isOrdered, 'needs a number or a string'],
  $lt: [isOrdered, 'needs a number or a string'],
  $lte: [isOrdered, 'needs a number or a string'],
  $in: [isListOrText, 'needs a list, or a string to look for in a string'],
  $nin: [isListOrText, 'needs a list, or a string to look for in a string'],
  $startsWith: [isText, 'needs a string'],
  $endsWith: [isText, 'needs a string'],
  $exist: [(value) => typeof value === 'boolean', 'needs true or false'],
};

/** A place of a filter: where it stands there, and where its value stands in the message. */
interface Place {
  readonly pointer: string;
  readonly path: readonly string[];
}

/**
 * Reads the filter of an endpoint. Its syntax and its bounds are described with the field, in `contract/endpoint-filter`.
 * Looks no deeper than the bounds allow.
 */
export function readFilter(filter: FilterContent): ReadFilter {
  try {
    checkSize(filter);
    return { ok: true, node: new FilterReader().read(filter) };
  } catch (fault) {
    if (fault instanceof Fault) return { ok: false, pointer: fault.pointer, reason: fault.message };
    throw fault;
  }
}

class Fault extends Error {
  readonly pointer: string;

  constructor(pointer: string, reason: string) {
    super(reason);
    this.pointer = pointer;
  }
}

/** Objects and lists in each other, without recursion: nothing has bounded them before. */
function checkSize(filter: FilterContent): void {
  const { filterLevels, filter: size } = LIMITS;
  const open: { readonly value: object; readonly levels: number }[] = [{ value: filter, levels: 1 }];
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.levels > filterLevels.max) throw new Fault('', `has more than ${filterLevels.max} levels`);
    for (const value of Object.values(at.value)) {
      if (typeof value !== 'object' || value === null) continue;
      open.push({ value, levels: at.levels + (Array.isArray(value) ? 0 : 1) });
    }
  }
  if (new TextEncoder().encode(JSON.stringify(filter)).length > size.max)
    throw new Fault('', `has more than ${size.max} bytes as JSON`);
}

class FilterReader {
  #conditions = 0;

  read(filter: FilterContent): FilterNode {
    return this.#top(filter, '');
  }

  /** An object whose members are those of a message. */
  #top(value: unknown, pointer: string): FilterNode {
    if (!isObject(value)) throw new Fault(pointer, `needs an object with ${TOP_NAMES.join(', ')}`);
    const [first, ...others] = Object.keys(value).filter((name) => FOREIGN_NAMES.has(name));
    if (first !== undefined) {
      const use = [first, ...others].map((name) => `"${FOREIGN_NAMES.get(name)}" instead of "${name}"`);
      throw new Fault(child(pointer, first), `is not known here: use ${use.join(' and ')}`);
    }
    const nodes = Object.entries(value).map(([name, content]) => {
      const place = { pointer: child(pointer, name), path: [] };
      if (name === '$or' || name === '$and' || name === '$not')
        return this.#combined(name, content, place, (entry, at) => this.#top(entry, at.pointer));
      const advice = FOREIGN_TRAITS.get(name);
      if (advice) throw new Fault(place.pointer, `is not known here: ${advice}`);
      if (!TOP_NAMES.includes(name))
        throw new Fault(place.pointer, `is not known: use ${TOP_NAMES.join(', ')}, $or, $and or $not`);
      return this.#member(name, content, { pointer, path: [] });
    });
    return { kind: 'all', path: [], nodes };
  }

  #member(name: string, content: unknown, parent: Place): FilterNode {
    const place = { pointer: child(parent.pointer, name), path: [...parent.path, name] };
    return { kind: 'member', path: place.path, name, node: this.#value(content, place) };
  }

  /** What is wanted of one value: a plain value, which it has to equal, or an object. */
  #value(content: unknown, place: Place): FilterNode {
    if (!isObject(content)) return this.#condition('$eq', content, place);
    const { path } = place;
    const nodes = Object.entries(content).map(([name, wanted]) => {
      if (!name.startsWith('$')) return this.#member(name, wanted, place);
      const at = { pointer: child(place.pointer, name), path };
      if (name === '$or' || name === '$and' || name === '$not')
        return this.#combined(name, wanted, at, (entry, entryAt) => this.#value(entry, entryAt));
      if (!isComparison(name))
        throw new Fault(
          at.pointer,
          `is not an operator: ${FOREIGN_OPERATORS.get(name) ?? `use ${OPERATORS}`}`,
        );
      return this.#condition(name, wanted, at);
    });
    return { kind: hasMember(content) ? 'object' : 'all', path, nodes };
  }

  #combined(
    operator: '$or' | '$and' | '$not',
    content: unknown,
    { pointer, path }: Place,
    read: (entry: unknown, place: Place) => FilterNode,
  ): FilterNode {
    if (operator === '$not') return { kind: 'not', path, node: read(content, { pointer, path }) };
    if (!Array.isArray(content) || content.length === 0)
      throw new Fault(pointer, 'needs a list with at least one entry');
    const nodes = content.map((entry, at) => read(entry, { pointer: child(pointer, at), path }));
    return { kind: operator === '$or' ? 'any' : 'all', path, nodes };
  }

  #condition(kind: Comparison, wanted: unknown, { pointer, path }: Place): Condition {
    this.#conditions += 1;
    const { max } = LIMITS.filterConditions;
    if (this.#conditions > max) throw new Fault('', `has more than ${max} conditions`);
    const [fits, needs] = OPERANDS[kind];
    if (!fits(wanted)) throw new Fault(pointer, needs);
    const endless = endlessNumber(wanted, pointer);
    if (endless !== null)
      throw new Fault(endless, 'needs a number within the range of JavaScript, below 1.8e308');
    if ((kind !== '$in' && kind !== '$nin') || !Array.isArray(wanted)) return { kind, path, wanted };
    const isPlain = (value: unknown) => typeof value !== 'object' || value === null;
    return {
      kind,
      path,
      wanted,
      plain: new Set(wanted.filter(isPlain)),
      nested: wanted.filter((value) => !isPlain(value)),
    };
  }
}

function isComparison(name: string): name is Comparison {
  return Object.hasOwn(OPERANDS, name);
}

function hasMember(content: JsonObject): boolean {
  return Object.keys(content).some((name) => !name.startsWith('$'));
}

function isOrdered(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string';
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOrText(value: unknown): boolean {
  return Array.isArray(value) || typeof value === 'string';
}

/** Where a number stands that JSON can write, but that nothing here can hold; null: nowhere. */
function endlessNumber(value: unknown, pointer: string): string | null {
  const open: { readonly value: unknown; readonly pointer: string }[] = [{ value, pointer }];
  for (let at = open.pop(); at; at = open.pop()) {
    if (typeof at.value === 'number' && !Number.isFinite(at.value)) return at.pointer;
    if (typeof at.value !== 'object' || at.value === null) continue;
    for (const [name, inner] of Object.entries(at.value))
      open.push({ value: inner, pointer: child(at.pointer, name) });
  }
  return null;
}

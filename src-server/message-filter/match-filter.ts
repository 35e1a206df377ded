import { isObject, type JsonObject } from '../json-schema/plain-json';
import type { Condition, FilterNode } from './filter-node';

/** What a filter looks at. A trait that a message lacks is left out, and so is a payload that is no JSON. */
export interface FilteredMessage {
  readonly eventType: string;
  readonly payload?: unknown;
  readonly eventId?: string;
  readonly channels?: readonly string[];
  readonly tags?: readonly string[];
}

/** Why a message does not match: what failed, the value it was compared with, and for `$or` why each entry failed. */
export interface FailedNode {
  readonly node: FilterNode;
  /** `ABSENT` where there is none. */
  readonly value: unknown;
  readonly inner?: readonly FailedNode[];
}

/** The value of a member that is not there. It equals nothing, and `null` is another one. */
export const ABSENT: unique symbol = Symbol('absent');

/**
 * How many values of a message a filter may look at: 100 conditions at a list of 2,000. A filter that would have to look
 * at more lets the message through, since what is not known to be unwanted must arrive.
 */
const MOST_LOOKS = 200_000;
/** Characters of a text that cost as much as one value. */
const CHARACTERS_PER_LOOK = 256;

/**
 * The first condition that a message does not satisfy; null: it matches. Never recurses along a message, only along a
 * filter, whose levels are bounded. Numbers compare as in JavaScript: whole ones are exact up to 2^53, and one in a
 * payload that is too large to be held counts as endless.
 * @param effort grows by what was looked at
 */
export function failedNode(
  filter: FilterNode,
  message: FilteredMessage,
  effort: Effort = { looks: 0 },
): FailedNode | null {
  try {
    return new Evaluation(effort).failed(filter, message);
  } catch (cause) {
    if (cause === TOO_MUCH) return null;
    throw cause;
  }
}

/** How many values of messages were looked at, besides those that a filter names. */
interface Effort {
  looks: number;
}

const TOO_MUCH = new Error('The filter would have to look at too many values.');

class Evaluation {
  readonly #effort: Effort;
  readonly #most: number;

  constructor(effort: Effort) {
    this.#effort = effort;
    this.#most = effort.looks + MOST_LOOKS;
  }

  failed(node: FilterNode, value: unknown): FailedNode | null {
    switch (node.kind) {
      case 'member':
        return this.failed(
          node.node,
          isObject(value) && Object.hasOwn(value, node.name) ? value[node.name] : ABSENT,
        );
      case 'all':
        return this.#firstFailed(node.nodes, value);
      case 'object':
        return Array.isArray(value) ? this.#failedOfList(node, value) : this.#firstFailed(node.nodes, value);
      case 'any': {
        const inner: FailedNode[] = [];
        for (const entry of node.nodes) {
          const failed = this.failed(entry, value);
          if (failed === null) return null;
          inner.push(failed);
        }
        return { node, value, inner };
      }
      case 'not':
        return this.failed(node.node, value) === null ? { node, value } : null;
      default:
        return this.#holds(node, value) ? null : { node, value };
    }
  }

  #firstFailed(nodes: readonly FilterNode[], value: unknown): FailedNode | null {
    for (const node of nodes) {
      const failed = this.failed(node, value);
      if (failed !== null) return failed;
    }
    return null;
  }

  /** Lists within the list are not searched: as elements they have no members. */
  #failedOfList(
    node: Extract<FilterNode, { readonly kind: 'object' }>,
    list: readonly unknown[],
  ): FailedNode | null {
    let failed: FailedNode | null = null;
    for (const element of list) {
      this.#look();
      failed = this.#firstFailed(node.nodes, Array.isArray(element) ? ABSENT : element);
      if (failed === null) return null;
    }
    return failed !== null && list.length === 1 ? failed : { node, value: list };
  }

  #holds(condition: Condition, value: unknown): boolean {
    const { kind, wanted } = condition;
    switch (kind) {
      case '$exist':
        return (value !== ABSENT) === wanted;
      case '$eq':
        return this.#equals(value, wanted);
      case '$neq':
        return !this.#equals(value, wanted);
      case '$in':
        return this.#isIn(value, condition);
      case '$nin':
        return !this.#isIn(value, condition);
      case '$startsWith':
        return typeof value === 'string' && value.startsWith(wanted as string);
      case '$endsWith':
        return typeof value === 'string' && value.endsWith(wanted as string);
      default: {
        const order = orderOf(value, wanted);
        if (order === null) return false;
        if (kind === '$gt') return order > 0;
        if (kind === '$gte') return order >= 0;
        return kind === '$lt' ? order < 0 : order <= 0;
      }
    }
  }

  /** A list equals a list as a whole, and anything else that it contains. */
  #equals(value: unknown, wanted: unknown): boolean {
    if (!Array.isArray(value) || Array.isArray(wanted)) return isSame(value, wanted);
    return value.some((element) => {
      this.#look();
      return isSame(element, wanted);
    });
  }

  #isIn(value: unknown, condition: Condition): boolean {
    const { wanted } = condition;
    if (typeof wanted === 'string' && typeof value === 'string') {
      this.#look(Math.ceil(value.length / CHARACTERS_PER_LOOK));
      return value.includes(wanted);
    }
    if (!Array.isArray(value)) return isAmong(value, condition);
    return value.some((element) => {
      this.#look(1 + (condition.nested?.length ?? 0));
      return typeof wanted === 'string' ? element === wanted : isAmong(element, condition);
    });
  }

  #look(values = 1): void {
    this.#effort.looks += values;
    if (this.#effort.looks > this.#most) throw TOO_MUCH;
  }
}

/** Whether it is one of the values of the list. */
function isAmong(value: unknown, { plain, nested }: Condition): boolean {
  if (typeof value === 'object' && value !== null)
    return nested?.some((wanted) => isSame(value, wanted)) ?? false;
  return plain?.has(value) ?? false;
}

/** Whether a value of a message is the same JSON value as one of a filter, which bounds how deep this goes. */
function isSame(value: unknown, wanted: unknown): boolean {
  if (value === wanted) return true;
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((element, at) => isSame(value[at], element))
    );
  if (!isObject(wanted) || !isObject(value)) return false;
  return hasSameSize(value, wanted) && isSameObject(value, wanted);
}

function isSameObject(value: JsonObject, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(
    ([name, inner]) => Object.hasOwn(value, name) && isSame(value[name], inner),
  );
}

function hasSameSize(value: JsonObject, wanted: JsonObject): boolean {
  return Object.keys(value).length === Object.keys(wanted).length;
}

/** Below, at or above 0, as two numbers or two texts are ordered; null: they are of different kinds. */
function orderOf(value: unknown, wanted: unknown): number | null {
  if (typeof value === 'number' && typeof wanted === 'number')
    return value < wanted ? -1 : Number(value > wanted);
  if (typeof value === 'string' && typeof wanted === 'string') return orderOfTexts(value, wanted);
  return null;
}

/** By code point: JavaScript compares halves of surrogate pairs, and has them below U+E000. */
function orderOfTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return Number(isSurrogate(x)) - Number(isSurrogate(y)) || x - y;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

import { type HeldValue, heldItems, heldValue } from './held-value';
import { isOddNumber, numberText, orderedKeys, orderedObject, spellNumber } from './ordered-json';
import { unquoted } from './raw-json-text';

/**
 * JSON as written: keys in their order whatever they are, numbers and strings with their own spelling. A parsed value
 * knows its place in the text, so that printing can repeat unchanged parts letter by letter. All nodes are immutable.
 */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode;

/** The place of a node in the text it was parsed from. */
export interface NodeSource {
  readonly text: string;
  /** First character of the value. */
  readonly start: number;
  /** One after its last character. */
  readonly end: number;
  /** How many objects and lists surrounded it. */
  readonly depth: number;
}

export interface ObjectNode {
  readonly kind: 'object';
  readonly members: readonly Member[];
  /** Null: created by an edit. */
  readonly source: NodeSource | null;
}

export interface ArrayNode {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
  readonly source: NodeSource | null;
}

/** A string, number, true, false or null. */
export interface ScalarNode {
  readonly kind: 'scalar';
  /** The JSON as written, such as `1.0` or `"a\u0062"`. */
  readonly raw: string;
  readonly source: NodeSource | null;
}

/** One key of an object with its value. */
export interface Member {
  readonly key: string;
  readonly value: JsonNode;
}

/** An object without a source. */
export function objectNode(members: readonly Member[]): ObjectNode {
  return { kind: 'object', members, source: null };
}

/** A list without a source. */
export function arrayNode(items: readonly JsonNode[]): ArrayNode {
  return { kind: 'array', items, source: null };
}

/** A plain JSON value as a node, with its key order and number spelling. */
export function fromValue(value: unknown): JsonNode {
  if (Array.isArray(value)) return arrayNode(heldItems(value).map(fromHeld));
  if (typeof value === 'object' && value !== null) {
    return objectNode(orderedKeys(value).map((key) => ({ key, value: fromHeld({ holder: value, key }) })));
  }
  return { kind: 'scalar', raw: JSON.stringify(value) ?? 'null', source: null };
}

function fromHeld(held: HeldValue): JsonNode {
  const raw = numberText(held);
  return raw === null ? fromValue(heldValue(held)) : { kind: 'scalar', raw, source: null };
}

/**
 * The plain JSON value: what a program would read. Of a repeated key, the last counts. The order and the spelling of an
 * object's or a list's content are remembered.
 */
export function toValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return JSON.parse(node.raw);
  if (node.kind === 'array') {
    const list = node.items.map(toValue);
    for (const [index, item] of node.items.entries()) spell(list, index, item);
    return list;
  }
  const members = new Map(node.members.map(({ key, value }) => [key, value]));
  const object = orderedObject([...members].map(([key, value]) => [key, toValue(value)]));
  for (const [key, value] of members) spell(object, key, value);
  return object;
}

/** The plain value of a node in a holder, so that even a single number keeps its spelling. */
export function heldNode(node: JsonNode): HeldValue {
  return { holder: toValue(arrayNode([node])) as readonly unknown[], key: 0 };
}

function spell(holder: object, key: string | number, node: JsonNode): void {
  if (node.kind === 'scalar' && /^[-\d]/.test(node.raw) && isOddNumber(node.raw))
    spellNumber(holder, key, node.raw);
}

/** The value of a key; undefined when it is absent or the node is not an object. */
export function get(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== 'object') return undefined;
  return node.members.findLast((member) => member.key === key)?.value;
}

/** The plain value of a key; undefined when it is absent. */
export function plainOf(node: JsonNode | undefined, key: string): unknown {
  const found = get(node, key);
  return found && toValue(found);
}

/** The string value of a key; null when it is absent or not a string. */
export function textOf(node: JsonNode | undefined, key: string): string | null {
  const found = get(node, key);
  return found?.kind === 'scalar' && found.raw.startsWith('"') ? unquoted(found.raw) : null;
}

/** The object with a key set: in place if it exists, otherwise at the end. */
export function withKey(node: ObjectNode, key: string, value: JsonNode): ObjectNode {
  const at = node.members.findLastIndex((member) => member.key === key);
  if (at < 0) return objectNode([...node.members, { key, value }]);
  return objectNode(node.members.with(at, { key, value }));
}

/** The object without some keys; the same object when it has none of them. */
export function withoutKeys(node: ObjectNode, ...keys: readonly string[]): ObjectNode {
  const members = node.members.filter(({ key }) => !keys.includes(key));
  return members.length === node.members.length ? node : objectNode(members);
}

/** The object with a key renamed, in its place. */
export function renamed(node: ObjectNode, from: string, to: string): ObjectNode {
  return objectNode(
    node.members.map((member) => (member.key === from ? { key: to, value: member.value } : member)),
  );
}

/** The list with one more element at a position. */
export function inserted<T>(list: readonly T[], at: number, value: T): readonly T[] {
  return list.toSpliced(at, 0, value);
}

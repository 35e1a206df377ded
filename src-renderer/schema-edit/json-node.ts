/**
 * JSON as it was written: keys in their order whatever they are, numbers and texts with their own spelling. A parsed
 * value knows where it stood, so that printing can repeat what was not changed letter by letter. All are immutable.
 */
export type JsonNode = ObjectNode | ArrayNode | ScalarNode;

/** Where a node stood in the text it was parsed from. */
export interface NodeSource {
  readonly text: string;
  /** First character of the value. */
  readonly start: number;
  /** One after its last character. */
  readonly end: number;
  /** How many objects and lists were around it. */
  readonly depth: number;
}

export interface ObjectNode {
  readonly kind: 'object';
  readonly members: readonly Member[];
  /** Null: made by an edit. */
  readonly source: NodeSource | null;
}

export interface ArrayNode {
  readonly kind: 'array';
  readonly items: readonly JsonNode[];
  readonly source: NodeSource | null;
}

/** A text, number, true, false or null. */
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

/** An object with no history. */
export function objectNode(members: readonly Member[]): ObjectNode {
  return { kind: 'object', members, source: null };
}

/** A list with no history. */
export function arrayNode(items: readonly JsonNode[]): ArrayNode {
  return { kind: 'array', items, source: null };
}

/** A plain JSON value as a node. */
export function fromValue(value: unknown): JsonNode {
  if (Array.isArray(value)) return arrayNode(value.map(fromValue));
  if (typeof value === 'object' && value !== null) {
    return objectNode(Object.entries(value).map(([key, each]) => ({ key, value: fromValue(each) })));
  }
  return { kind: 'scalar', raw: JSON.stringify(value) ?? 'null', source: null };
}

/** The plain JSON value: what a program would read. Of a key that stands twice, the last counts. */
export function toValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return JSON.parse(node.raw);
  if (node.kind === 'array') return node.items.map(toValue);
  const value = {};
  for (const { key, value: each } of node.members) {
    Object.defineProperty(value, key, {
      value: toValue(each),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return value;
}

/** The value of a key; undefined when it is absent or the node is no object. */
export function get(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== 'object') return undefined;
  return node.members.findLast((member) => member.key === key)?.value;
}

/** The plain value of a key; undefined when it is absent. */
export function plainOf(node: JsonNode | undefined, key: string): unknown {
  const found = get(node, key);
  return found && toValue(found);
}

/** The text of a key; null when it is absent or no text. */
export function textOf(node: JsonNode | undefined, key: string): string | null {
  const found = get(node, key);
  return found?.kind === 'scalar' && found.raw.startsWith('"') ? (JSON.parse(found.raw) as string) : null;
}

/** The object with a key set: in its place if it is there, else at the end. */
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

/** The object with a key called otherwise, in its place. */
export function renamed(node: ObjectNode, from: string, to: string): ObjectNode {
  return objectNode(
    node.members.map((member) => (member.key === from ? { key: to, value: member.value } : member)),
  );
}

/** The list with one element more at a position. */
export function inserted<T>(list: readonly T[], at: number, value: T): readonly T[] {
  return list.toSpliced(at, 0, value);
}

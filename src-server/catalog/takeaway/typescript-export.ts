import { TYPES_MAP } from '../../contract/event-type-export';
import { valueAt } from '../../json-schema/json-pointer';
import { orderedEntries } from '../../json-schema/ordered-json';
import { isObject, type JsonObject, own, ownText } from '../../json-schema/plain-json';
import { aliasLoops, keyOf } from './alias-loops';
import { type ExportedType, type SharedDefinitions, type Target, targetOf } from './shared-definitions';
import { typeNames } from './type-names';
import {
  comment,
  intersection,
  listOf,
  literal,
  memberName,
  NEVER,
  plain,
  type TypeText,
  UNKNOWN,
  union,
} from './type-text';

/** Values of an `enum`, and positions of a list, that are named one by one. */
const LISTED_MAX = 1_000;
/** Members of a union that an intersection may have: the compiler gives up at 100,000. */
const UNION_MAX = 2_000;
/** References followed to know how large a union is. */
const FOLLOWED_MAX = 20;
/** References into the middle of a schema that are followed within each other. */
const INLINED_MAX = 5;

/**
 * A declaration for each event type and each definition, and a map from the names of the event types to their payloads,
 * as text that `tsc --strict` accepts. What the language cannot say is wider there: a payload that fits the schema fits
 * the type.
 */
export function typescriptExport(shared: SharedDefinitions, title: string): string {
  const writer = new TypeWriter(shared);
  const names = typeNames(shared);
  const types = shared.types.map((type) =>
    writer.declare({ kind: 'schemas', name: type.name }, type.body, [
      type.description,
      ...deprecationOf(type),
    ]),
  );
  const map = shared.types.map(({ name }) => `  ${eventName(name)}: ${names.schemas.get(name)};\n`);
  const definitions = [...shared.definitions].map(([name, body]) =>
    writer.declare({ kind: 'definitions', name }, body, isObject(body) ? docOf(body) : []),
  );
  const head = comment([`${title}: the payloads of all event types. Generated; do not edit.`], '');
  const eventMap = `/** The payload of each event type, by its name. */\nexport interface ${TYPES_MAP} {\n${map.join('')}}\n`;
  return [head, eventMap, ...types, ...definitions].join('\n');
}

/** The line of a comment that editors strike a name out for. */
function deprecationOf({ deprecated, sunsetAt, replacedBy }: ExportedType): readonly string[] {
  if (!deprecated) return [];
  const until = sunsetAt === null ? '' : ` Supported until ${sunsetAt.slice(0, 10)}.`;
  const instead = replacedBy === null ? '' : ` Use ${replacedBy} instead.`;
  return [`@deprecated${until}${instead}`];
}

/** In the quotes of most code; another instance may have any names. */
function eventName(name: string): string {
  return /^[\w.-]*$/.test(name) ? `'${name}'` : JSON.stringify(name);
}

function docOf(schema: JsonObject): readonly string[] {
  const text = ownText(schema, 'description');
  return [
    ...(text === undefined ? [] : [text]),
    ...(own(schema, 'deprecated') === true ? ['@deprecated'] : []),
  ];
}

/** Where an expression stands. */
interface Where {
  readonly indent: string;
  /** What is declared; null below a property or a list, where it may contain itself. */
  readonly declared: string | null;
  /** How many references into the middle of a schema lead here. */
  readonly inlined: number;
}

class TypeWriter {
  readonly #bodies: ReadonlyMap<string, unknown>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #loops: ReadonlySet<string>;
  readonly #sizes = new Map<string, number>();

  constructor(shared: SharedDefinitions) {
    const { schemas, definitions } = typeNames(shared);
    const ofType = (name: string) => keyOf({ kind: 'schemas', name });
    const ofDefinition = (name: string) => keyOf({ kind: 'definitions', name });
    this.#bodies = new Map([
      ...shared.types.map(({ name, body }) => [ofType(name), body] as const),
      ...[...shared.definitions].map(([name, body]) => [ofDefinition(name), body] as const),
    ]);
    this.#names = new Map([
      ...[...schemas].map(([name, identifier]) => [ofType(name), identifier] as const),
      ...[...definitions].map(([name, identifier]) => [ofDefinition(name), identifier] as const),
    ]);
    this.#loops = aliasLoops(shared);
  }

  declare(what: Pick<Target, 'kind' | 'name'>, body: unknown, doc: readonly string[]): string {
    const key = keyOf(what);
    const { text, kind } = this.#typeOf(body, { indent: '', declared: key, inlined: 0 });
    const head = comment(doc, '');
    const name = this.#names.get(key);
    return `${head}export ${kind === 'object' ? `interface ${name} ${text}` : `type ${name} = ${text};`}\n`;
  }

  #typeOf(schema: unknown, where: Where): TypeText {
    if (schema === false) return NEVER;
    if (!isObject(schema)) return UNKNOWN;
    if (Object.hasOwn(schema, '$ref')) return this.#reference(schema.$ref, where);
    const factors: { readonly type: TypeText; readonly size: number }[] = [
      { type: this.#ownType(schema, where), size: ownSize(schema) },
    ];
    for (const branch of listAt(schema, 'allOf'))
      factors.push({ type: this.#typeOf(branch, where), size: this.#sizeOf(branch) });
    for (const word of ['anyOf', 'oneOf']) {
      const branches = listAt(schema, word);
      if (branches.length === 0) continue;
      const size = branches.reduce<number>((sum, branch) => sum + this.#sizeOf(branch), 0);
      factors.push({ type: union(branches.map((branch) => this.#typeOf(branch, where))), size });
    }
    let size = 1;
    return intersection(
      factors
        .filter((factor) => factor.type.text !== UNKNOWN.text)
        .flatMap(({ type, size: own }, index) => {
          if (index > 0 && size * own > UNION_MAX) return [];
          size *= own;
          return [type];
        }),
    );
  }

  #reference(reference: unknown, where: Where): TypeText {
    const target = targetOf(reference);
    const key = target && keyOf(target);
    if (target === null || key === null || !this.#bodies.has(key)) return UNKNOWN;
    if (target.steps.length > 0) {
      const found = valueAt(this.#bodies.get(key), target.steps);
      if (!found.found || where.inlined >= INLINED_MAX || where.declared !== null) return UNKNOWN;
      return this.#typeOf(found.value, { ...where, inlined: where.inlined + 1 });
    }
    const isLoop = where.declared !== null && this.#loops.has(where.declared) && this.#loops.has(key);
    return isLoop ? UNKNOWN : plain(this.#names.get(key) ?? UNKNOWN.text);
  }

  /** What the schema says besides its branches. */
  #ownType(schema: JsonObject, where: Where): TypeText {
    if (Object.hasOwn(schema, 'const')) return literal(schema.const);
    const values = own(schema, 'enum');
    if (Array.isArray(values) && values.length <= LISTED_MAX)
      return union(values.map((value) => literal(value)));
    return union(kindsOf(schema).map((kind) => this.#ofKind(kind, schema, where)));
  }

  #ofKind(kind: unknown, schema: JsonObject, where: Where): TypeText {
    switch (kind) {
      case 'object':
        return this.#object(schema, where);
      case 'array':
        return this.#list(schema, { ...where, declared: null });
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return plain(kind);
      case 'integer':
        return plain('number');
      default:
        return UNKNOWN;
    }
  }

  #list(schema: JsonObject, where: Where): TypeText {
    const items = own(schema, 'items');
    if (!Array.isArray(items)) return listOf(this.#typeOf(items ?? true, where));
    const rest = this.#typeOf(own(schema, 'additionalItems') ?? true, where);
    if (items.length > LISTED_MAX) return listOf(UNKNOWN);
    const least = own(schema, 'minItems');
    const members = items.map((item, index) => {
      const { text } = listMember(this.#typeOf(item, where));
      return typeof least === 'number' && index < least ? text : `${text}?`;
    });
    const others = rest.text === NEVER.text ? [] : [`...${listOf(rest).text}`];
    return plain(`[${[...members, ...others].join(', ')}]`);
  }

  #object(schema: JsonObject, where: Where): TypeText {
    const indent = `${where.indent}  `;
    const inside = { ...where, indent, declared: null };
    const properties = new Map(entriesAt(schema, 'properties'));
    const required = new Set(listAt(schema, 'required').filter((name) => typeof name === 'string'));
    const rest = own(schema, 'additionalProperties');
    const members = [...properties].map(([name, property]) => {
      const doc = isObject(property) ? comment(docOf(property), indent) : '';
      const mark = required.has(name) ? '' : '?';
      return `${doc}${indent}${memberName(name)}${mark}: ${this.#typeOf(property, inside).text};\n`;
    });
    for (const name of required)
      if (!properties.has(name)) members.push(`${indent}${memberName(name)}: unknown;\n`);
    // Beside members, whatever else comes must be something that each of them is.
    if (members.length > 0 && rest !== undefined && rest !== false)
      members.push(`${indent}[key: string]: unknown;\n`);
    if (members.length === 0) {
      const patterns = entriesAt(schema, 'patternProperties').map(([, value]) => this.#typeOf(value, inside));
      const value = union([...patterns, this.#typeOf(rest ?? true, inside)]);
      members.push(`${indent}[key: string]: ${value.text};\n`);
    }
    return { text: `{\n${members.join('')}${where.indent}}`, kind: 'object' };
  }

  /** How many members a union has once it is written out, or more. */
  #sizeOf(schema: unknown, followed = 0): number {
    if (!isObject(schema)) return 1;
    if (Object.hasOwn(schema, '$ref')) return this.#sizeOfTarget(schema.$ref, followed);
    let size = ownSize(schema);
    for (const branch of listAt(schema, 'allOf')) size *= this.#sizeOf(branch, followed);
    for (const word of ['anyOf', 'oneOf']) {
      const sizes = listAt(schema, word).map((branch) => this.#sizeOf(branch, followed));
      if (sizes.length > 0) size *= sizes.reduce((sum, branch) => sum + branch, 0);
    }
    return Math.min(size, UNION_MAX);
  }

  #sizeOfTarget(reference: unknown, followed: number): number {
    const target = targetOf(reference);
    if (target === null || target.steps.length > 0) return 1;
    if (followed >= FOLLOWED_MAX) return UNION_MAX;
    const key = keyOf(target);
    const known = this.#sizes.get(key);
    if (known !== undefined) return known;
    this.#sizes.set(key, 1); // where it contains itself
    const size = this.#sizeOf(this.#bodies.get(key), followed + 1);
    this.#sizes.set(key, size);
    return size;
  }
}

/** The kinds of value that a schema is about; without `type`, those that its other words are about. */
function kindsOf(schema: JsonObject): readonly unknown[] {
  const type = own(schema, 'type');
  if (Array.isArray(type)) return type;
  if (type !== undefined) return [type];
  if (['properties', 'required', 'patternProperties'].some((word) => Object.hasOwn(schema, word)))
    return ['object'];
  return [Object.hasOwn(schema, 'items') ? 'array' : 'anything'];
}

function ownSize(schema: JsonObject): number {
  const values = own(schema, 'enum');
  if (Array.isArray(values) && values.length <= LISTED_MAX) return Math.max(1, values.length);
  const type = own(schema, 'type');
  // A boolean is two.
  return Array.isArray(type) ? type.length + 1 : type === 'boolean' ? 2 : 1;
}

function listMember(type: TypeText): TypeText {
  return type.kind === 'plain' || type.kind === 'object' ? type : plain(`(${type.text})`);
}

function listAt(schema: JsonObject, word: string): readonly unknown[] {
  const value = own(schema, word);
  return Array.isArray(value) ? value : [];
}

function entriesAt(schema: JsonObject, word: string): readonly [string, unknown][] {
  const value = own(schema, word);
  return isObject(value) ? orderedEntries(value) : [];
}

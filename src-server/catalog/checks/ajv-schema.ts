import { ecmaExpression } from '../../json-schema/ecma-expression';
import {
  child,
  decodeFragment,
  fromPointer,
  isPointer,
  toPointer,
  valueAt,
} from '../../json-schema/json-pointer';
import { keepNumbers } from '../../json-schema/ordered-json';
import { isObject, type JsonObject, own } from '../../json-schema/plain-json';
import { SCHEMA_MAX_DEPTH } from './schema-check';

/** Annotations, and names of later drafts that ajv would evaluate. */
export const REMARKS: ReadonlySet<string> = new Set([
  ...[
    '$schema',
    '$comment',
    '$anchor',
    '$dynamicAnchor',
    'title',
    'description',
    'default',
    'example',
    'examples',
  ],
]);
const MAPS = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies']);
/** Most steps of a reference to a place in a schema, which is never nested more deeply. */
const MAX_STEPS = SCHEMA_MAX_DEPTH + 10;
/** ajv skips this one name wherever it is a key. */
const PROTO = '__proto__';

/** The keyword in place of a rule for names of a pattern that is no expression: whether a name has it is unknown. */
export const UNKNOWABLE = 'x-unknowable';

/** A schema in the form that ajv compiles. */
interface AjvSchema {
  readonly schema: JsonObject;
  /** Largest number of properties in one object. */
  readonly widest: number;
  /** It mentions `toString` or another name that every object inherits. Handling that makes each check slower. */
  readonly namesInherited: boolean;
}

/**
 * The schema without keywords that restrict nothing (it compiles twice as fast), and with `__proto__` expressed in a
 * form that ajv respects. Targets of references stay where they are. References must be JSON pointers.
 */
export function ajvSchema(root: JsonObject): AjvSchema {
  const { wanted, dangling, namesInherited } = surveyed(root);
  let widest = 0;
  const copy = (value: unknown, pointer: string): unknown => {
    if (Array.isArray(value))
      return keepNumbers(
        value.map((item, index) => copy(item, child(pointer, index))),
        value,
      );
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(
      ([key]) => (!REMARKS.has(key) && !key.startsWith('x-')) || wanted.has(child(pointer, key)),
    );
    const copied = kept.map(([key, item]) => [key, keyword(key, item, child(pointer, key))] as const);
    return withProto(keepNumbers(Object.fromEntries(copied), value));
  };
  const keyword = (key: string, value: unknown, pointer: string): unknown => {
    // ajv would find inherited members (`#/definitions/constructor`), and is slow to read a long URI.
    if (key === '$ref' && dangling.has(value)) return `missing:${String(value).slice(0, 100)}`;
    if ((key === 'enum' || key === 'const') && !wanted.has(pointer)) return value;
    if (!MAPS.has(key) || !isObject(value)) return copy(value, pointer);
    const entries = Object.entries(value);
    if (key === 'properties') widest = Math.max(widest, entries.length);
    return Object.fromEntries(
      entries.map(([name, item]) => {
        const isKnowable = key !== 'patternProperties' || ecmaExpression(name) !== null;
        return [name, isKnowable ? copy(item, child(pointer, name)) : { [UNKNOWABLE]: name }];
      }),
    );
  };
  return { schema: copy(root, '') as JsonObject, widest, namesInherited };
}

/** The targets of references, with everything above them, as pointers; and whether an inherited name occurs. */
function surveyed(root: JsonObject) {
  const wanted = new Set<string>();
  /** References that lead nowhere. */
  const dangling = new Set<unknown>();
  let namesInherited = false;
  const stack: object[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const [key, value] of Object.entries(node)) {
      namesInherited ||= key in Object.prototype || (typeof value === 'string' && value in Object.prototype);
      if (typeof value === 'object' && value !== null) stack.push(value);
      else if (key === '$ref' && typeof value === 'string') {
        const tokens = stepsOf(value);
        if (tokens === undefined || !valueAt(root, tokens).found) dangling.add(value);
        else for (let end = 1; end <= tokens.length; end += 1) wanted.add(toPointer(tokens.slice(0, end)));
      }
    }
  }
  return { wanted, dangling, namesInherited };
}

/** The steps of a pointer reference; undefined for any other. */
function stepsOf(reference: string): readonly string[] | undefined {
  const pointer = reference.startsWith('#') ? decodeFragment(reference.slice(1)) : undefined;
  if (pointer === undefined || !isPointer(pointer)) return undefined;
  const steps = fromPointer(pointer);
  return steps.length <= MAX_STEPS ? steps : undefined;
}

/** Rules about `__proto__` as patterns and conditions; they also stay where they are, for references. */
function withProto(schema: JsonObject): JsonObject {
  const member = (key: string) => {
    const map = own(schema, key);
    return isObject(map) && Object.hasOwn(map, PROTO) ? { rule: map[PROTO] } : undefined;
  };
  const [property, pattern, dependency] = ['properties', 'patternProperties', 'dependencies'].map(member);
  if (!property && !pattern && !dependency) return schema;
  const patterns = {
    ...(own(schema, 'patternProperties') as object | undefined),
    ...(property && { '^__proto__$': property.rule }),
    ...(pattern && { '(?:__proto__)': pattern.rule }),
  };
  const rule = dependency?.rule;
  const follows = {
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    ...{ if: { required: [PROTO] }, then: Array.isArray(rule) ? { required: rule } : rule },
  };
  const all = own(schema, 'allOf');
  const extended = {
    ...schema,
    ...((property || pattern) && { patternProperties: patterns }),
    ...(dependency && { allOf: [...(Array.isArray(all) ? all : []), follows] }),
  };
  return keepNumbers(extended, schema);
}

/*
 * Schemas of an OpenAPI document, turned into self-contained Draft 7 schemas.
 *
 * Promises: the result is self-contained (every `$ref` is `#/definitions/<name>` and that definition exists, copied
 * once, only if reachable; recursion stays a reference); values are never taken for schemas (a property NAMED
 * `nullable`, and the contents of `enum`, `const`, `default` and `examples` pass through untouched); every loss is a
 * warning with its JSON pointer; nothing is fetched; depth, count and bytes are bounded, and a schema beyond a bound is
 * refused as a whole rather than cut.
 *
 * Not promised: that the schema equals the author's byte for byte, or that Draft 7 can say everything 2020-12 can.
 *
 * How: a document is cut into units (a body schema, or the target of some reference). Each unit is converted once and
 * shared by all event types that reach it. The name of a definition is chosen once per document, so the same document
 * always produces the same schemas.
 */
import { IMPORT_SCHEMAS_MAX_BYTES } from '../../contract/limits';
import { child, fromPointer } from '../../json-schema/json-pointer';
import { keepNumbers, stringifyOrdered } from '../../json-schema/ordered-json';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { checkDraft7, SCHEMA_MAX_BYTES, SCHEMA_MAX_DEPTH } from '../checks/schema-check';
import type { SchemaWarning } from './draft7-conversion';
import { convertSchema } from './draft7-convert';
import { ANNOTATIONS } from './draft7-nullable';
import { exampleValues, isKeepable, storableValue } from './draft7-values';
import type { LocalReferences } from './local-reference';

export const DRAFT7_URI = 'http://json-schema.org/draft-07/schema#';
/** Most definitions one event type's schema may carry. */
const SCHEMA_MAX_DEFINITIONS = 10_000;
/** A converted schema, or the reason why there is none. */
type Converted =
  | {
      readonly ok: true;
      readonly schema: boolean | JsonObject;
      readonly warnings: readonly SchemaWarning[];
    }
  | {
      readonly ok: false;
      readonly reason: string;
      /** It could be converted, but all schemas of the document together are too large. */
      readonly isBeyondSum?: boolean;
    };

/** A converted schema with everything it refers to, and its size. */
type Assembled = Converted & { readonly bytes?: number };

/** One converted piece of the document. */
interface Unit {
  readonly schema: boolean | JsonObject;
  readonly bytes: number;
  /** Pointers of the units it refers to. */
  readonly references: readonly string[];
  readonly anchors: readonly string[];
  readonly warnings: readonly SchemaWarning[];
  /** Why it cannot be used; null when it can. */
  readonly refusal: string | null;
}

interface ConverterOptions {
  /** Keywords next to `$ref` have a meaning (3.1 and later). */
  readonly siblingsCount: boolean;
  /** Names of components, which they keep. */
  readonly reserved: readonly string[];
  /** Most bytes of all schemas together. */
  readonly maxBytes?: number;
}

/** Converts the schemas of one document. Holds the converted units and the names given to definitions. */
export class Draft7Converter {
  readonly #references: LocalReferences;
  readonly #siblingsCount: boolean;
  readonly #units = new Map<string, Unit>();
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** By their start: webhooks with the same body share one schema. */
  readonly #assembled = new Map<string, Assembled>();
  readonly #maxBytes: number;
  #bytesMade = 0;

  constructor(references: LocalReferences, options: ConverterOptions) {
    this.#references = references;
    this.#siblingsCount = options.siblingsCount;
    this.#maxBytes = options.maxBytes ?? IMPORT_SCHEMAS_MAX_BYTES;
    // Components keep their own names whatever else is reached first, so that a changed document changes few names.
    for (const name of options.reserved) {
      this.#name(child('/components/schemas', name));
    }
  }

  /** The schema at `pointer`, as Draft 7. `examples` come before the schema's own. */
  convert(schema: unknown, pointer: string, examples: readonly unknown[] = []): Converted {
    const start = this.#start(schema, pointer);
    if (!start.ok) return start;
    const made = this.#assembled.get(start.pointer) ?? this.#assembleAll(start.value, start.pointer);
    this.#assembled.set(start.pointer, made);
    if (!made.ok) return made;
    const kept = [...examples, ...start.examples].filter(isKeepable).map(storableValue);
    const bytes = (made.bytes ?? 0) + (kept.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(kept)));
    if (this.#bytesMade + bytes > this.#maxBytes) {
      return { ok: false, reason: 'the schemas of this document are too large in total', isBeyondSum: true };
    }
    this.#bytesMade += bytes;
    return { ok: true, schema: withExamples(made.schema, kept), warnings: made.warnings };
  }

  #assembleAll(schema: unknown, pointer: string): Assembled {
    const first = this.#assemble(schema, pointer, true);
    const made = first === 'repeated anchor' ? this.#assemble(schema, pointer, false) : first;
    return made === 'repeated anchor' ? { ok: false, reason: 'its anchors conflict' } : made;
  }

  /**
   * A body that is just a reference is replaced by its target, so that the top level says something. Examples met along
   * the way belong to the body too.
   */
  #start(schema: unknown, pointer: string) {
    let here = { value: schema, pointer };
    const seen = new Set<string>();
    const examples: unknown[] = [];
    while (isObject(here.value) && Object.hasOwn(here.value, '$ref')) {
      if (seen.has(here.pointer)) return { ok: false as const, reason: 'circular reference' };
      seen.add(here.pointer);
      examples.push(...exampleValues(here.value, this.#references));
      const next = this.#references.resolve(here.value.$ref, pointer);
      if (!next.ok) return next;
      if (!isPureReference(here.value, this.#siblingsCount)) {
        if (isObject(next.value)) examples.push(...exampleValues(next.value, this.#references));
        break;
      }
      here = next;
    }
    if (typeof here.value !== 'boolean' && !isObject(here.value)) {
      return { ok: false as const, reason: 'the schema is neither an object nor true or false' };
    }
    return { ok: true as const, ...here, examples };
  }

  #assemble(schema: unknown, pointer: string, keepAnchors: boolean): Assembled | 'repeated anchor' {
    const root = this.#unit(pointer, schema, keepAnchors);
    if (root.refusal !== null) return { ok: false, reason: root.refusal };
    const reached = new Map<string, Unit>();
    const queue = [...root.references];
    const warnings = [...root.warnings];
    const anchors = [...root.anchors];
    let bytes = root.bytes;
    for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
      if (reached.has(at)) continue;
      const unit = this.#unit(at, this.#references.at(at), keepAnchors);
      if (unit.refusal !== null) return { ok: false, reason: unit.refusal };
      reached.set(at, unit);
      bytes += unit.bytes;
      if (bytes > SCHEMA_MAX_BYTES || reached.size > SCHEMA_MAX_DEFINITIONS) {
        return { ok: false, reason: 'the schema with all its references is too large' };
      }
      for (const next of unit.references) if (!reached.has(next)) queue.push(next);
      if (at !== pointer) warnings.push(...unit.warnings);
      anchors.push(...unit.anchors);
    }
    if (new Set(anchors).size < anchors.length) return 'repeated anchor';
    const definitions = Object.fromEntries([...reached].map(([at, unit]) => [this.#name(at), unit.schema]));
    return { ok: true, schema: finish(root.schema, definitions), warnings, bytes };
  }

  #unit(pointer: string, schema: unknown, keepAnchors: boolean): Unit {
    const key = `${keepAnchors ? 'a' : 'n'}${pointer}`;
    const known = this.#units.get(key);
    if (known !== undefined) return known;
    const converted = convertSchema(schema, pointer, {
      references: this.#references,
      siblingsCount: this.#siblingsCount,
      keepAnchors,
      // Leaves room for `definitions` and a name above.
      maxDepth: SCHEMA_MAX_DEPTH - 4,
      nameOf: (target) => this.#name(target),
    });
    const unit = checked(converted, pointer);
    this.#units.set(key, unit);
    return unit;
  }

  /** The definition name of a pointer: its last step, simplified and made unique within this document. */
  #name(pointer: string): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const tokens = fromPointer(pointer);
    const last = tokens.at(-1) ?? '';
    const raw = /^\d+$/.test(last) ? tokens.slice(-3).join('_') : last;
    const plain = raw.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
    // Careless readers of the stored schema would find names of Object.prototype.
    const safe =
      plain === '' ? 'schema' : plain in Object.prototype ? `${plain.replaceAll('_', '')}_` : plain;
    let name = safe;
    for (let n = 2; this.#taken.has(name); n += 1) name = `${safe}_${n}`;
    this.#taken.add(name);
    this.#names.set(pointer, name);
    return name;
  }
}

function checked(converted: ReturnType<typeof convertSchema>, pointer: string): Unit {
  const none = { schema: false, bytes: 0, references: [], anchors: [], warnings: [] } as const;
  if (!converted.ok) return { ...none, refusal: converted.reason };
  const bytes = Buffer.byteLength(JSON.stringify(converted.schema));
  const problems = bytes > SCHEMA_MAX_BYTES ? ['it is too large'] : checkDraft7(converted.schema);
  if (problems.length > 0) {
    return { ...none, refusal: `it is not a valid Draft 7 schema (${problems[0]}, in ${pointer})` };
  }
  return { ...converted, bytes, refusal: null };
}

/** True when a node is just a reference (apart from examples; before 3.1, most siblings mean nothing). */
function isPureReference(node: JsonObject, siblingsCount: boolean): boolean {
  return Object.keys(node).every(
    (key) =>
      key === '$ref' ||
      key === 'example' ||
      key === 'examples' ||
      (!siblingsCount && key !== 'nullable' && !ANNOTATIONS.has(key)),
  );
}

function finish(schema: boolean | JsonObject, definitions: JsonObject): boolean | JsonObject {
  if (typeof schema === 'boolean') return schema;
  const top = keepNumbers({ $schema: DRAFT7_URI, ...schema }, schema);
  return Object.keys(definitions).length === 0 ? top : keepNumbers({ ...top, definitions }, schema);
}

function withExamples(schema: boolean | JsonObject, examples: readonly unknown[]): boolean | JsonObject {
  if (examples.length === 0 || schema === false) return schema;
  const body = schema === true ? { $schema: DRAFT7_URI } : schema;
  const before = Array.isArray(body.examples) ? (body.examples as unknown[]) : [];
  const seen = new Set<string>();
  const all = [...examples, ...before].filter((value) => {
    const text = stringifyOrdered(value);
    return seen.has(text) ? false : seen.add(text);
  });
  const { definitions, ...rest } = body;
  return keepNumbers({ ...rest, examples: all, ...(definitions === undefined ? {} : { definitions }) }, body);
}

/** One schema on its way to Draft 7: what every step of the conversion knows and shares. */

import { child } from '../../json-schema/json-pointer';
import { orderedEntries, orderedObject } from '../../json-schema/ordered-json';
import { isObject, type JsonObject } from '../../json-schema/plain-json';
import { storable } from './clean-text';
import type { LocalReferences } from './local-reference';

/** One loss or oddity in a schema. */
export interface SchemaWarning {
  /** JSON pointer of the place in the document. */
  readonly pointer: string;
  readonly message: string;
}

/** What the conversion of one unit needs to know. */
export interface ConvertOptions {
  readonly references: LocalReferences;
  /** Keywords next to `$ref` count (3.1 and later); before, only annotations and `nullable` are kept. */
  readonly siblingsCount: boolean;
  /** Whether `$anchor` becomes `$id: "#name"`; off when the same anchor would appear twice in one schema. */
  readonly keepAnchors: boolean;
  readonly maxDepth: number;
  /** The definition name of a pointer. */
  readonly nameOf: (pointer: string) => string;
}

export type ConvertedUnit =
  | {
      readonly ok: true;
      readonly schema: boolean | JsonObject;
      readonly references: readonly string[];
      readonly anchors: readonly string[];
      readonly warnings: readonly SchemaWarning[];
    }
  | { readonly ok: false; readonly reason: string };

/** A schema being converted: its place, and what has been collected so far. */
export interface Conversion {
  readonly options: ConvertOptions;
  /** Pointer of the unit, where `#/$defs/x` of a pasted JSON Schema is tried too. */
  readonly base: string;
  readonly references: Set<string>;
  readonly anchors: string[];
  readonly warn: (pointer: string, message: string) => void;
  /** Converts a schema one level further down. */
  readonly schema: (value: unknown, pointer: string, depth: number) => boolean | JsonObject;
  /** Converts every keyword of a schema but `$ref`. */
  readonly keywords: (node: JsonObject, pointer: string, depth: number) => boolean | JsonObject;
  /** A value that is not a schema (`default`, `enum` ...), made storable; undefined when it is too deep. */
  readonly value: (value: unknown, pointer: string) => unknown;
}

/** Converts each member of a map of schemas; undefined when it is not a map. */
export function convertMap(
  value: unknown,
  pointer: string,
  depth: number,
  to: Conversion,
): JsonObject | undefined {
  if (!isObject(value)) return undefined;
  const entries = orderedEntries(value).map(([key, item]) => {
    const name = storable(key);
    if (name !== key) to.warn(pointer, 'characters that cannot be stored were replaced');
    // Two levels: the map itself, and the schema in it.
    return [name, to.schema(item, child(pointer, key), depth + 2)] as const;
  });
  return orderedObject(entries);
}

/** Converts each member of a list of schemas. */
export function convertList(
  value: readonly unknown[],
  pointer: string,
  depth: number,
  to: Conversion,
): readonly (boolean | JsonObject)[] {
  return value.map((item, index) => to.schema(item, child(pointer, index), depth + 2));
}

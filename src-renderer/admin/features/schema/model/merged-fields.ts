import { get } from '../../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../../src-server/json-schema/json-pointer';
import type { SchemaPart } from './parts-of';
import { requiredKeys } from './schema-places';

/** A field of a value that several schemas describe. */
export interface MergedField {
  readonly key: string;
  /** One for each part that describes it. */
  readonly places: readonly SchemaPart[];
  /** Paths of the schemas that require it. */
  readonly requiredBy: readonly Path[];
}

/** The fields of all parts as one list, in the order in which they appear. */
export function mergedFields(parts: readonly SchemaPart[]): MergedField[] {
  const byKey = new Map<string, SchemaPart[]>();
  for (const { schema, path, view, origin } of parts) {
    const map = get(schema, 'properties');
    if (map?.kind !== 'object') continue;
    for (const [key, value] of new Map(map.members.map((member) => [member.key, member.value]))) {
      const steps = ['properties', key];
      const place = { schema: value, path: [...path, ...steps], view: [...view, ...steps], origin };
      const known = byKey.get(key);
      if (known) known.push(place);
      else byKey.set(key, [place]);
    }
  }
  const requirers = parts.map(({ schema, path }) => ({ path, keys: requiredKeys(schema) }));
  return [...byKey].map(([key, places]) => ({
    key,
    places,
    requiredBy: requirers.filter(({ keys }) => keys.has(key)).map(({ path }) => path),
  }));
}

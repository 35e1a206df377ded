import { isObject, own } from './plain-json';
import { layersOf } from './schema-layers';

/** Alternatives examined in one schema; more is always hostile. */
const OPTIONS_MAX = 500;

/**
 * How many fields the top level of a schema names, through references, `allOf` and the alternatives of `oneOf` and
 * `anyOf`; one that several of them name counts once. Null without a schema. Never throws.
 */
export function fieldCount(schema: unknown): number | null {
  if (!isObject(schema)) return null;
  const names = new Set<string>();
  // Those nearest the root first.
  const work: unknown[] = [schema];
  for (let at = 0; at < work.length && at < OPTIONS_MAX; at += 1) {
    const { layers, variants } = layersOf([work[at]], schema);
    for (const { schema: layer } of layers) {
      const properties = own(layer, 'properties');
      if (isObject(properties)) for (const name of Object.keys(properties)) names.add(name);
    }
    for (const { options } of variants) work.push(...options.slice(0, OPTIONS_MAX));
  }
  return names.size;
}

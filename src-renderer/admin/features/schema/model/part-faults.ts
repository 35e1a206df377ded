import { get, type JsonNode, plainOf } from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { type MergedField, mergedFields } from './merged-fields';
import { commonTypes } from './merged-type';
import { partsOf, type SchemaPart } from './parts-of';
import type { SchemaProblem } from './schema-problem';

/** What the parts of an `allOf` say against each other: types that no value has, keys that another part forbids. */
export function partFaults(root: JsonNode, schema: JsonNode, path: Path): SchemaProblem[] {
  if (get(schema, 'allOf')?.kind !== 'array') return [];
  const parts = partsOf(root, { schema, path, view: path, origin: null });
  if (parts.length < 2) return [];
  const fields = mergedFields(parts);
  const own = noType(parts, toPointer(path), 'The parts');
  return [...own, ...fields.flatMap((field) => typeFaults(root, field)), ...closedFaults(parts, fields)];
}

function typeFaults(root: JsonNode, { key, places }: MergedField): SchemaProblem[] {
  const last = places.at(-1);
  if (!last || places.length < 2) return [];
  const parts = places.flatMap((place) => partsOf(root, place));
  return noType(parts, toPointer(last.view), `The parts that describe ${key}`);
}

function noType(parts: readonly SchemaPart[], pointer: string, who: string): SchemaProblem[] {
  if (commonTypes(parts)?.length !== 0) return [];
  const types = parts.flatMap(({ schema }) => plainOf(schema, 'type') ?? []);
  const label = `${who} allow no common type (${[...new Set(types)].join(', ')}): no value fits.`;
  return [{ level: 'error', label, pointer }];
}

/** A part that allows no other keys also forbids those of the other parts. */
function closedFaults(parts: readonly SchemaPart[], fields: readonly MergedField[]): SchemaProblem[] {
  const closed = parts.filter(({ schema }) => plainOf(schema, 'additionalProperties') === false);
  return closed.flatMap(({ schema, origin }) => {
    if (get(schema, 'patternProperties')) return [];
    const forbidden = fields.filter(({ key }) => !get(get(schema, 'properties'), key));
    return forbidden.slice(0, 20).map(({ key, places }): SchemaProblem => {
      const label = `${key} never fits: ${origin?.label ?? 'the schema itself'} allows no other keys.`;
      return { level: 'warning', label, pointer: toPointer(places[0]?.view ?? []) };
    });
  });
}

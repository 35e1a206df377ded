import { fromPointer, toPointer } from '../../../../src-server/json-schema/json-pointer';
import { placeLabel } from '../../parts/place-label';

const FIELDS: Readonly<Record<string, string>> = {
  description: 'description',
  featureFlags: 'flags',
  groupName: 'group',
  archived: 'archived',
  deprecated: 'deprecated',
  schemas: 'schemas',
  colour: 'color',
};

/** The place of a conflict in words: "invoice.paid > schema > total > type", "flag-sets > set A > color". */
export function conflictLabel(name: string, pointer: string): string {
  const [field, version, ...rest] = fromPointer(pointer);
  if (field === undefined) return name;
  if (/^[A-Z]$/.test(field))
    return [name, `set ${field}`, ...fromPointer(pointer).slice(1).map(wordOf)].join(' > ');
  if (field !== 'schemas' || version === undefined) return `${name} > ${wordOf(field)}`;
  const schema = version === '1' ? 'schema' : `schema ${version}`;
  return `${name} > ${schema}${rest.length === 0 ? '' : ` > ${placeLabel(toPointer(rest))}`}`;
}

function wordOf(field: string): string {
  return FIELDS[field] ?? field;
}

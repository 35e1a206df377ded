import { fromPointer, toPointer } from '../../../../src-server/json-schema/json-pointer';
import { placeLabel } from '../../parts/place-label';

const FIELDS: Readonly<Record<string, string>> = {
  description: 'description',
  featureFlags: 'flags',
  groupName: 'group',
  archived: 'archived',
  deprecated: 'deprecated',
  schemas: 'schemas',
};

/** The place of a conflict in words: "invoice.paid > schema > total > type". */
export function conflictLabel(name: string, pointer: string): string {
  const [field, version, ...rest] = fromPointer(pointer);
  if (field === undefined) return name;
  if (field !== 'schemas' || version === undefined) return `${name} > ${FIELDS[field] ?? field}`;
  const schema = version === '1' ? 'schema' : `schema ${version}`;
  return `${name} > ${schema}${rest.length === 0 ? '' : ` > ${placeLabel(toPointer(rest))}`}`;
}

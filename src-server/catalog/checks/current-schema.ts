import { rawMember, rawMembers } from '../../json-schema/raw-json-text';

/** The version of its schema with which an event type is shown, checked and sent. */
const CURRENT = '1';

/**
 * The current one of the schemas of an event type, as text.
 * @param schemas JSON text of the schemas by version; null: there are none
 */
export function currentSchema(schemas: string | null): string | null {
  return (schemas && rawMember(schemas, CURRENT)) ?? null;
}

/**
 * The schemas with the current one replaced, and the other versions unchanged.
 * @param schema null: removes it
 */
export function withCurrentSchema(schemas: string | null, schema: string | null): string | null {
  if (schemas !== null && schema === currentSchema(schemas)) return schemas;
  const others = (schemas === null ? [] : rawMembers(schemas)).filter(({ name }) => name !== CURRENT);
  const members = [...(schema === null ? [] : [{ name: CURRENT, text: schema }]), ...others];
  if (members.length === 0) return null;
  return `{${members.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

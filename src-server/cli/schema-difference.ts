import { sameJson } from '../catalog/same-json';
import { type SchemaRow, schemaTree } from '../contract/schema-tree';

/** More differences than these are counted, not told. */
const MOST = 12;

/**
 * What changes in a schema, in words, field by field. A field that comes or goes is told without those below it.
 * Never empty for schemas that are not the same.
 */
export function schemaDifference(before: unknown, after: unknown): string[] {
  if (before === undefined || before === null) return ['gets a schema'];
  if (after === undefined || after === null) return ['loses its schema'];
  const found: string[] = [];
  compare(schemaTree(before).root, schemaTree(after).root, found);
  if (found.length === 0 && !equal(before, after)) found.push('examples or details of the schema change');
  return found.length > MOST
    ? [...found.slice(0, MOST), `and ${found.length - MOST} more changes of the schema`]
    : found;
}

function compare(before: SchemaRow, after: SchemaRow, found: string[]): void {
  const name = after.path === '' ? 'the whole event' : after.path;
  if (before.type !== after.type)
    found.push(`${name}: ${before.type || 'any'} becomes ${after.type || 'any'}`);
  if (before.required !== after.required) {
    found.push(after.required ? `${name}: becomes required` : `${name}: is no longer required`);
  }
  const rules = (row: SchemaRow) => row.notes.map(({ text }) => text).join('; ');
  if (rules(before) !== rules(after)) {
    found.push(`${name}: "${rules(before) || 'no rule'}" becomes "${rules(after) || 'no rule'}"`);
  }
  if (before.description !== after.description) found.push(`${name}: its description changes`);
  if (before.deprecated !== after.deprecated) {
    found.push(after.deprecated ? `${name}: becomes deprecated` : `${name}: is no longer deprecated`);
  }
  const known = new Map(before.children.map((row) => [row.path, row]));
  for (const child of after.children) {
    const old = known.get(child.path);
    known.delete(child.path);
    if (old) compare(old, child, found);
    else found.push(`${child.path}: new, ${child.type || 'any'}${child.required ? ', required' : ''}`);
  }
  for (const { path } of known.values()) found.push(`${path}: goes away`);
}

/** Schemas of files can be nested deeper than can be compared: those count as different. */
function equal(a: unknown, b: unknown): boolean {
  try {
    return sameJson(a, b);
  } catch {
    return false;
  }
}

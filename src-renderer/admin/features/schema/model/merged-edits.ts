import type { JsonNode } from '../../../../../src-server/json-schema/json-node';
import { type Path, toPointer } from '../../../../../src-server/json-schema/json-pointer';
import { changeAt } from '../../../../../src-server/json-schema/node-path';
import { type EditOutcome, refused } from './edit-outcome';
import type { EditRow } from './edit-rows';
import { deleteRow, followName, renameKey, toggleRequired, withRequired } from './field-edits';

type FieldRow = Pick<EditRow, 'path' | 'place' | 'requiredBy' | 'descriptions'>;

/** Why a row cannot be edited as one: several parts describe it. Null: it can. */
export function whyLocked({ descriptions, place }: Pick<EditRow, 'descriptions' | 'place'>): string | null {
  if (descriptions.length === 0) return null;
  return `${descriptions.length} parts describe ${place.label}. Open the row and edit it in one of them.`;
}

/** Renames a row; the other parts of an `allOf` that require the field follow. */
export function renameRow(root: JsonNode, row: FieldRow, name: string): EditOutcome {
  return withOthers(root, row, renameKey(root, row.path, name), (schema) =>
    schema.kind === 'object' ? followName(schema, row.place.label, name) : schema,
  );
}

/** Deletes a row; the other parts of an `allOf` no longer require the field. */
export function deleteField(root: JsonNode, row: FieldRow): EditOutcome {
  return withOthers(root, row, deleteRow(root, row.path), (schema) =>
    schema.kind === 'object' ? withRequired(schema, row.place.label, false) : schema,
  );
}

/** Makes a field required or optional, in the part that requires it. */
export function toggleRequiredIn(root: JsonNode, row: FieldRow): EditOutcome {
  const locked = whyLocked(row);
  if (locked !== null) return refused(locked);
  const [only, ...others] = row.requiredBy;
  const key = row.place.label;
  if (!only || toPointer(only) === toPointer(row.path.slice(0, -2))) {
    if (others.length === 0) return toggleRequired(root, row.path);
  }
  if (!only || others.length > 0) {
    return refused(`${row.requiredBy.length} parts require ${key}. Change “required” of each in the JSON.`);
  }
  const next = changeAt(root, only, (schema) =>
    schema.kind === 'object' ? withRequired(schema, key, false) : schema,
  );
  return { ok: true, root: next, label: `Make ${key} optional`, focus: toPointer(row.path) };
}

/** An edit of a field, with the same for the schemas that require it from elsewhere. */
function withOthers(
  root: JsonNode,
  row: FieldRow,
  outcome: EditOutcome,
  change: (schema: JsonNode) => JsonNode,
): EditOutcome {
  const locked = whyLocked(row);
  if (locked !== null) return refused(locked);
  if (!outcome.ok || outcome.root === root) return outcome;
  const holder = toPointer(row.path.slice(0, -2));
  const elsewhere = row.requiredBy.filter((path) => toPointer(path) !== holder);
  const next = elsewhere.reduce((now: JsonNode, path: Path) => changeAt(now, path, change), outcome.root);
  return { ...outcome, root: next };
}

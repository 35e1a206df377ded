import fc from 'fast-check';
import {
  extractDefinition,
  inlineReference,
} from '../../../../src-renderer/admin/features/schema/model/definition-edits';
import type { EditOutcome } from '../../../../src-renderer/admin/features/schema/model/edit-outcome';
import {
  addChild,
  addSibling,
  deleteRow,
  renameKey,
  toggleRequired,
} from '../../../../src-renderer/admin/features/schema/model/field-edits';
import { setItemsKind, setKeyword } from '../../../../src-renderer/admin/features/schema/model/keyword-edits';
import { mergeSchema } from '../../../../src-renderer/admin/features/schema/model/merge-schema';
import { moveInto, moveOut, moveRow } from '../../../../src-renderer/admin/features/schema/model/move-edits';
import { setType, toggleNullable } from '../../../../src-renderer/admin/features/schema/model/type-edits';
import { inferSchema } from '../../../../src-renderer/admin/parts/infer-schema';
import { fromValue, type JsonNode } from '../../../../src-server/json-schema/json-node';
import type { Path } from '../../../../src-server/json-schema/json-pointer';
import { mergeThreeWays } from '../../../../src-server/json-schema/three-way-merge';

export type Edit = (root: JsonNode, path: Path) => EditOutcome;

const name = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('a', '1', '__proto__', 'a/b', '~'));
/** Edits of the tree that need only a row, by name. */
export const PLAIN_EDITS: Readonly<Record<string, Edit>> = {
  toggleRequired,
  toggleNullable,
  addSibling,
  addChild,
  deleteRow,
  moveInto,
  moveOut,
  moveUp: (root, path) => moveRow(root, path, -1),
  moveDown: (root, path) => moveRow(root, path, 1),
  extractDefinition,
  inlineReference,
  places: (root, path) => setItemsKind(root, path, 'places'),
  each: (root, path) => setItemsKind(root, path, 'each'),
  rename: (root, path) => renameKey(root, path, 'renamed'),
  reference: (root, path) => setType(root, path, 'reference', '#/definitions/Address'),
  keyword: (root, path) => setKeyword(root, path, 'title', fromValue('Title')),
};
const TYPES = [
  'string',
  'integer',
  'number',
  'boolean',
  'object',
  'array',
  'null',
  'any',
  'oneOf',
  'anyOf',
  'allOf',
] as const;

/** Adds the fields of a sample, as the sheet for samples does. */
export function addSample(sample: unknown): Edit {
  return (root) => ({
    ok: true,
    root: mergeSchema(root, inferSchema([fromValue(sample)])).schema,
    label: 'Add fields from a sample',
    focus: '',
  });
}

/** Merges with somebody else's version of the same document. */
function mergeWith(theirs: Edit): Edit {
  return (root, path) => {
    const made = theirs(root, []);
    const merged = made.ok
      ? mergeThreeWays({ base: root, mine: setOwn(root, path), theirs: made.root }).root
      : root;
    return { ok: true, root: merged, label: 'Merge with the version on the instance', focus: '' };
  };
}

function setOwn(root: JsonNode, path: Path): JsonNode {
  const made = setKeyword(root, path, 'description', fromValue('Mine'));
  return made.ok ? made.root : root;
}

/** Any edit of the tree, its inspector or its sheets. */
export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.values(PLAIN_EDITS)) },
  name.map(
    (key): Edit =>
      (root, path) =>
        renameKey(root, path, key),
  ),
  fc.constantFrom(...TYPES).map(
    (type): Edit =>
      (root, path) =>
        setType(root, path, type),
  ),
  fc
    .tuple(
      fc.constantFrom(
        'title',
        'enum',
        'const',
        'minimum',
        'additionalProperties',
        'additionalItems',
        'x-own',
      ),
      fc.option(fc.jsonValue({ maxDepth: 2 })),
    )
    .map(
      ([key, value]): Edit =>
        (root, path) =>
          setKeyword(root, path, key, value === null ? null : fromValue(value)),
    ),
  fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }).map(addSample),
  fc.constantFrom(...Object.values(PLAIN_EDITS)).map(mergeWith),
);

import { oncePerDialect } from '../once-per-dialect';

/** Condition for those that differ, in the words of the index that has only those. */
export const IS_CHANGED = '(mine_changed = 1 OR theirs_changed = 1)';
/** Condition for those whose mine is an event type, and not the flag sets under their name. */
export const IS_TYPE = `(name <> 'flag-sets' OR substr(mine, 1, 12) <> '{"flagSets":')`;
export const ROWS =
  'SELECT name, revision, base, mine, theirs FROM working_copy_type WHERE connection_id = ?';
const PUT_COLUMNS = {
  connection_id: 'text',
  name: 'text',
  mine_changed: 'integer',
  theirs_changed: 'integer',
  in_conflict: 'integer',
  kind: 'text',
  fields: 'text',
  base: 'text',
  mine: 'text',
  theirs: 'text',
} as const;

/** The statements about the event types of a working copy. */
export const workingCopyStatements = oncePerDialect((dialect) => ({
  someRows: `${ROWS} AND ${dialect.isAmongTexts('name', '?')}`,
  summaries: `
  SELECT ${dialect.jsonList(
    dialect.jsonObject({
      name: 'name',
      description: dialect.textMember('mine', 'description'),
      featureFlags: dialect.jsonMember('mine', 'featureFlags'),
      groupName: dialect.textMember('mine', 'groupName'),
      archived: dialect.jsonBoolean(dialect.isTrueMember('mine', 'archived')),
      deprecated: dialect.jsonBoolean(dialect.isTrueMember('mine', 'deprecated')),
      sunsetAt: dialect.textMember('mine', 'sunsetAt'),
      replacedBy: dialect.textMember('mine', 'replacedBy'),
      hasSchema: dialect.jsonBoolean(`${dialect.textMember('mine', 'schemas')} IS NOT NULL`),
      revision: 'revision',
    }),
  )} AS json
  FROM (
    SELECT name, mine, revision FROM working_copy_type
    WHERE connection_id = ? AND mine IS NOT NULL AND ${IS_TYPE} ORDER BY name
  ) AS listed`,
  /** The database takes the short fields out of the text, in its own thread. */
  mineFields: `name, ${dialect.textMember('mine', 'description')} AS description,
    ${dialect.isTrueMember('mine', 'archived')} AS archived,
    ${dialect.isTrueMember('mine', 'deprecated')} AS deprecated,
    ${dialect.textMember('mine', 'sunsetAt')} AS sunset_at, ${dialect.textMember('mine', 'replacedBy')} AS replaced_by,
    ${dialect.textMember('mine', 'groupName')} AS group_name,
    ${dialect.jsonText(dialect.jsonMember('mine', 'featureFlags'))} AS flags`,
  put: `
  INSERT INTO working_copy_type (connection_id, revision, name, mine_changed, theirs_changed, in_conflict, kind, fields,
    base, mine, theirs)
  SELECT copy.connection_id, copy.revision, given.name, given.mine_changed, given.theirs_changed, given.in_conflict,
    given.kind, given.fields, given.base, given.mine, given.theirs
  FROM ${dialect.rows('?', PUT_COLUMNS, 'given')} JOIN working_copy AS copy ON copy.connection_id = given.connection_id
  WHERE true
  ON CONFLICT (connection_id, name) DO UPDATE SET revision = excluded.revision, mine_changed = excluded.mine_changed,
    theirs_changed = excluded.theirs_changed, in_conflict = excluded.in_conflict, kind = excluded.kind,
    fields = excluded.fields, base = excluded.base, mine = excluded.mine, theirs = excluded.theirs`,
  removeSome: `DELETE FROM working_copy_type WHERE connection_id = ? AND ${dialect.isAmongTexts('name', '?')}`,
  revisions: `
  SELECT name, revision FROM working_copy_type WHERE connection_id = ? AND ${dialect.isAmongTexts('name', '?')}`,
}));

import { get, type JsonNode } from '../json-schema/json-node';
import { child } from '../json-schema/json-pointer';
import { CONTENT_FIELDS, fieldTexts, nodeOf, sameField, sameFieldText } from './content-text';
import { isFlagSets } from './flag-sets-text';
import { changedFlagSets } from './merge-flag-sets';

/** More pointers than this say no more than the field that contains them. */
const MOST_POINTERS = 100;

/** The pointers of the smallest values that differ between two contents; lists are compared as a whole. */
export function changedPointers(before: string, after: string): readonly string[] {
  if (isFlagSets(before) && isFlagSets(after)) return changedFlagSets(before, after);
  const [old, next] = [fieldTexts(before), fieldTexts(after)];
  const fields = CONTENT_FIELDS.filter((field) => !sameFieldText(field, old.get(field), next.get(field)));
  const parsed = (text: string | undefined) => (text === undefined ? undefined : nodeOf(text));
  const pointers = fields.flatMap((field) =>
    differences(parsed(old.get(field)), parsed(next.get(field)), child('', field)),
  );
  return pointers.length > MOST_POINTERS ? fields.map((field) => child('', field)) : pointers;
}

function differences(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  pointer: string,
): readonly string[] {
  if (before?.kind !== 'object' || after?.kind !== 'object')
    return sameField('', before, after) ? [] : [pointer];
  const keys = new Set([...after.members, ...before.members].map(({ key }) => key));
  return [...keys].flatMap((key) => differences(get(before, key), get(after, key), child(pointer, key)));
}

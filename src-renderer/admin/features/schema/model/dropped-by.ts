import { get, type JsonNode, type ObjectNode, textOf } from '../../../../../src-server/json-schema/json-node';
import { refName } from '../../../../../src-server/json-schema/schema-layers';
import { BRANCH_KEYWORDS, nullableReference } from './schema-places';

/** What a schema had and a later state of it has not, in words: "the reference to Customer", "2 fields", "format". */
export function droppedBy(before: ObjectNode, after: ObjectNode): string[] {
  const branches = BRANCH_KEYWORDS.map((keyword) => get(after, keyword));
  const first = branches.map((list) => (list?.kind === 'array' ? list.items[0] : undefined)).find(Boolean);
  const kept = new Set(branches.flatMap((list) => (list?.kind === 'array' ? list.items : [])));
  const union = nullableReference(before);
  const said = (key: string, value: JsonNode): string => {
    if (key === '$ref') return referenceTo(textOf(before, '$ref') ?? '');
    if (key === union?.keyword) return referenceTo(union.ref);
    if (key === 'properties' && value.kind === 'object') return counted(value.members.length, 'field');
    if ((BRANCH_KEYWORDS as readonly string[]).includes(key) && value.kind === 'array')
      return counted(value.items.length, 'branch');
    return key;
  };
  return before.members
    .filter(({ key, value }) => {
      const isStill = get(after, key) ?? get(first, key);
      const isMoved = value.kind === 'array' && value.items.some((item) => kept.has(item));
      // The type is what was asked for, and the required keys go with their fields.
      const isSaid = key !== 'type' && !(key === 'required' && get(before, 'properties'));
      return isSaid && !isStill && !isMoved && !isEmpty(value);
    })
    .map(({ key, value }) => said(key, value));
}

function referenceTo(ref: string): string {
  return `the reference to ${ref === '#' ? 'the whole event' : refName(ref)}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : word === 'branch' ? 'es' : 's'}`;
}

function isEmpty(value: JsonNode): boolean {
  return value.kind === 'object' && value.members.length === 0;
}

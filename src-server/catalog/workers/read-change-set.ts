import { invalid } from '../../base/errors';
import { type JsonPieces, toJsonPieces } from '../../base/json-pieces';
import { decodeText } from '../../base/read-json';
import type { ValidationItem } from '../../contract/error';
import type { ChangeSetIn } from '../../contract/working-copy';
import { rawItems, rawMember } from '../../json-schema/raw-json-text';
import { contentText } from '../../working-copy/content-text';
import { flagSetsText, isListOfSets } from '../../working-copy/flag-sets-text';
import type { CopyChangeText } from '../../working-copy/sides';
import { withCurrentSchema } from '../checks/current-schema';
import { withSchemaTexts } from '../checks/with-schema-texts';
import { remarksOfEntry } from './remarks-of-entry';
import type { RequestBody, RequestReader } from './request-reader';

/** More remarks than these help nobody. */
const MOST_REMARKS = 50;

/** The changes of a working copy made by somebody else. */
export interface ChangeSet {
  /** Empty: there is none. */
  readonly note: string;
  /** Items of `CopyChangeText`. */
  readonly changes: JsonPieces;
}

type ChangedContent = NonNullable<ChangeSetIn['changes'][number]['mine']>;

/**
 * Reads a change set, each name once and every schema checked.
 * @throws ApiError 422 that names each invalid entry, like `body.changes.[3].mine.schemas`
 */
export function readChangeSet(request: RequestBody, requests: RequestReader): ChangeSet {
  const { changes: entries, note = '' } = requests.read(request) as ChangeSetIn;
  const texts = rawItems(rawMember(decodeText(request.bytes), 'changes') ?? '[]');
  const remarks: ValidationItem[] = [];
  const changes = new Map<string, CopyChangeText>();
  for (const [index, { name, base, mine }] of entries.entries()) {
    const place = { list: 'changes', index, name };
    if (changes.has(name)) remarks.push(repeated(index, name));
    const side = (field: 'base' | 'mine', content: ChangedContent | null): string | null => {
      try {
        return content && textOf(name, content, rawMember(texts[index] ?? '{}', field) ?? '{}');
      } catch (cause) {
        remarks.push(...remarksOfEntry(cause, { ...place, field }));
        return null;
      }
    };
    changes.set(name, { name, base: side('base', base), mine: side('mine', mine) });
    if (remarks.length >= MOST_REMARKS) break;
  }
  if (remarks.length > 0) throw invalid(...remarks.slice(0, MOST_REMARKS));
  return { note, changes: toJsonPieces(changes.values()) };
}

/** @throws ApiError 422 */
function textOf(name: string, content: ChangedContent, text: string): string {
  if (content.name !== undefined && content.name !== name) {
    const msg = `This must be ${name}, the name of the change.`;
    throw invalid({ loc: ['body', 'name'], msg, type: 'value_error' });
  }
  const { flagSets } = content;
  if (flagSets !== undefined) {
    if (isListOfSets(flagSets)) return flagSetsText(flagSets);
    const msg = 'A letter is listed more than once.';
    throw invalid({ loc: ['body', 'flagSets'], msg, type: 'value_error' });
  }
  const { featureFlag = null, featureFlags = featureFlag === null ? null : [featureFlag] } = content;
  const { schemas, schema = null } = withSchemaTexts(content, text) as {
    readonly schemas?: string | null;
    readonly schema?: string | null;
  };
  return contentText({
    name,
    description: content.description ?? '',
    featureFlags: featureFlags && [...featureFlags],
    groupName: content.groupName ?? null,
    archived: content.archived ?? false,
    deprecated: content.deprecated ?? false,
    sunsetAt: content.sunsetAt ?? null,
    replacedBy: content.replacedBy ?? null,
    schemas: schemas === undefined ? withCurrentSchema(null, schema) : schemas,
  });
}

function repeated(index: number, name: string): ValidationItem {
  const loc = ['body', 'changes', `[${index}]`, 'name'];
  return { loc, msg: `${name} appears more than once.`, type: 'value_error' };
}

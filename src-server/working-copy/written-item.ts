import { rawItems } from '../json-schema/raw-json-text';
import { CONTENT_FIELDS, contentOfText, contentText, fieldTexts, sameFieldText } from './content-text';
import { filledContent, type RemoteContent } from './remote-content';

/** What became of a write. */
export interface WrittenItem {
  /** As both sides have it now. */
  readonly agreed: string;
  /** Fields that the other instance does not keep, or keeps otherwise than they were sent. */
  readonly notKept: readonly string[];
}

/**
 * Holds what was to be written against what the other instance answered. A field that it does not know counts as
 * written, or it would be sent again by every sync.
 * @param answered null: it did not say
 * @param before as it was there; null: it is new
 */
export function writtenItem(
  wanted: string,
  answered: RemoteContent | null,
  before: string | null,
): WrittenItem {
  if (answered === null) return { agreed: wanted, notKept: [] };
  const agreed = filledContent(answered, wanted);
  // Of a new one, what has its default needs not be kept.
  const old = fieldTexts(before ?? contentText(contentOfText('{}', answered.name)));
  const [sent, there] = [fieldTexts(wanted), fieldTexts(agreed)];
  const isUntold = (field: string, value: string | undefined) =>
    (answered.untold as readonly string[]).includes(field) ||
    // Of several flags it keeps the first.
    (field === 'featureFlags' &&
      answered.untold.includes('moreFlags') &&
      value?.startsWith('[') === true &&
      rawItems(value).length > 1);
  const notKept = CONTENT_FIELDS.filter((field) => {
    const value = sent.get(field);
    if (!sameFieldText(field, there.get(field), value)) return true;
    return isUntold(field, value) && !sameFieldText(field, old.get(field), value);
  });
  return { agreed, notKept };
}

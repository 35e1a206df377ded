import { rawItems } from '../json-schema/raw-json-text';
import { CONTENT_FIELDS, contentOfText, contentText, fieldTexts, sameFieldText } from './content-text';
import { filledContent, type RemoteContent } from './remote-content';

/** The result of a write. */
export interface WrittenItem {
  /** What both sides have now. */
  readonly agreed: string;
  /** Fields that the other instance does not keep, or keeps differently from what was sent. */
  readonly notKept: readonly string[];
}

/**
 * Compares what was sent with what the other instance answered. A field that it does not know counts as written, or
 * every sync would send it again.
 * @param answered null: it returned nothing
 * @param before its earlier state there; null: it is new
 */
export function writtenItem(
  wanted: string,
  answered: RemoteContent | null,
  before: string | null,
): WrittenItem {
  if (answered === null) return { agreed: wanted, notKept: [] };
  const agreed = filledContent(answered, wanted);
  // For a new one, fields with default values need not be kept.
  const old = fieldTexts(before ?? contentText(contentOfText('{}', answered.name)));
  const [sent, there] = [fieldTexts(wanted), fieldTexts(agreed)];
  const isUntold = (field: string, value: string | undefined) =>
    (answered.untold as readonly string[]).includes(field) ||
    // Of several flags, it keeps the first.
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

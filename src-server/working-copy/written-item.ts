import { rawItems } from '../json-schema/raw-json-text';
import {
  CONTENT_FIELDS,
  contentOfText,
  contentText,
  fieldTexts,
  sameContent,
  sameFieldText,
} from './content-text';
import { filledContent, type RemoteContent } from './remote-content';

/** A write that the other instance has carried out. */
export interface WrittenItem {
  /** What both sides have now. */
  readonly agreed: string;
  /** Fields that were to change and that the other instance does not report: it does not know them. */
  readonly notKept: readonly string[];
}

/**
 * Compares what was to be written with what the other instance has now. A field that it does not know counts as
 * written, or every sync would send it again.
 * @param found what was read there after the write
 * @param before its earlier state there; null: it is new
 * @returns null: it is not there as it was to be written
 */
export function writtenItem(wanted: string, found: RemoteContent, before: string | null): WrittenItem | null {
  const agreed = filledContent(found, wanted);
  if (!sameContent(agreed, wanted)) return null;
  // For a new one, fields with default values need not be kept.
  const old = fieldTexts(before ?? contentText(contentOfText('{}', found.name)));
  const sent = fieldTexts(wanted);
  const isUntold = (field: string, value: string | undefined) =>
    (found.untold as readonly string[]).includes(field) ||
    // Of several flags, it keeps the first.
    (field === 'featureFlags' &&
      found.untold.includes('moreFlags') &&
      value?.startsWith('[') === true &&
      rawItems(value).length > 1);
  const notKept = CONTENT_FIELDS.filter((field) => {
    const value = sent.get(field);
    return isUntold(field, value) && !sameFieldText(field, old.get(field), value);
  });
  return { agreed, notKept };
}

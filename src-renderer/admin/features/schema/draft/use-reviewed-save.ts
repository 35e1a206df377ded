import { useEffect, useState } from 'react';
import type { EventTypeDiff } from '../../../../../src-server/json-schema/event-type-changes';
import { announce, toast } from '../../../../ui/toast-store';
import { draftOf, isDirty, type UnfinishedText } from '../../../parts/schema-drafts/schema-drafts';
import { differencesOf } from './draft-differences';
import { useSaveSchema } from './use-save-schema';
import type { SchemaDocument } from './use-schema-draft';

/** A text that breaks receivers, and waits for the user's decision. */
interface Review {
  readonly text: string;
  readonly diff: EventTypeDiff;
}

/**
 * Saves the document. A breaking change is reviewed first; what cannot be saved is said.
 * @param onUnfinished goes to a text that is not a value of its field
 */
export function useReviewedSave(
  name: string,
  document: SchemaDocument,
  onUnfinished: (text: UnfinishedText) => void,
) {
  const { key, fault, theirs } = document;
  const { save, error, isSaving, saving } = useSaveSchema(name, key);
  const [review, setReview] = useState<Review | null>(null);
  // What was reviewed is compared with a schema that is no longer there.
  const isOutdated = theirs !== undefined && !isSaving;
  useEffect(() => {
    if (isOutdated) setReview(null);
  }, [isOutdated]);
  const request = () => {
    // The store, not the last rendering: a key may have been pressed since.
    const draft = draftOf(key);
    if (!draft || review) return;
    const { text } = draft.history;
    const [unfinished] = draft.unfinished;
    if (fault) return toast(`Not saved: the JSON has an error at line ${fault.line}`);
    if (isOutdated) return toast('Not saved: someone else has changed this schema. Compare and decide first');
    if (unfinished) {
      toast(`Not saved. ${unfinished.label} of ${rowName(unfinished)}: ${unfinished.reason}`);
      return onUnfinished(unfinished);
    }
    if (isSaving && text === saving) return;
    if (!isSaving && !isDirty(draft) && draft.base !== null) return announce('There are no changes to save');
    const diff = differencesOf(saving ?? draft.base, text);
    if (diff?.verdict === 'breaking') setReview({ text, diff });
    else save({ text });
  };
  return {
    request,
    error,
    isSaving,
    /** True while exactly what is shown is being saved. */
    isSavingThis: isSaving && document.text === saving,
    review,
    cancel: () => setReview(null),
    /** @param announce whether others are told of the change */
    confirm: (announce: boolean) => {
      if (review) save({ text: review.text, announce });
      setReview(null);
    },
  };
}

function rowName({ pointer }: UnfinishedText): string {
  return pointer === '' ? 'the event' : pointer;
}

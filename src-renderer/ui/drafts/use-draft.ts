import { useEffect, useState } from 'react';
import { canBeOpened, forgetDraft, settleDraft, useDrafts, wouldLose } from './draft-store';

/** The unsaved text of one form: what its fields and its sheet need to know of it. */
export interface Draft<O = unknown> {
  readonly key: string;
  /** What the form shows where nothing was typed: since the first key, what was stored then. */
  readonly opened: O;
  /** True: it was typed before this form was opened. */
  readonly isRestored: boolean;
  readonly isDirty: boolean;
  /** Begins again with what is stored now. */
  readonly startOver: () => void;
  /**
   * Ends the form: what was typed until this was taken from the draft is saved. What was typed while it was saved stays,
   * and so does the form.
   * @param stored what is stored now, without secrets
   * @param next the key of the form that goes on, where that is another one
   * @returns whether it has ended
   */
  saved(stored: O, next?: string): boolean;
  /** Forgets the text and closes the form: the reader cancels, or what was typed has become something else at once. */
  readonly end: () => void;
}

/**
 * Keeps what is typed into a form until it is saved or canceled: Escape, a click outside, another page and a reload lose
 * nothing. The form finds it again when it is opened in the same tab; text that may not be stored is asked about before
 * a reload.
 * @param key names the form and what it edits
 * @param current what it edits; null for something new
 */
export function useDraft<O>(key: string, current: O, onClose: () => void = () => undefined): Draft<O> {
  const found = useDrafts((drafts) => drafts[key]);
  // Without what it began with, nobody can tell what of it was typed: the rest would put back what others changed.
  const isStrange = found !== undefined && !canBeOpened(found.opened, current);
  const kept = isStrange ? undefined : found;
  const [isRestored, setRestored] = useState(kept !== undefined);
  useEffect(() => {
    window.addEventListener('beforeunload', askBeforeLoss);
  }, []);
  useEffect(() => {
    if (isStrange) forgetDraft(key);
  }, [isStrange, key]);
  return {
    key,
    opened: kept ? (kept.opened as O) : current,
    isRestored: isRestored && kept !== undefined,
    isDirty: kept !== undefined,
    startOver: () => {
      forgetDraft(key);
      setRestored(false);
    },
    saved(stored, next) {
      const hasEnded = settleDraft(key, kept, stored, next);
      setRestored(false);
      if (hasEnded) onClose();
      return hasEnded;
    },
    end: () => {
      forgetDraft(key);
      setRestored(false);
      onClose();
    },
  };
}

/** Stays when the form is closed: its text is still only here. */
function askBeforeLoss(event: BeforeUnloadEvent): void {
  if (wouldLose(useDrafts.getState())) event.preventDefault();
}

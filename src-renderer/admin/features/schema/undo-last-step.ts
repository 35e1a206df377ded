import { draftOf, undoDraft } from '../../parts/schema-drafts/schema-drafts';

/** Undoes the step that is the last one now, for the message about it. @throws Error if another one followed it */
export function undoLastStep(key: string): () => Promise<void> {
  const step = draftOf(key)?.history.past.at(-1);
  return async () => {
    if (draftOf(key)?.history.past.at(-1) !== step)
      throw new Error('the schema has changed since. Undo step by step.');
    undoDraft(key);
  };
}

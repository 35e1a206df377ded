import { changeText } from '../../../ui/drafts/edit-history';
import { freshDraft, putDraft } from './schema-drafts';

/** Lets the editor of a new event type start with a text that cannot be saved yet, as its first step. */
export function startDraft(key: string, text: string): void {
  const fresh = freshDraft(null);
  const history = changeText(fresh.history, text, { label: 'Start with the typed text' });
  putDraft(key, { ...fresh, history });
}

import { Button } from '../button';
import { Notice } from '../notice';
import { useUiLabels } from '../ui-labels';
import type { Draft } from './use-draft';

/** Says that a form shows what was typed before it was opened, and offers to begin again. */
export function RestoredDraft({ draft }: { readonly draft: Draft }) {
  const labels = useUiLabels().draft;
  if (!draft.isRestored) return null;
  return (
    <Notice
      tone="info"
      title={labels.restored}
      actions={
        <Button size="small" onPress={draft.startOver}>
          {labels.startOver}
        </Button>
      }
    />
  );
}

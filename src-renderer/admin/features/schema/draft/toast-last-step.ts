import { toast, withdrawUndos } from '../../../../ui/toast-store';
import { draftOf, undoDraft, useSchemaDrafts } from '../../../parts/schema-drafts/schema-drafts';

/** Says what the step that is the last one now did, and offers to undo it for as long as it is the last one. */
export function toastLastStep(label: string, key: string): void {
  const lastStep = () => draftOf(key)?.history.past.at(-1);
  const step = lastStep();
  const about = `last step of ${key}`;
  toast(label, async () => undoDraft(key), about);
  const stop = useSchemaDrafts.subscribe(() => {
    if (lastStep() === step) return;
    stop();
    withdrawUndos(about);
  });
}

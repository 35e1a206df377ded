import { toast } from '../../../ui/toast-store';
import { useCommand } from './command-store';

/** Offers to copy a text of the thing in view; null: there is none now. */
export function useCopyCommand(id: 'copy-id' | 'copy-curl', text: string | null, label: string): void {
  const copy = () =>
    void navigator.clipboard.writeText(text ?? '').then(
      () => toast(`Copied ${id === 'copy-id' ? text : 'the curl command'}`),
      () => toast('The browser blocked copying'),
    );
  useCommand(id, text === null ? null : copy, label, true);
}

import { Button } from '../../ui/button';
import layout from '../../ui/layout.module.css';

interface ConfirmPairProps {
  readonly confirm: string;
  readonly keep?: string;
  /** True while the action is running. */
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onKeep: () => void;
}

/** The two answers to a question within a row, in place of its buttons. The safe one takes the focus. */
export function ConfirmPair({ confirm, keep = 'Cancel', isPending, onConfirm, onKeep }: ConfirmPairProps) {
  return (
    <span className={layout.pair}>
      <Button size="small" autoFocus onPress={onKeep}>
        {keep}
      </Button>
      <Button size="small" kind="danger" isDisabled={isPending} onPress={onConfirm}>
        {confirm}
      </Button>
    </span>
  );
}

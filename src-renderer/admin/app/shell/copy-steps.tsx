import { useState } from 'react';
import { useMatch } from 'react-router';
import { toApiFailure } from '../../../api/api-failure';
import { Button } from '../../../ui/button';
import { Sheet } from '../../../ui/sheet';
import { Time } from '../../../ui/time';
import { toast, withdrawUndos } from '../../../ui/toast-store';
import { type CopyStep, type StepDirection, useCopySteps } from '../../data/working-copy/use-working-copy';
import { useCommand } from '../../platform/commands/command-store';

const DONE = { undo: 'Undid', redo: 'Redid' } as const;
const ACT = { undo: 'Undo', redo: 'Redo' } as const;

interface PendingStep {
  readonly direction: StepDirection;
  readonly step: CopyStep;
}

/**
 * Undo and redo over the journal of the working copy, which is that of everybody who edits it: what somebody else did
 * is asked about first. The schema editor has its own undo, so it is left out.
 */
export function CopySteps() {
  const isSchema = useMatch('/:connection/catalog/:name/schema') !== null;
  const { read, take } = useCopySteps();
  const [pending, setPending] = useState<PendingStep | null>(null);
  const go = ({ direction, step }: PendingStep) => {
    setPending(null);
    take(direction, step).then(({ restored, left }) => {
      withdrawUndos();
      toast(stepLabel(DONE[direction], restored, left));
    }, tell);
  };
  const press = (direction: StepDirection) => () =>
    void read(direction).then((step) => {
      if (step === null) toast(`There is nothing to ${direction}.`);
      else if (step.isOwn === true) go({ direction, step });
      else setPending({ direction, step });
    }, tell);
  useCommand('undo', isSchema ? null : press('undo'), 'Undo the last edit of the working copy');
  useCommand('redo', isSchema ? null : press('redo'), 'Redo the last edit of the working copy');
  if (pending === null) return null;
  const { direction, step } = pending;
  const close = () => setPending(null);
  return (
    <Sheet
      title={`${ACT[direction]} ${editLabel(step.types, step.name)}?`}
      placement="center"
      onClose={close}
      footer={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button kind="primary" onPress={() => go(pending)}>
            {ACT[direction]} this edit
          </Button>
        </>
      }
    >
      <p>
        {step.by === null
          ? 'Who made this edit is unknown. It was made '
          : `This edit was made in another session, with the token “${step.by}”, `}
        <Time at={step.editedAt} />, and is the last one of the working copy.
      </p>
    </Sheet>
  );
}

function tell(cause: unknown): void {
  toast(toApiFailure(cause).detail);
}

function stepLabel(done: string, restored: readonly string[], left: readonly string[]): string {
  const what = editLabel(restored.length, restored[0] ?? '');
  return left.length === 0
    ? `${done} ${what}`
    : `${done} ${what}; ${left.length} changed since, and left alone`;
}

function editLabel(count: number, name: string): string {
  return count === 1 ? `the edit of ${name}` : `the edit of ${count.toLocaleString('en')} event types`;
}

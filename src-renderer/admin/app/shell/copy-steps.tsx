import { Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useMatch } from 'react-router';
import { toApiFailure } from '../../../api/api-failure';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { Sheet } from '../../../ui/sheet';
import { Time } from '../../../ui/time';
import { toast, withdrawUndos } from '../../../ui/toast-store';
import {
  type CopyStep,
  type StepDirection,
  useCopySteps,
  useNextSteps,
} from '../../data/working-copy/use-working-copy';
import { useCommand } from '../../platform/commands/command-store';

const DONE = { undo: 'Undid', redo: 'Redid' } as const;
const ACT = { undo: 'Undo', redo: 'Redo' } as const;
const ICON = { undo: Undo2, redo: Redo2 } as const;
const DIRECTIONS = ['undo', 'redo'] as const;

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
  const next = useNextSteps().data;
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
  const buttons = DIRECTIONS.map((direction) => {
    const Icon = ICON[direction];
    return (
      <Button
        key={direction}
        size="small"
        kind="quiet"
        icon={<Icon aria-hidden />}
        aria-label={`${ACT[direction]} edit`}
        isDisabled={isSchema || !next?.[direction]}
        onPress={press(direction)}
      />
    );
  });
  return (
    <>
      <span className={layout.pair}>{buttons}</span>
      {pending && <Question pending={pending} onClose={() => setPending(null)} onGo={() => go(pending)} />}
    </>
  );
}

interface QuestionProps {
  readonly pending: PendingStep;
  readonly onClose: () => void;
  readonly onGo: () => void;
}

/** Asks before an edit of somebody else is undone or redone. */
function Question({ pending: { direction, step }, onClose, onGo }: QuestionProps) {
  return (
    <Sheet
      title={`${ACT[direction]} ${editLabel(step.types, step.name)}?`}
      placement="center"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" onPress={onGo}>
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

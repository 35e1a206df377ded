import { useState } from 'react';
import { Button } from './button';
import { FailureNotice } from './failure-notice';
import { Sheet } from './sheet';
import { TextField } from './text-field';
import { useUiLabels } from './ui-labels';

interface DeleteByNameProps {
  /** What it is, in words: "application". */
  readonly what: string;
  readonly name: string;
  /** What is deleted with it, in a sentence or two. */
  readonly consequence: string;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Deletes something that cannot be restored, after its name has been typed. */
export function DeleteByName({
  what,
  name,
  consequence,
  pending,
  error,
  onClose,
  onDelete,
}: DeleteByNameProps) {
  const labels = useUiLabels().deleteByName;
  const [typed, setTyped] = useState('');
  return (
    <Sheet
      placement="center"
      title={labels.act({ what })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{labels.keep}</Button>
          <Button kind="danger" isDisabled={typed !== name || pending} onPress={onDelete}>
            {labels.act({ what })}
          </Button>
        </>
      }
    >
      <p>
        {consequence} {labels.final}
      </p>
      <TextField
        label={labels.type({ name })}
        value={typed}
        onChange={setTyped}
        mono
        autoFocus
        autoComplete="off"
      />
      {error != null && <FailureNotice title={labels.failed} cause={error} />}
    </Sheet>
  );
}

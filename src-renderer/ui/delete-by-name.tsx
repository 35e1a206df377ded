import { useState } from 'react';
import { Button } from './button';
import { FailureNotice } from './failure-notice';
import { Sheet } from './sheet';
import { TextField } from './text-field';

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
  const [typed, setTyped] = useState('');
  return (
    <Sheet
      placement="center"
      title={`Delete ${what}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="danger" isDisabled={typed !== name || pending} onPress={onDelete}>
            Delete {what}
          </Button>
        </>
      }
    >
      <p>{consequence} This cannot be undone.</p>
      <TextField
        label={`Type ${name} to confirm`}
        value={typed}
        onChange={setTyped}
        mono
        autoFocus
        autoComplete="off"
      />
      {error != null && <FailureNotice title="Nothing was deleted" cause={error} />}
    </Sheet>
  );
}

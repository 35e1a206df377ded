import { useState } from 'react';
import { shownAddress } from '../../../../src-server/contract/folder-address';
import { Button } from '../../../ui/button';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { useConnection } from '../../data/working-copy/use-connections';
import { type Question, useConfirm } from '../../platform/confirm-store';

/** Asks for the name of a protected instance before anything there is deleted, hidden or replaced. */
export function ConfirmSheet() {
  const [question] = useConfirm((state) => state.questions);
  return question ? <Ask key={question.label} question={question} /> : null;
}

function Ask({ question: { id, label, settle } }: { readonly question: Question }) {
  const [typed, setTyped] = useState('');
  const connection = useConnection(id);
  if (!connection) return null;
  const { name, baseUrl } = connection;
  return (
    <Sheet
      placement="center"
      title={`${name} is protected`}
      onClose={() => settle(false)}
      footer={
        <>
          <Button onPress={() => settle(false)}>Cancel</Button>
          <Button kind="danger" isDisabled={typed.trim() !== name} onPress={() => settle(true)}>
            Continue
          </Button>
        </>
      }
    >
      <p>
        You are about to {label} on <strong>{name}</strong>, {shownAddress(baseUrl)}.
      </p>
      <TextField
        label={`Type ${name} to continue`}
        value={typed}
        onChange={setTyped}
        mono
        autoFocus
        autoComplete="off"
      />
    </Sheet>
  );
}

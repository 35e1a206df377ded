import { useState } from 'react';
import type { ConnectionMode, ConnectionOut } from '../../../../src-server/contract/connection';
import { FLAG_COLOURS } from '../../../../src-server/contract/flag-set';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { capitalize } from '../../../ui/capitalize';
import { FailureNotice } from '../../../ui/failure-notice';
import { Select } from '../../../ui/select';
import { Sheet } from '../../../ui/sheet';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { useChangeConnection } from '../../data/use-connections';
import { ModeField } from './mode-field';

/** Any colour, always the same for the same connection. */
const BY_ITSELF = 'by-itself';

const COLOURS = [
  { value: BY_ITSELF, label: 'Automatic' },
  ...FLAG_COLOURS.map((colour) => ({
    value: colour,
    label: capitalize(colour),
  })),
];

interface EditConnectionProps {
  readonly connection: ConnectionOut;
  readonly onClose: () => void;
}

/** What another instance is called, how it is marked, and how its catalog is edited. Its address and token stay. */
export function EditConnection({ connection, onClose }: EditConnectionProps) {
  const [name, setName] = useState(connection.name);
  const [colour, setColour] = useState<string>(connection.colour ?? BY_ITSELF);
  const [isProtected, setProtected] = useState(connection.protected);
  const [mode, setMode] = useState<ConnectionMode>(connection.mode);
  const change = useChangeConnection(connection.id);
  const save = () => {
    const chosen = FLAG_COLOURS.find((one) => one === colour) ?? null;
    const patch = { name: name.trim(), colour: chosen, protected: isProtected, mode };
    whenDone(change.mutateAsync(patch), onClose);
  };
  return (
    <Sheet
      title={connection.name}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" isDisabled={name.trim() === '' || change.isPending} onPress={save}>
            Save
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        autoFocus
        error={change.error?.fieldError('name') ?? null}
      />
      <Select label="Color" value={colour} onChange={setColour} options={COLOURS} />
      <Switch
        isSelected={isProtected}
        onChange={setProtected}
        hint="For an instance that real customers depend on. Asks for its name before anything is deleted, hidden, stopped or replaced, and blocks bulk deletion."
      >
        Protected
      </Switch>
      <ModeField value={mode} onChange={setMode} />
      {change.error && <FailureNotice title="The connection was not changed" cause={change.error} />}
    </Sheet>
  );
}

import type { ConnectionMode, ConnectionOut } from '../../../../src-server/contract/connection';
import { FLAG_COLORS } from '../../../../src-server/contract/flag-set';
import { isFolderAddress } from '../../../../src-server/contract/folder-address';
import { whenDone } from '../../../api/when-done';
import { SaveFailure } from '../../../shared/forms/save-failure';
import { Button } from '../../../ui/button';
import { capitalize } from '../../../ui/capitalize';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { Select } from '../../../ui/select';
import { Sheet } from '../../../ui/sheet';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { useEditConnection } from '../../data/working-copy/use-connections';
import { ModeField } from './mode-field';
import { TokenField } from './token-field';

/** Any colour, always the same for the same connection. */
const BY_ITSELF = 'by-itself';

const COLORS = [
  { value: BY_ITSELF, label: 'Automatic' },
  ...FLAG_COLORS.map((color) => ({
    value: color,
    label: capitalize(color),
  })),
];

interface EditConnectionProps {
  readonly connection: ConnectionOut;
  /** True: it was opened because the saved token is refused. */
  readonly wantsToken?: boolean;
  readonly onClose: () => void;
}

/** What another instance is called, how it is marked, its token, and how its catalog is edited. Its address stays. */
export function EditConnection({ connection, wantsToken = false, onClose }: EditConnectionProps) {
  const form = useDraft(`connection/${connection.id}`, connection, onClose);
  const { opened } = form;
  const isFolder = isFolderAddress(opened.baseUrl);
  const [name, setName] = useDrafted(form, 'name', opened.name);
  const [token, setToken] = useDrafted(form, 'token', '', 'secret');
  const [chosenColor, setChosenColor] = useDrafted<string>(form, 'colour', opened.colour ?? BY_ITSELF);
  const [isProtected, setProtected] = useDrafted(form, 'protected', opened.protected);
  const [mode, setMode] = useDrafted<ConnectionMode>(form, 'mode', opened.mode);
  const change = useEditConnection(connection.id);
  const save = () => {
    const chosen = FLAG_COLORS.find((color) => color === chosenColor) ?? null;
    const given = token.trim() === '' ? {} : { token: token.trim() };
    const mine = { name: name.trim(), colour: chosen, protected: isProtected, mode };
    whenDone(change.save({ opened, mine: { ...mine, ...given } }), () => form.saved({ ...opened, ...mine }));
  };
  return (
    <Sheet
      title={connection.name}
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button kind="primary" isDisabled={name.trim() === '' || change.isPending} onPress={save}>
            {change.isPending && token.trim() !== '' ? 'Testing' : 'Save'}
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        autoFocus={!wantsToken}
        error={change.error?.fieldError('name') ?? null}
      />
      {!isFolder && (
        <TokenField
          label="New admin token"
          hint="Leave empty to keep the saved one. A new one is tested before it is saved."
          value={token}
          onChange={setToken}
          autoFocus={wantsToken}
          error={change.error?.fieldError('token') ?? null}
        />
      )}
      <Select label="Color" value={chosenColor} onChange={setChosenColor} options={COLORS} />
      <Switch
        isSelected={isProtected}
        onChange={setProtected}
        hint={`For ${isFolder ? 'a catalog' : 'an instance'} that real customers depend on. Asks for its name before anything is deleted, hidden, stopped or replaced, and blocks bulk deletion.`}
      >
        Protected
      </Switch>
      {!isFolder && <ModeField value={mode} onChange={setMode} />}
      {!change.error?.fieldError('token') && (
        <SaveFailure title="The connection was not changed" saving={change} />
      )}
    </Sheet>
  );
}

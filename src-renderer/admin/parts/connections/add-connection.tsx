import { useState } from 'react';
import type { ConnectionMode, ConnectionOut } from '../../../../src-server/contract/connection';
import { folderAddress } from '../../../../src-server/contract/folder-address';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import { Segmented } from '../../../ui/segmented';
import { Sheet } from '../../../ui/sheet';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { useAddConnection } from '../../data/working-copy/use-connections';
import { FolderField } from './folder-field';
import { ModeField } from './mode-field';
import { TokenField } from './token-field';

interface AddConnectionProps {
  readonly onClose: () => void;
  readonly onAdded: (connection: ConnectionOut) => void;
}

const PLACES = [
  { value: 'instance', label: 'Instance' },
  { value: 'folder', label: 'Folder' },
] as const;

/** Asks for another instance, or a folder, tests it, and saves it if the test succeeded. */
export function AddConnection({ onClose, onAdded }: AddConnectionProps) {
  const form = useDraft('new-connection', null, onClose);
  const [name, setName] = useDrafted(form, 'name', '');
  const [place, setPlace] = useDrafted<'instance' | 'folder'>(form, 'place', 'instance');
  const isFolder = place === 'folder';
  const [folder, setFolder] = useDrafted(form, 'folder', '');
  const [baseUrl, setBaseUrl] = useDrafted(form, 'baseUrl', '');
  const [hasLeftUrl, setLeftUrl] = useState(false);
  const [token, setToken] = useDrafted(form, 'token', '', 'secret');
  const [isProtected, setProtected] = useDrafted(form, 'protected', false);
  // Null: not chosen, so the default follows from the protection.
  const [chosen, setChosen] = useDrafted<ConnectionMode | null>(form, 'mode', null);
  const mode = chosen ?? (isProtected ? 'working-copy' : 'direct');
  const add = useAddConnection();
  const submit = () =>
    whenDone(
      add.mutateAsync({
        name: name.trim(),
        protected: isProtected,
        ...(isFolder
          ? { baseUrl: folderAddress(folder.trim()) ?? folder.trim() }
          : { baseUrl: baseUrl.trim(), token: token.trim(), mode }),
      }),
      (connection) => {
        form.saved(null);
        onAdded(connection);
      },
    );
  const needed = isFolder ? [name, folder] : [name, baseUrl, token];
  const complete = needed.every((text) => text.trim() !== '');
  const inField = add.error && add.error.items.length > 0;
  return (
    <Sheet
      title={isFolder ? 'Connect to a folder' : 'Connect to another instance'}
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            kind="primary"
            needs="POST /connections"
            onPress={submit}
            isDisabled={!complete || add.isPending}
          >
            {add.isPending ? 'Testing' : 'Test and save'}
          </Button>
        </>
      }
    >
      <div>
        <Segmented label="What to connect to" value={place} onChange={setPlace} options={PLACES} />
      </div>
      <p>
        {isFolder
          ? 'A catalog in files on this computer, as in a clone of a Git repository. You edit a working copy; a push writes the files, and leaves commits to you.'
          : 'This window then works on that instance. Calls go through the server on this computer, which keeps the token and never shows it to a page.'}
      </p>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder={isFolder ? 'Repository' : 'Staging'}
        autoFocus
        error={add.error?.fieldError('name') ?? null}
      />
      {isFolder ? (
        <FolderField value={folder} onChange={setFolder} error={add.error?.fieldError('baseUrl') ?? null} />
      ) : (
        <>
          <TextField
            label="URL"
            mono
            value={baseUrl}
            onChange={setBaseUrl}
            onBlur={() => setLeftUrl(true)}
            placeholder="https://webhooks.example.com"
            hint="Without /api/v1."
            error={(hasLeftUrl && addressFault(baseUrl)) || (add.error?.fieldError('baseUrl') ?? null)}
          />
          <TokenField
            label="Admin token of that instance"
            value={token}
            onChange={setToken}
            error={add.error?.fieldError('token') ?? null}
          />
        </>
      )}
      <Switch
        isSelected={isProtected}
        onChange={setProtected}
        hint={`For ${isFolder ? 'a catalog' : 'an instance'} that real customers depend on. Asks for its name before anything is deleted, hidden, stopped or replaced.`}
      >
        Protected
      </Switch>
      {!isFolder && <ModeField value={mode} onChange={setChosen} />}
      {add.error && !inField && <FailureNotice title="Nothing was saved" cause={add.error} />}
    </Sheet>
  );
}

/** What is wrong with the address of an instance, in words; null: nothing, or it is empty. */
function addressFault(text: string): string | null {
  const address = text.trim();
  if (address === '') return null;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    return 'Enter a URL that begins with https:// or http://.';
  return /[?#]/.test(address) ? 'Leave out everything from ? or # on.' : null;
}

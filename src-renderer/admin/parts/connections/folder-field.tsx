import { useState } from 'react';
import { folderAddress } from '../../../../src-server/contract/folder-address';
import { TextField } from '../../../ui/text-field';

interface FolderFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Null: nothing is wrong. */
  readonly error: string | null;
}

/** The path of a folder on the computer of the server. */
export function FolderField({ value, onChange, error }: FolderFieldProps) {
  const [hasLeft, setLeft] = useState(false);
  const path = value.trim();
  const isRelative = path !== '' && folderAddress(path) === null;
  return (
    <TextField
      label="Folder"
      mono
      value={value}
      onChange={onChange}
      onBlur={() => setLeft(true)}
      placeholder="/home/me/catalog"
      hint="A folder written by “posthorn catalog export --dir”, or an empty one, which gets its files with the first push."
      error={
        (hasLeft && isRelative && 'Enter an absolute path, such as /home/me/catalog or C:\\catalog.') || error
      }
    />
  );
}

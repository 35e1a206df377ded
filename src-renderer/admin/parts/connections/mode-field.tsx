import type { ConnectionMode } from '../../../../src-server/contract/connection';
import { Choice } from '../../../ui/choice';

const MODES: readonly { readonly value: ConnectionMode; readonly label: string; readonly hint: string }[] = [
  {
    value: 'direct',
    label: 'Directly',
    hint: 'Each edit of the catalog is written to the instance at once. Needs the network.',
  },
  {
    value: 'working-copy',
    label: 'In a working copy',
    hint: 'Edits stay on this computer until you push them. Works offline.',
  },
];

interface ModeFieldProps {
  readonly value: ConnectionMode;
  readonly onChange: (mode: ConnectionMode) => void;
}

/** How the catalog of another instance is edited. */
export function ModeField({ value, onChange }: ModeFieldProps) {
  return <Choice label="Edit the catalog" value={value} onChange={onChange} options={MODES} />;
}

import { CheckboxGroup, Label } from 'react-aria-components';
import { CAPABILITIES, type Capability } from '../../../../src-server/contract/access';
import { Checkbox } from '../../../ui/checkbox';
import layout from '../../../ui/layout.module.css';
import styles from './detail.module.css';

/** What each capability lets a customer do. */
const CAPABILITY_LABELS: Readonly<Record<Capability, string>> = {
  ViewBase: 'See the catalog, endpoints and messages',
  ManageEndpoint: 'Add, change and delete endpoints',
  ViewEndpointSecret: 'See signing secrets',
  ManageEndpointSecret: 'Rotate signing secrets',
  CreateAttempts: 'Send again and send examples',
  ManageTransformations: 'Change transformations',
};
const ORDER = Object.keys(CAPABILITY_LABELS) as Capability[];

interface CapabilitiesFieldProps {
  readonly value: readonly Capability[];
  readonly onChange: (value: readonly Capability[]) => void;
}

/** What the holder of a link may do. Viewing is always included. */
export function CapabilitiesField({ value, onChange }: CapabilitiesFieldProps) {
  const choose = (next: readonly string[]) =>
    onChange(CAPABILITIES.filter((one) => one === 'ViewBase' || next.includes(one)));
  return (
    <CheckboxGroup className={layout.stackClose ?? ''} value={[...value]} onChange={choose}>
      <Label className={layout.label ?? ''}>Permissions</Label>
      <div className={styles.boxes}>
        {ORDER.map((one) => (
          <Checkbox key={one} value={one} isReadOnly={one === 'ViewBase'}>
            {CAPABILITY_LABELS[one]}
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
}

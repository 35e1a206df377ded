import { Search } from 'lucide-react';
import { Button } from 'react-aria-components';
import { classNames } from '../../../ui/class-names';
import { Keys } from '../../../ui/keys';
import layout from '../../../ui/layout.module.css';
import { keyNames, onMac } from '../../platform/commands/key-strokes';
import { useLayer } from '../../platform/commands/layer-store';
import { useKeysOf } from '../../platform/commands/use-keys-of';
import styles from './palette.module.css';

/** The mouse user's way into the palette, which also teaches its keys. */
export function PaletteButton() {
  const keys = useKeysOf('open-palette');
  const open = useLayer((state) => state.open);
  return (
    <Button
      className={classNames(layout.line2, styles.buttonField)}
      aria-label="Search or run a command"
      aria-haspopup="dialog"
      onPress={() => open('palette')}
    >
      <Search aria-hidden />
      <span className={`${layout.rest} ${layout.cut} ${styles.buttonText}`}>Search or run a command</span>
      <span className={styles.keys} aria-hidden>
        {keys && <Keys names={keyNames(keys, onMac())} />}
      </span>
    </Button>
  );
}

import { COMMANDS } from '../../../../src-main/contract/commands';
import { Button } from '../../../ui/button';
import { Keys } from '../../../ui/keys';
import layout from '../../../ui/layout.module.css';
import { Switch } from '../../../ui/switch';
import styles from '../../parts/settings.module.css';
import { keyNames, onMac } from '../../platform/commands/key-strokes';
import { useKeymap } from '../../platform/commands/keymap';
import { useSingleKeys } from '../../platform/commands/single-keys';
import { useKeysOf } from '../../platform/commands/use-keys-of';
import { SettingItem } from './setting-item';
import { ShortcutRow } from './shortcut-row';

/** Every command with its configurable keys, and whether single keys act. */
export function ShortcutSettings() {
  const { on, turn } = useSingleKeys();
  const changes = useKeymap((state) => Object.keys(state.chosen).length);
  const resetAll = useKeymap((state) => state.resetAll);
  const palette = useKeysOf('open-palette');
  const [modName] = keyNames('Mod', onMac());
  const sheet = useKeysOf('show-shortcuts');
  return (
    <section className={styles.section} aria-labelledby="shortcut-settings">
      <header>
        <h2 id="shortcut-settings">Shortcuts</h2>
        <p className={layout.lead}>
          The command palette contains the same commands
          {palette && (
            <>
              {' '}
              (<Keys names={keyNames(palette, onMac())} />)
            </>
          )}
          . Some keys work only on certain screens
          {sheet && (
            <>
              ; <Keys names={keyNames(sheet, onMac())} /> shows the keys of the current screen
            </>
          )}
          . Changes apply to this browser.
        </p>
      </header>
      <SettingItem id="single-keys">
        <Switch
          isSelected={on}
          onChange={turn}
          hint={`Keys without ${modName}, such as N, or G and then C. Letters act while a list has the focus, never in text. Turn them off to prevent actions by dictated words or accidental key presses.`}
        >
          Single keys
        </Switch>
      </SettingItem>
      <SettingItem id="keys">
        <ul className={styles.rows} aria-label="Shortcuts">
          {COMMANDS.map(({ id, label, group }) => (
            <ShortcutRow key={id} id={id} label={group === 'Go to' ? `Go to: ${label}` : label} />
          ))}
        </ul>
        {changes > 1 && (
          <div>
            <Button onPress={resetAll}>Reset all {changes}</Button>
          </div>
        )}
      </SettingItem>
    </section>
  );
}

import { COMMANDS } from '../../../src-main/contract/commands';
import { Keys } from '../../ui/keys';
import { Switch } from '../../ui/switch';
import { isSingle, keyNames, onMac } from '../commands/key-strokes';
import { useSingleKeys } from '../commands/single-keys';
import styles from './settings.module.css';

/** Every command that has keys, and whether single keys act. */
export function ShortcutSettings() {
  const { on, turn } = useSingleKeys();
  const rows = COMMANDS.flatMap(({ id, words, keys, group }) =>
    keys === null ? [] : [{ id, words: group === 'Go to' ? `Go to: ${words}` : words, keys }],
  );
  return (
    <section className={styles.section} aria-labelledby="shortcut-settings">
      <header>
        <h2 id="shortcut-settings">Shortcuts</h2>
        <p className={styles.lead}>
          What the keys lead to or do is in the palette too, which <Keys names={keyNames('Mod+K', onMac())} />{' '}
          opens. Some act only on screens that have something for them to do; <Keys names={['?']} /> shows
          those of the screen in view.
        </p>
      </header>
      <Switch
        isSelected={on}
        onChange={turn}
        hint="Keys without Ctrl, such as N, or G and then C. They act while a list has the focus, never in text. Off: nothing happens by a word that was meant for dictation, or by a key hit by mistake."
      >
        Single keys
      </Switch>
      <ul className={styles.rows} aria-label="Shortcuts">
        {rows.map(({ id, words, keys }) => (
          <li key={id}>
            <span className={styles.grow}>
              {words}
              {!on && isSingle(keys) && <span className={styles.sub}>turned off</span>}
            </span>
            <Keys names={keyNames(keys, onMac())} />
          </li>
        ))}
      </ul>
    </section>
  );
}

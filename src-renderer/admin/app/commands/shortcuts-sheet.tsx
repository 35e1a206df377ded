import { COMMANDS } from '../../../../src-main/contract/commands';
import { Keys } from '../../../ui/keys';
import layout from '../../../ui/layout.module.css';
import { LinkButton } from '../../../ui/link-button';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { keysOf } from '../../platform/commands/chosen-keys';
import { actOf, useCommandStore } from '../../platform/commands/command-store';
import { isSingle, keyNames, onMac } from '../../platform/commands/key-strokes';
import { useKeymap } from '../../platform/commands/keymap';
import { useScreenKeyParts } from '../../platform/commands/screen-keys';
import { useSingleKeys } from '../../platform/commands/single-keys';
import { useTo } from '../../platform/instance';
import styles from './palette.module.css';

const GROUPS = ['Window', 'Go to', 'Lists', 'Do', 'View'] as const;
const TITLES: Record<(typeof GROUPS)[number], string> = {
  Window: 'Anywhere',
  'Go to': 'Go to',
  Lists: 'In a list',
  Do: 'Do',
  View: 'View',
};

/** Keys that write no text and act even when single keys are turned off. */
const KEEPS = /^((Alt|Shift)\+)*(Enter|Space|Escape|Backspace|Arrow\w+|F\d+)$/;

/** The keys that do something on this screen now. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const to = useTo();
  const offers = useCommandStore((state) => state.offers);
  const chosen = useKeymap((state) => state.chosen);
  const single = useSingleKeys((state) => state.on);
  const own = useScreenKeyParts((state) => state.parts)
    .flat()
    .filter(({ keys }) => single || !isSingle(keys) || KEEPS.test(keys));
  const groups = GROUPS.map((group) => ({
    title: TITLES[group],
    rows: COMMANDS.flatMap((row) => {
      const act = actOf(offers, row.id);
      const keys = keysOf(chosen, row.id);
      if (!act || row.group !== group || keys === null) return [];
      if (isSingle(keys) && !single) return [];
      return [{ label: act.label, keys }];
    }),
  }));
  const sections = [{ title: 'Here', rows: own }, ...groups].filter(({ rows }) => rows.length > 0);
  return (
    <Sheet title="Shortcuts on this screen" onClose={onClose}>
      {!single && <Notice tone="info" title="Single keys are off and not listed." />}
      {sections.map(({ title, rows }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.shortcutsTitle}>{title}</h3>
          <dl className={layout.ruled}>
            {rows.map(({ label, keys }) => (
              <div
                key={`${keys} ${label}`}
                className={`${layout.line} ${layout.apart} ${styles.shortcutsRow}`}
              >
                <dt>{label}</dt>
                <dd>
                  <Keys names={keyNames(keys, onMac())} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className={layout.muted}>
        Letters act while a list or a tree has the focus. Arrow keys move, Enter opens.
      </p>
      <div>
        <LinkButton to={to('settings', 'shortcuts')}>Shortcut settings</LinkButton>
      </div>
    </Sheet>
  );
}

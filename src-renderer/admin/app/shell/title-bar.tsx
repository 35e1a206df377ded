import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { ConnectionPill } from '../../parts/connections/connection-pill';
import { useSession } from '../../platform/session';
import { useTheme } from '../../platform/theme';
import { PaletteButton } from '../commands/palette-button';
import styles from './frame.module.css';
import { Mark } from './mark';

const THEMES = [
  { value: 'system', name: 'System theme', label: <Monitor aria-hidden /> },
  { value: 'light', name: 'Light theme', label: <Sun aria-hidden /> },
  { value: 'dark', name: 'Dark theme', label: <Moon aria-hidden /> },
] as const;

/** The product, the instance, and the appearance. */
export function TitleBar() {
  const { theme, choose } = useTheme();
  const { logOut } = useSession();
  return (
    <header className={`${layout.line2} ${layout.shrinking} ${styles.bar}`} data-pane="">
      <span className={`${layout.line2} ${styles.brand}`}>
        <Mark />
        <span className={styles.word}>Posthorn</span>
      </span>
      <ConnectionPill />
      <span className={layout.space} />
      <PaletteButton />
      <span className={layout.space} />
      <span className={styles.theme}>
        <Segmented label="Theme" value={theme} onChange={choose} options={THEMES} />
      </span>
      <Button
        kind="quiet"
        size="small"
        icon={<LogOut aria-hidden />}
        aria-label="Log out"
        onPress={() => logOut()}
      />
    </header>
  );
}

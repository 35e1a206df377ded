import { Choice } from '../../../ui/choice';
import layout from '../../../ui/layout.module.css';
import styles from '../../parts/settings.module.css';
import { useAppearance } from '../../platform/appearance';
import { useTheme } from '../../platform/theme';
import { SettingItem } from './setting-item';

/** The look of the window on this computer. */
export function AppearanceSettings() {
  const { theme, choose } = useTheme();
  const { density, motion, textSize, chooseDensity, chooseMotion, chooseTextSize } = useAppearance();
  return (
    <section className={styles.section} aria-labelledby="appearance-settings">
      <header>
        <h2 id="appearance-settings">Appearance</h2>
        <p className={layout.lead}>Saved in this browser.</p>
      </header>
      <SettingItem id="theme">
        <Choice
          label="Theme"
          value={theme}
          onChange={choose}
          options={[
            { value: 'system', label: 'System', hint: 'Follows the system setting.' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </SettingItem>
      <SettingItem id="text-size">
        <Choice
          label="Text size"
          value={textSize}
          onChange={chooseTextSize}
          options={[
            { value: 'small', label: 'Small', hint: '12 pixels at the default size of the browser.' },
            { value: 'normal', label: 'Normal', hint: '13 pixels.' },
            { value: 'large', label: 'Large', hint: '14.6 pixels.' },
            { value: 'largest', label: 'Largest', hint: '16 pixels.' },
          ]}
        />
      </SettingItem>
      <SettingItem id="density">
        <Choice
          label="Row height"
          value={density}
          onChange={chooseDensity}
          options={[
            { value: 'compact', label: 'Compact', hint: '28 pixels: the most rows on one screen.' },
            { value: 'normal', label: 'Normal', hint: '32 pixels.' },
            { value: 'roomy', label: 'Comfortable', hint: '40 pixels: easy to click.' },
          ]}
        />
      </SettingItem>
      <SettingItem id="motion">
        <Choice
          label="Motion"
          value={motion}
          onChange={chooseMotion}
          options={[
            { value: 'system', label: 'System' },
            { value: 'reduced', label: 'None', hint: 'No fading or sliding.' },
          ]}
        />
      </SettingItem>
    </section>
  );
}

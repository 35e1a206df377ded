import { Choice } from '../../../ui/choice';
import styles from '../../parts/settings.module.css';
import { useAppearance } from '../../platform/appearance';
import { useTheme } from '../../platform/theme';
import { SettingItem } from './setting-item';

/** How the window looks on this computer. */
export function AppearanceSettings() {
  const { theme, choose } = useTheme();
  const { density, motion, textSize, chooseDensity, chooseMotion, chooseTextSize } = useAppearance();
  return (
    <section className={styles.section} aria-labelledby="appearance-settings">
      <header>
        <h2 id="appearance-settings">Appearance</h2>
        <p className={styles.lead}>
          Holds for this browser on this computer, at once, and for every instance.
        </p>
      </header>
      <SettingItem id="theme">
        <Choice
          label="Theme"
          value={theme}
          onChange={choose}
          options={[
            { value: 'system', label: 'As the system', hint: 'Changes when the system does.' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </SettingItem>
      <SettingItem id="text-size">
        <Choice
          label="Size of text"
          value={textSize}
          onChange={chooseTextSize}
          options={[
            { value: 'small', label: 'Small', hint: '12 pixels where the browser has its usual size.' },
            { value: 'normal', label: 'Normal', hint: '13 pixels.' },
            { value: 'large', label: 'Large', hint: '14.6 pixels.' },
            { value: 'largest', label: 'Largest', hint: '16 pixels.' },
          ]}
        />
      </SettingItem>
      <SettingItem id="density">
        <Choice
          label="Rows of lists"
          value={density}
          onChange={chooseDensity}
          options={[
            { value: 'compact', label: 'Compact', hint: '28 pixels: most on one screen.' },
            { value: 'normal', label: 'Normal', hint: '32 pixels.' },
            { value: 'roomy', label: 'Roomy', hint: '40 pixels: easy to hit.' },
          ]}
        />
      </SettingItem>
      <SettingItem id="motion">
        <Choice
          label="Motion"
          value={motion}
          onChange={chooseMotion}
          options={[
            { value: 'system', label: 'As the system' },
            { value: 'reduced', label: 'None', hint: 'Nothing fades or slides.' },
          ]}
        />
      </SettingItem>
    </section>
  );
}

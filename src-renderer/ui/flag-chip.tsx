import { classNames } from './class-names';
import styles from './flag-chip.module.css';
import { flagHue, hueClass } from './hue';

/** A feature flag: swatch with its first letter, and its name. Colour is never the only difference. */
export function FlagChip({ flag }: { readonly flag: string }) {
  return (
    <span className={classNames(styles.chip, hueClass(flagHue(flag)))} title={`Feature flag ${flag}`}>
      <span className={styles.swatch} aria-hidden>
        {flag.slice(0, 1).toUpperCase()}
      </span>
      <span className="visually-hidden">Feature flag </span>
      <span className={styles.name}>{flag}</span>
    </span>
  );
}

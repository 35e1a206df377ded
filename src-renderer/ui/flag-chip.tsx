import { classNames } from './class-names';
import styles from './flag-chip.module.css';

const HUES = ['amber', 'lime', 'green', 'teal', 'sky', 'indigo', 'violet', 'rose'] as const;

/** The hue of a flag: always the same for the same name, on every page. */
export function flagHue(flag: string): (typeof HUES)[number] {
  let hash = 2166136261;
  for (const character of flag) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return HUES[(hash >>> 8) % HUES.length] ?? 'amber';
}

/** A feature flag: swatch with its first letter, and its name. Colour is never the only difference. */
export function FlagChip({ flag }: { readonly flag: string }) {
  return (
    <span className={classNames(styles.chip, styles[flagHue(flag)])} title={`Feature flag ${flag}`}>
      <span className={styles.swatch} aria-hidden>
        {flag.slice(0, 1).toUpperCase()}
      </span>
      <span className="visually-hidden">Feature flag </span>
      <span className={styles.name}>{flag}</span>
    </span>
  );
}
